import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { text } from './field.ts';
import { Image } from './media.ts';
import { routes } from './routes.ts';

export const SoftwareApplication = z
  .object({ _id: z.uuid(), name: z.string(), svg: Image })
  .meta({ id: 'SoftwareApplication' });

const NewSoftwareApplication = z.strictObject({ name: text('application name', 80) });

export const softwareApplicationCalls = {
  list: call(routes.softwareApplication.list, {
    about: 'Lists all software applications in the order they were added.',
    response: { softwareApplications: z.array(SoftwareApplication) },
  }),
  add: call(routes.softwareApplication.add, {
    about: 'Adds a software application.',
    input: NewSoftwareApplication,
    files: { svg: { kind: 'icon', label: 'icon', required: true } },
    response: { ...messageResponse, softwareApplication: SoftwareApplication },
    status: 201,
  }),
  remove: call(routes.softwareApplication.remove, {
    about: 'Deletes a software application.',
    params: byId('software application'),
    response: messageResponse,
  }),
};

export type SoftwareApplication = z.infer<typeof SoftwareApplication>;
export type NewSoftwareApplication = z.infer<typeof NewSoftwareApplication>;
