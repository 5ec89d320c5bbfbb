import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import type { PublishedName } from './collections.ts';
import type { Collection } from './define-collection.ts';
import { DEFINED, type Defined } from './defined-collections.ts';
import { flag, text } from './field.ts';
import { Change } from './history.ts';
import { SpokenLanguageInput } from './language-list.ts';
import { LinkInput } from './link-list.ts';
import { IMPORT_SOURCES, MAX_IMPORTED } from './options.ts';
import { publication } from './publication.ts';
import { routes } from './routes.ts';
import { skill } from './skill.ts';
import { isDoi, stripDoi } from './text-format.ts';
import { timeline } from './timeline.ts';
import { Profile } from './user.ts';

/** The collections of which an import can also change items. */
const UPDATED = { timeline, skill, publication };

type Strict<Kind extends string, S> = z.ZodObject<{ kind: z.ZodLiteral<Kind> } & S, z.core.$strict>;

const isDraft = flag('draft').optional().describe('Whether it stays a draft in any case.');

type Added<N extends keyof Defined> = { fields: Defined[N]['New'] } & (N extends PublishedName
  ? { isDraft: typeof isDraft }
  : unknown);

type ItemSchemas = {
  [N in keyof Defined]: Strict<`add-${N}`, Added<N>>;
} & {
  [N in keyof typeof UPDATED as `update-${N}`]: Strict<
    `update-${N}`,
    { id: z.ZodUUID; fields: Defined[N]['Update'] }
  >;
};

type ItemSchema = ItemSchemas[keyof ItemSchemas];

function itemSchemas(): [ItemSchema, ...ItemSchema[]];
function itemSchemas(): z.ZodObject[] {
  const others = Object.values<Collection>(DEFINED).filter(({ name }) => !(name in UPDATED));
  return [
    ...Object.values(UPDATED).flatMap((collection) => [toAdd(collection), toUpdate(collection)]),
    ...others.map(toAdd),
  ];
}

function toAdd({ name, facts, fields, New }: Collection): z.ZodObject {
  const hasIcon = Object.values(fields).some(({ kind }) => kind === 'icon');
  const about = `Without an icon, it gets the one with the name of its ${facts.title}, if there is one.`;
  return z.strictObject({
    kind: z.literal(`add-${name}`),
    fields: hasIcon ? New.describe(about) : New,
    ...(facts.hasDrafts && { isDraft }),
  });
}

function toUpdate({ name, Update }: Collection): z.ZodObject {
  const id = z.uuid('Choose an item that exists.');
  return z.strictObject({ kind: z.literal(`update-${name}`), id, fields: Update });
}

/** What an import adds or changes. */
export const ImportItem = z
  .discriminatedUnion('kind', [
    ...itemSchemas(),
    z.strictObject({
      kind: z.literal('update-profile'),
      fields: Profile.pick({
        fullName: true,
        phone: true,
        aboutMe: true,
        portfolioURL: true,
        linkedInURL: true,
        githubURL: true,
        instagramURL: true,
        twitterURL: true,
        facebookURL: true,
        headline: true,
        location: true,
      }).partial(),
    }),
    z.strictObject({ kind: z.literal('add-link'), fields: LinkInput }),
    z.strictObject({ kind: z.literal('add-language'), fields: SpokenLanguageInput }),
  ])
  .meta({ id: 'ImportItem' });

const Picture = z
  .object({
    name: z.string().describe('In the item, as the name of a stored image.'),
    path: z.string().describe('In the ZIP file.'),
  })
  .meta({ id: 'ImportPicture' });

const Proposal = z
  .object({
    item: ImportItem.describe('As import/apply takes it.'),
    title: z.string(),
    detail: z.string().describe('As in `Timeline · Work · Mar 2021 – Jan 2023 · London`.'),
    note: z.string().describe('As in `Grouped with Principal engineer`. Empty for none.'),
    changes: z.array(Change).describe('What differs from the item that it changes.'),
    pictures: z
      .array(Picture)
      .describe(
        'The pictures of the file that the item uses. Upload each with image/add, and replace its name in the item by the one of the stored image.',
      ),
    isNewer: z.boolean().describe('The owner has changed the item since the source was made.'),
    isSelected: z.boolean().describe('Whether it is chosen at first.'),
  })
  .meta({ id: 'ImportProposal' });

