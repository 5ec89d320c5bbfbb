import { z } from 'zod';
import { byId, call, deleteResponse, messageResponse, movedAfter, updateResponse } from './call.ts';
import { link, text } from './field.ts';
import { iconName } from './icon.ts';
import { Image } from './media.ts';
import { routes } from './routes.ts';

export const SoftwareApplication = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    link: z.string(),
    svg: Image,
    icon: z.string().describe('The name of the icon; empty for an uploaded file.'),
  })
  .meta({ id: 'SoftwareApplication' });

export const NewSoftwareApplication = z.strictObject({
  name: text('application name', 80),
  link: link('link').default(''),
  icon: iconName().default(''),
});

const SoftwareApplicationUpdate = NewSoftwareApplication.extend({
  link: link('link'),
  icon: iconName(),
}).partial();

export const softwareApplicationCalls = {
  list: call(routes.softwareApplication.list, {
    about: 'Lists all software applications in the owner’s order.',
    response: { softwareApplications: z.array(SoftwareApplication) },
  }),
  add: call(routes.softwareApplication.add, {
    about: 'Adds a software application.',
    input: NewSoftwareApplication,
    files: { svg: { kind: 'icon', label: 'icon', required: false, requiredUnless: 'icon' } },
    response: { ...messageResponse, softwareApplication: SoftwareApplication },
    status: 201,
  }),
  update: call(routes.softwareApplication.update, {
    about: 'Updates the fields that are sent.',
    params: byId('software application'),
    input: SoftwareApplicationUpdate,
    files: { svg: { kind: 'icon', label: 'icon', required: false } },
    response: { ...updateResponse, softwareApplication: SoftwareApplication },
  }),
  move: call(routes.softwareApplication.move, {
    about: 'Moves a software application after another one, or to the top.',
    params: byId('software application'),
    input: movedAfter('software application'),
    response: {},
  }),
  remove: call(routes.softwareApplication.remove, {
    about: 'Moves a software application to the trash.',
    params: byId('software application'),
    response: deleteResponse,
  }),
};

export type SoftwareApplication = z.infer<typeof SoftwareApplication>;
export type NewSoftwareApplication = z.infer<typeof NewSoftwareApplication>;
export type SoftwareApplicationUpdate = z.infer<typeof SoftwareApplicationUpdate>;
