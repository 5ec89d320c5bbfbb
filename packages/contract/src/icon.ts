import { z } from 'zod';
import { call } from './call.ts';
import { flag, optionalText } from './field.ts';
import { routes } from './routes.ts';

const ICON_STYLES = ['color', 'ink'] as const;

export const Icon = z
  .object({
    name: z.string().describe('The set and the name, as in logos:react.'),
    title: z.string(),
    style: z.enum(ICON_STYLES).describe('color: in the colors of the brand. ink: in one color.'),
    svg: z.string(),
  })
  .meta({ id: 'Icon' });

/** The name of an icon that replaces the file of an icon, or an empty string. */
export function iconName() {
  return optionalText('icon', 120)
    .regex(/^([a-z0-9-]+:[a-z0-9-]+|none)?$/, 'Choose an icon from the search.')
    .describe(
      'The name of an icon, as icon/search returns it, instead of the file. `none` removes the icon.',
    );
}

export const iconCalls = {
  search: call(routes.icon.search, {
    about:
      'Searches two sets of brand icons: SVG Logos, in color, and Simple Icons, in one color. What the set of the style lacks comes from the other one.',
    query: z.strictObject({
      search: optionalText('search', 100).default(''),
      style: z.enum(ICON_STYLES).default('color'),
      exact: flag('exact').default(false).describe('Finds only icons with that name.'),
    }),
    response: {
      icons: z.array(Icon).describe('The best matches first, at most 60.'),
      total: z.int().describe('The number of all matches.'),
    },
  }),
};

export type Icon = z.infer<typeof Icon>;
