import { z } from 'zod';
import { byId, call, deleteResponse, messageResponse, updateResponse } from './call.ts';
import { oneOf, optionalText, text } from './field.ts';
import { SiteLink, SiteUrl } from './media.ts';
import {
  MAX_VIEW_NOTE,
  RESUME_SECTIONS,
  RESUME_TEMPLATES,
  SITE_SECTION_NAMES,
  VIEW_DAYS,
  VIEW_STATES,
} from './options.ts';
import { DEFAULT_RESUME_SETTINGS, ResumeChoice } from './resume.ts';
import { routes } from './routes.ts';
import { sectionChoices } from './section-choice.ts';

const Sections = sectionChoices(SITE_SECTION_NAMES).describe(
  'The sections of the page, in their order. The entries of a section are those in `included`, in that order: none is there by default, so that nothing new appears to a reader.',
);

export const ViewResume = z
  .strictObject({
    template: oneOf('template', RESUME_TEMPLATES),
    sections: sectionChoices(RESUME_SECTIONS).describe(
      'In their order. By default, the entries in `included` of the page are on the resume, also those of a section that the page does not show.',
    ),
  })
  .meta({ id: 'ViewResume' });

const settings = {
  name: text('name', 100).describe('Only the owner sees it.'),
  headline: optionalText('headline', 120).describe('Empty for the headline of the profile.'),
  note: optionalText('note', MAX_VIEW_NOTE).describe(
    'The reader sees it on the home page, instead of About Me.',
  ),
  sections: Sections,
  drafts: z
    .array(z.uuid('Send the drafts as IDs.'), 'Send the drafts as a list.')
    .max(2000)
    .describe(
      'Chosen projects and posts that are shown here before they are public. All other drafts are left out.',
    ),
  resume: ViewResume,
  expiresAt: z.iso
    .datetime('Choose when the link ends.')
    .refine((value) => value >= '2000', 'Choose when the link ends.')
    .nullable()
    .describe('When the link ends. null: never.'),
};

const Settings = z.strictObject(settings);
const Changes = Settings.partial();
export type ViewChanges = z.output<typeof Changes>;

/** What a reader sees. */
export const ShownView = Settings.omit({ name: true, expiresAt: true });
export type ShownView = z.output<typeof ShownView>;

export const DEFAULT_VIEW: ShownView = {
  headline: '',
  note: '',
  sections: SITE_SECTION_NAMES.map((name) => ({ name, shown: true, included: [], excluded: [] })),
  drafts: [],
  resume: { template: 'classic', sections: DEFAULT_RESUME_SETTINGS.sections },
};

const New = z.strictObject({
  ...settings,
  headline: settings.headline.default(DEFAULT_VIEW.headline),
  note: settings.note.default(DEFAULT_VIEW.note),
  sections: settings.sections.default(DEFAULT_VIEW.sections),
  drafts: settings.drafts.default(DEFAULT_VIEW.drafts),
  resume: settings.resume.default(DEFAULT_VIEW.resume),
  expiresAt: settings.expiresAt.optional().describe(`Without it, in ${VIEW_DAYS} days.`),
});
export type NewView = z.output<typeof New>;

const View = z
  .object({
    _id: z.uuid(),
    ...settings,
    state: z.enum(VIEW_STATES),
    link: SiteLink.nullable().describe(
      'null for a draft and after the link was revoked. Also for a backup of another installation, whose links work but cannot be read.',
    ),
    publishedAt: z.iso.datetime().nullable().describe('When the last link was created.'),
    revokedAt: z.iso.datetime().nullable(),
    opens: z
      .object({
        about: z.int().min(0).describe('Readers, each once a day. It is approximate.'),
        lastOn: z.iso.date().nullable().describe('The last day, in UTC.'),
      })
      .describe('Empty as well while visits are not counted.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'View' });

const ViewChoice = z
  .object({
    name: z.enum(SITE_SECTION_NAMES),
    heading: z.string().describe('In the language of the site.'),
    entries: z.array(
      z.object({
        _id: z.uuid(),
        title: z.string(),
        detail: z.string().describe('Dates, or who said it. It can be empty.'),
        isDraft: z.boolean().describe('Shown only if its ID is in `drafts` too.'),
      }),
    ),
  })
  .meta({ id: 'ViewChoice' });

const params = byId('view');
const response = { ...messageResponse, view: View };

export const viewCalls = {
  list: call(routes.view.list, {
    about: 'Lists all views, those with a link that has ended last, and otherwise newest first.',
    response: {
      views: z.array(View),
      isCounting: z.boolean().describe('Whether opens are counted, which visits/update changes.'),
    },
  }),
  get: call(routes.view.get, { about: 'Returns a view.', params, response: { view: View } }),
  choices: call(routes.view.choices, {
    about: 'Returns what views can show, and what can be on their resumes.',
    response: {
      sections: z.array(ViewChoice).describe('All sections, also those without entries.'),
      resume: z.array(ResumeChoice).describe('As resume/get returns them, with drafts.'),
      siteUrl: SiteUrl,
    },
  }),
  add: call(routes.view.add, {
    about: 'Adds a view as a draft, which has no link.',
    input: New,
    response,
    status: 201,
  }),
  update: call(routes.view.update, {
    about: 'Changes what is sent. Readers of an active view see it at once, with the same link.',
    params,
    input: Changes,
    response: { ...updateResponse, view: View },
  }),
  preview: call(routes.view.preview, {
    about:
      'Returns an address at which a view can be seen for an hour, with settings that need not be saved. Other pages and the resume are below it.',
    input: ShownView.partial().extend({
      base: z
        .string('Send the path of a preview.')
        .regex(/^\/preview\/[\w-]+$/, 'Send the path of a preview.')
        .optional()
        .describe('The path of an earlier preview, which then shows these settings.'),
    }),
    response: { url: SiteLink, expiresAt: z.iso.datetime() },
  }),
  publish: call(routes.view.publish, {
    about: `Creates the link of a draft. An active view keeps its link. A view whose link has ended gets a new one, and the old one never works again. If the expiry has passed, the link ends in ${VIEW_DAYS} days.`,
    params,
    response,
  }),
  revoke: call(routes.view.revoke, {
    about: 'Ends the link at once, with the resume and all pages below it.',
    params,
    response,
  }),
  extend: call(routes.view.extend, {
    about: 'Extends the expiry by days, from now on if it has passed. The link stays the same.',
    params,
    input: z.strictObject({
      days: z
        .int('Enter the number of days.')
        .min(1, 'Enter at least 1 day.')
        .max(3650, 'Enter at most 3650 days.'),
    }),
    response,
  }),
  duplicate: call(routes.view.duplicate, {
    about: 'Adds a copy as a draft.',
    params,
    response,
    status: 201,
  }),
  remove: call(routes.view.remove, {
    about: 'Moves a view to the trash. Its link does not work while it is there.',
    params,
    response: deleteResponse,
  }),
};

export type View = z.output<typeof View>;
export type ViewChoice = z.output<typeof ViewChoice>;
