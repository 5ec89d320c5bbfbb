import { z } from 'zod';
import { call, messageResponse } from './call.ts';
import { namesOf } from './collections.ts';
import { color, eachOnce, flag, oneOf, optionalText, verbatim } from './field.ts';
import { SiteLink, SiteUrl } from './media.ts';
import {
  MAX_CUSTOM_CSS,
  SITE_FONTS,
  SITE_LANGUAGES,
  SITE_SCHEMES,
  SITE_SECTION_NAMES,
  SKILL_STYLES,
  THEMES,
} from './options.ts';
import { routes } from './routes.ts';

const Section = z.strictObject({
  name: oneOf('section', SITE_SECTION_NAMES),
  shown: flag('shown'),
  heading: optionalText('heading', 60).describe('Empty for the usual heading.'),
});

/** The design of the public site. */
export const SiteSettings = z
  .strictObject({
    theme: oneOf('theme', THEMES),
    accent: color('accent').describe('A color like #0b6e63. Empty for the color of the theme.'),
    fonts: oneOf('font pair', SITE_FONTS),
    scheme: oneOf('color scheme', SITE_SCHEMES).describe(
      'visitor: as the visitor’s system is set.',
    ),
    sections: eachOnce(Section, SITE_SECTION_NAMES).describe(
      'The sections of the home page, in their order.',
    ),
    skillStyle: oneOf('style of skills', SKILL_STYLES),
    footer: optionalText('footer line', 200).describe('Empty for © with year and name.'),
    language: oneOf('language', namesOf(SITE_LANGUAGES)).describe(
      'The language of the site’s own words.',
    ),
    customCss: verbatim('custom CSS', MAX_CUSTOM_CSS),
    indexed: flag('indexed').describe('Whether search engines may list the site.'),
  })
  .meta({ id: 'SiteSettings' });

export type SiteSettings = z.infer<typeof SiteSettings>;

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  theme: 'paper',
  accent: '',
  fonts: 'theme',
  scheme: 'visitor',
  sections: SITE_SECTION_NAMES.map((name) => ({ name, shown: true, heading: '' })),
  skillStyle: 'list',
  footer: '',
  language: 'en',
  customCss: '',
  indexed: true,
};

const CssError = z
  .object({ line: z.int(), column: z.int(), message: z.string() })
  .meta({ id: 'CssError' });

const Site = z
  .object({
    url: SiteUrl,
    settings: SiteSettings.describe('The design that visitors see.'),
    draft: SiteSettings.nullable().describe('The design with changes that are not published.'),
    cssErrors: z
      .array(CssError)
      .describe('What is wrong with the custom CSS. Pages use the last version without errors.'),
    isChosen: z.boolean().describe('Whether the owner has published a design.'),
  })
  .meta({ id: 'Site' });

const ItemPreview = z.strictObject({
  id: z.uuid('Send the ID of the item.').optional().describe('The item, unless it is new.'),
  base: z
    .string('Send the path of a preview.')
    .regex(/^\/preview\/[\w-]+$/, 'Send the path of a preview.')
    .describe('The path of the preview that shows the page, for its links.'),
  fields: z
    .record(z.string(), z.string('Send a text.'), 'Send the fields of the form.')
    .describe('As draft/update of the collection takes them.'),
});
export type ItemPreview = z.infer<typeof ItemPreview>;

export const siteCalls = {
  get: call(routes.site.get, {
    about: 'Returns the design of the public site.',
    response: { site: Site },
  }),
  saveDraft: call(routes.site.saveDraft, {
    about: 'Saves a design without publishing it.',
    input: SiteSettings,
    response: { site: Site },
  }),
  discardDraft: call(routes.site.discardDraft, {
    about: 'Discards the changes that are not published.',
    response: { ...messageResponse, site: Site },
  }),
  publish: call(routes.site.publish, {
    about:
      'Publishes the draft. Custom CSS with an error stays in the draft, and the last version without errors stays live.',
    response: { ...messageResponse, site: Site },
  }),
  preview: call(routes.site.preview, {
    about:
      'Returns an address at which the draft can be seen for an hour. Other pages are below it.',
    response: {
      url: SiteLink,
      expiresAt: z.iso.datetime(),
    },
  }),
  previewItem: call(routes.site.previewItem, {
    about:
      'Returns the page of a project or a post with these fields, in the published design. Stores nothing, and leaves out fields that are not valid yet.',
    params: z.strictObject({ noun: z.enum(['project', 'post']) }),
    input: ItemPreview,
    response: { html: z.string() },
  }),
};

export type Site = z.infer<typeof Site>;
export type CssError = z.infer<typeof CssError>;
