import type { ItemId } from '@vitrine/contract/call';
import { capitalized } from '@vitrine/contract/collection-field';
import { namesOf, recordOf } from '@vitrine/contract/collections';
import type { Collection } from '@vitrine/contract/define-collection';
import { hasDrafts, STATE_LABELS } from '@vitrine/contract/define-published';
import { DEFINED } from '@vitrine/contract/defined-collections';
import type { HistoryCollection, TrashCollection } from '@vitrine/contract/options';
import { type Bookkeeping, columnOf, mediaColumns } from '../db/collection-columns.ts';
import type { Content } from '../db/content.ts';
import type { DB } from '../db/tables.ts';

/** The owner's row also signs in and holds the first run. Restoring an old profile must not change that. */
type Account =
  | 'singleton'
  | 'email'
  | 'password_hash'
  | 'messages_mailed_at'
  | 'setup_step'
  | 'count_visits';

/** The columns of the profile that history holds. */
type ProfileColumn = Exclude<keyof DB['owner'], Bookkeeping | Account>;

/** What history and trash need to know about a kind of content. */
export interface Recorded<Column extends string = string> {
  readonly table: string;
  /** As in 'Project restored.' */
  readonly name: string;
  /** The column that names an item. */
  readonly title: string;
  /** A new column does not compile until it has one. */
  readonly labels: Readonly<Record<Column, string>>;
  /** The columns that name a file in `media`. */
  readonly media: readonly Column[];
  /** The column that lists every file of an item, also those that its text names. */
  readonly allMedia?: string;
  /** The columns that decide whether visitors see something private. */
  readonly publishing: readonly Column[];
  /** The columns that no version restores. */
  readonly fixed?: readonly Column[];
  /** The columns that visitors may see, but that history must not hold. */
  readonly secret?: readonly Account[];
  /** Returns what to write when the content of an old version is restored. */
  readonly restore?: (content: Content, current: Content) => Content;
}

/** What the trash needs to know besides. */
interface Deletable extends Recorded {
  /** The parts of the second line: of each, the first column that is not empty. */
  readonly detail: readonly (readonly string[])[];
  /** The columns that a search finds. */
  readonly searched: readonly string[];
  /** The columns that the trash does not hold. */
  readonly forgotten: readonly string[];
}

/** All of it follows from the fields of a collection. */
function recordedAs(collection: Collection): Deletable {
  const { facts, fields, shown, detail } = collection;
  const column = (name: string) => columnOf(name, fields[name]);
  const stateLabels: Readonly<Record<string, string>> = STATE_LABELS;
  return {
    table: facts.table,
    name: capitalized(facts.label),
    title: column(facts.title),
    labels: Object.fromEntries(
      shown.map((name) => [column(name), fields[name]?.label ?? stateLabels[name] ?? name]),
    ),
    media: mediaColumns(collection),
    publishing: [],
    fixed: shown.filter((name) => fields[name]?.isFixed).map(column),
    detail: [detail.map(column)],
    searched: [column(facts.title)],
    forgotten: [],
    ...(hasDrafts(collection) && DRAFTS),
  };
}

/** What is different with drafts. */
const DRAFTS = {
  allMedia: 'media',
  forgotten: ['media'],
  /** Never shows or hides an item. A version that was a draft becomes the draft of a published item. */
  restore({ state, draft = null, ...content }: Content, current: Content): Content {
    if (current['state'] === 'draft') return content;
    return state === 'draft' ? { draft: content } : { ...content, draft };
  },
};

const profile: Recorded<ProfileColumn> = {
  table: 'owner',
  name: 'Profile',
  title: 'full_name',
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
    links: 'More links',
    languages: 'Languages you speak',
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

const message: Deletable = {
  table: 'message',
  name: 'Message',
  title: 'subject',
  labels: {},
  media: [],
  publishing: [],
  detail: [['sender_name'], ['message']],
  searched: ['subject', 'sender_name'],
  // PostgreSQL computes the first two. And no email announces a message that the owner has deleted.
  forgotten: ['search_vector', 'content_hash', 'mail_due'],
};

/** What a link is, and how long it works, is not content. History shows the expiry, and does not restore it. */
type LinkColumn = 'link' | 'link_hash' | 'published_at' | 'revoked_at';

const view: Deletable & Recorded<Exclude<keyof DB['view'], Bookkeeping | LinkColumn>> = {
  table: 'view',
  name: 'View',
  title: 'name',
  labels: {
    name: 'Name',
    headline: 'Headline',
    note: 'Note to the reader',
    sections: 'Sections',
    drafts: 'Drafts',
    resume: 'Resume',
    expires_at: 'Expires',
  },
  media: [],
  publishing: [],
  fixed: ['expires_at'],
  detail: [['headline']],
  searched: ['name', 'headline'],
  forgotten: [],
};

const collections = recordOf(namesOf(DEFINED), (name) => recordedAs(DEFINED[name]));

export const HISTORY: Readonly<Record<HistoryCollection, Recorded>> = {
  ...collections,
  profile,
  view,
};

export const TRASH: Readonly<Record<TrashCollection, Deletable>> = {
  ...collections,
  message,
  view,
};

/** Whether changes of this kind of content are recorded. */
export function isRecorded(noun: TrashCollection): noun is TrashCollection & HistoryCollection {
  return noun in HISTORY;
}

/** As in '2 projects, 1 timeline entry'. */
export function countItems(items: readonly ItemId[]): string {
  return [...Map.groupBy(items, ({ noun }) => TRASH[noun].name.toLowerCase())]
    .map(([name, { length }]) => `${length} ${length === 1 ? name : pluralOf(name)}`)
    .join(', ');
}

function pluralOf(name: string): string {
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
}
