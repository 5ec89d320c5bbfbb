import type { ItemId } from '@vitrine/contract/call';
import { capitalized } from '@vitrine/contract/collection-field';
import { namesOf, recordOf } from '@vitrine/contract/collections';
import type { Collection } from '@vitrine/contract/define-collection';
import { DEFINED } from '@vitrine/contract/defined-collections';
import type { HistoryCollection, TrashCollection } from '@vitrine/contract/options';
import type { Selectable } from 'kysely';
import { type Bookkeeping, columnOf, mediaColumns } from '../db/collection-columns.ts';
import type { Content } from '../db/content.ts';
import type { DB } from '../db/tables.ts';

/** The owner's row also signs in. Restoring an old profile must not change that. */
type Login = 'singleton' | 'email' | 'password_hash' | 'messages_mailed_at';

/** The columns that history holds. */
type Shown<Table extends keyof DB> = Exclude<
  keyof DB[Table],
  Bookkeeping | (Table extends 'owner' ? Login : never)
>;

/** What history and trash need to know about a kind of content. */
export interface Recorded<Column extends string = string> {
  readonly table: string;
  /** As in 'Project restored.' */
  readonly name: string;
  /** A new column does not compile until it has one. */
  readonly labels: Readonly<Record<Column, string>>;
  /** The columns that name a file in `media`. */
  readonly media: readonly Column[];
  /** The column that lists every file of an item, also those that its text names. */
  readonly allMedia?: string;
  /** The columns that decide whether visitors see something private. */
  readonly publishing: readonly Column[];
  /** The columns that visitors may see, but that history must not hold. */
  readonly secret?: readonly Login[];
  /** Returns what to write when the content of an old version is restored. */
  readonly restore?: (content: Content, current: Content) => Content;
}

const project: Recorded<Shown<'project'>> = {
  table: 'project',
  name: 'Project',
  labels: {
    title: 'Title',
    slug: 'Address',
    state: 'State',
    summary: 'Summary',
    description: 'Description',
    technologies: 'Technologies',
    stack: 'Stack',
    deployed: 'Deployed',
    role: 'Role',
    started_on: 'Start',
    ended_on: 'End',
    git_repo_link: 'Github repository link',
    project_link: 'Project link',
    banner: 'Banner',
    banner_alt: 'Alternative text',
    banner_focal_x: 'Horizontal focus',
    banner_focal_y: 'Vertical focus',
    banner_decorative: 'Decorative banner',
    featured: 'Featured',
    body: 'Case study',
    gallery: 'Gallery',
    draft: 'Unpublished changes',
  },
  media: ['banner'],
  allMedia: 'media',
  publishing: [],
  /** Never shows or hides the project. A version that was a draft becomes the draft of a published project. */
  restore({ state, draft = null, ...content }, current) {
    if (current['state'] === 'draft') return content;
    return state === 'draft' ? { draft: content } : { ...content, draft };
  },
};

/** What history and trash need to know follows from the fields. */
function described(collection: Collection): Recorded {
  const { facts, fields, shown } = collection;
  const labels = shown.flatMap((name) => {
    const field = fields[name];
    return field ? [[columnOf(name, field), field.label]] : [];
  });
  return {
    table: facts.table,
    name: capitalized(facts.label),
    labels: Object.fromEntries(labels),
    media: mediaColumns(collection),
    publishing: [],
  };
}

const profile: Recorded<Shown<'owner'>> = {
  table: 'owner',
  name: 'Profile',
  labels: {
    full_name: 'Full name',
    headline: 'Headline',
    pronouns: 'Pronouns',
    location: 'Location',
    availability: 'Availability',
    about_me: 'About me',
    phone: 'Phone',
    portfolio_url: 'Portfolio link',
    github_url: 'Github link',
    linkedin_url: 'LinkedIn link',
    instagram_url: 'Instagram link',
    twitter_url: 'Twitter(X) link',
    facebook_url: 'Facebook link',
    avatar: 'Avatar',
    resume: 'Resume',
    show_email: 'Show email address',
    show_phone: 'Show phone number',
    mail_messages: 'Emails about new messages',
  },
  media: ['avatar', 'resume'],
  publishing: ['show_email', 'show_phone'],
  secret: ['email'],
};

const collections = {
  project,
  ...recordOf(namesOf(DEFINED), (name) => described(DEFINED[name])),
};

export const HISTORY: Readonly<Record<HistoryCollection, Recorded>> = { ...collections, profile };

const message: Recorded = {
  table: 'message',
  name: 'Message',
  labels: {},
  media: [],
  publishing: [],
};

export const TRASH: Readonly<Record<TrashCollection, Recorded>> = { ...collections, message };

/** The columns of a row that are set, and their values. */
export type Columns<Table extends keyof DB> = AnyOf<Selectable<DB[Table]>>;

type AnyOf<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

/** As in '2 projects, 1 timeline entry'. */
export function countItems(items: readonly ItemId[]): string {
  return [...Map.groupBy(items, ({ noun }) => TRASH[noun].name.toLowerCase())]
    .map(([name, { length }]) => `${length} ${length === 1 ? name : pluralOf(name)}`)
    .join(', ');
}

function pluralOf(name: string): string {
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
}