const proposals = {
  source: z.enum(IMPORT_SOURCES),
  name: z.string().describe('The name of the file, or of the user.'),
  summary: z.string().describe('What was read, as in `Read 6 of 41 files: Profile, Positions`.'),
  proposals: z.array(Proposal),
  existing: z.array(z.string()).describe('What the portfolio already has.'),
  unsupported: z
    .array(z.string())
    .describe('What Vitrine has no field for, as in `Courses` or `Score of BSc Mathematics`.'),
  problems: z
    .array(z.string())
    .describe('What cannot be read, as in `Line 9: this entry has no title.`'),
};

const MAX_DOIS = 20;

/** Also as an address, like https://doi.org/10.1000/182. */
const Doi = z
  .preprocess(
    (value) => (typeof value === 'string' ? stripDoi(value) : value),
    text('DOI', 200).refine(isDoi, 'Enter a DOI like 10.1000/182 on each line.'),
  )
  .meta({ type: 'string' });

/** Also as an address, like https://orcid.org/0000-0002-1825-0097. */
const OrcidId = z
  .preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .trim()
            .replace(/^(https?:\/\/)?(www\.)?orcid\.org\//i, '')
            .toUpperCase()
        : value,
    text('ORCID iD', 60).regex(
      /^(\d{4}-){3}\d{3}[\dX]$/,
      'Enter an ORCID iD like 0000-0002-1825-0097.',
    ),
  )
  .meta({ type: 'string' });

const NewImport = z.strictObject({
  items: z
    .array(ImportItem, 'Choose at least one item.')
    .min(1, 'Choose at least one item.')
    .max(MAX_IMPORTED, `Choose at most ${MAX_IMPORTED} items at once.`),
  isPublished: flag('publishing')
    .optional()
    .describe('Whether visitors see new projects and posts at once. Otherwise they are drafts.'),
});

export const importCalls = {
  read: call(routes.import.read, {
    about:
      'Reads a JSON Resume, the ZIP of a LinkedIn export, a Markdown file with front matter or a ZIP of them, or publications as BibTeX or RIS. Changes nothing.',
    query: z.strictObject({ name: text('file name', 255) }),
    response: proposals,
  }),
  readGithub: call(routes.import.readGithub, {
    about: 'Reads the public repositories of a user on GitHub. Changes nothing.',
    input: z.strictObject({
      user: text('user name', 39).regex(
        /^[a-z0-9](-?[a-z0-9])*$/i,
        'Enter a user name of GitHub, like ada-example.',
      ),
    }),
    response: proposals,
  }),
  readDoi: call(routes.import.readDoi, {
    about: 'Reads what the registries know about DOIs. Changes nothing.',
    input: z.strictObject({
      dois: z
        .array(Doi, 'Enter a DOI like 10.1000/182 on each line.')
        .min(1, 'Enter a DOI like 10.1000/182 on each line.')
        .max(MAX_DOIS, `Enter at most ${MAX_DOIS} DOIs at once.`),
    }),
    response: proposals,
  }),
  readOrcid: call(routes.import.readOrcid, {
    about: 'Reads the public works of a person at ORCID. Changes nothing.',
    input: z.strictObject({
      id: OrcidId,
    }),
    response: proposals,
  }),
  apply: call(routes.import.apply, {
    about: 'Adds and changes all of the items, or none of them.',
    input: NewImport,
    response: { ...messageResponse, id: z.uuid().describe('For import/undo.') },
    status: 201,
  }),
  citeEntry: call(routes.import.citeEntry, {
    about:
      'Turns a timeline entry of the kind `publication` into a publication, and moves it to the trash. If the portfolio already has the publication, the entry only moves to the trash.',
    params: byId('timeline entry'),
    response: { ...messageResponse, id: z.uuid().describe('For import/undo.') },
  }),
  undo: call(routes.import.undo, {
    about:
      'Takes back an import: moves what it added to the trash, and restores what it changed or deleted. Leaves what was changed since.',
    params: byId('import'),
    response: messageResponse,
  }),
};

export type ImportItem = z.infer<typeof ImportItem>;
export type NewImport = z.infer<typeof NewImport>;
export type ImportPicture = z.infer<typeof Picture>;
export type ImportProposal = z.infer<typeof Proposal>;
