import type { ItemId } from '@vitrine/contract/call';
import type { HistoryNoun, TrashNoun } from '@vitrine/contract/options';
import type { Selectable } from 'kysely';
import type { Content } from '../db/content.ts';
import type { DB } from '../db/tables.ts';

/** The columns that are not content: history neither shows nor restores them. */
type Bookkeeping =
  | 'id'
  | 'seq'
  | 'version'
  | 'position'
  | 'old_slugs'
  | 'publish_at'
  | 'media'
  | 'published_at'
  | 'created_at'
  | 'updated_at';

/** The owner's row also signs in. Restoring an old profile must not change that. */
type Login = 'singleton' | 'email' | 'password_hash' | 'messages_mailed_at';

/** One label for each content column. A new column does not compile until it has one. */
type Labels<Table extends keyof DB> = Record<
  Exclude<keyof DB[Table], Bookkeeping | (Table extends 'owner' ? Login : never)>,
  string
>;

interface Noun<Table extends keyof DB> {
  readonly table: Table;
  /** As in 'Project restored.' */
  readonly name: string;
  readonly labels: Labels<Table>;
  /** The columns that name a file in `media`. */
  readonly media: readonly (keyof Labels<Table> & string)[];
  /** The columns that decide whether visitors see something private. */
  readonly publishing: readonly (keyof Labels<Table> & string)[];
  /** The columns that visitors may see, but that history must not hold. */
  readonly secret?: readonly (Login & keyof DB[Table])[];
  /** Returns what to write when the content of an old version is restored. */
  readonly restore?: (content: Content, current: Content) => Content;
}

const project: Noun<'project'> = {
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
  publishing: [],
  /** Never shows or hides the project. A version that was a draft becomes the draft of a published project. */
  restore({ state, draft = null, ...content }, current) {
    if (current['state'] === 'draft') return content;
    return state === 'draft' ? { draft: content } : { ...content, draft };
  },
};

const skill: Noun<'skill'> = {
  table: 'skill',
  name: 'Skill',
  labels: {
    title: 'Title',
    category: 'Category',
    proficiency: 'Proficiency',
    svg: 'Icon',
    icon: 'Name of the icon',
  },
  media: ['svg'],
  publishing: [],
};

const softwareApplication: Noun<'software_application'> = {
  table: 'software_application',
  name: 'Software application',
  labels: { name: 'Name', link: 'Link', svg: 'Icon', icon: 'Name of the icon' },
  media: ['svg'],
  publishing: [],
};

const timeline: Noun<'timeline'> = {
  table: 'timeline',
  name: 'Timeline entry',
  labels: {
    title: 'Title',
    kind: 'Kind',
    organization: 'Organization',
    location: 'Location',
    from_month: 'Start month',
    from_year: 'From',
    to_month: 'End month',
    to_year: 'To',
    link: 'Link',
    description: 'Description',
    highlights: 'Highlights',
  },
  media: [],
  publishing: [],
};

const profile: Noun<'owner'> = {
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

/** What history and trash need to know about a noun. */
export interface NounInfo {
  readonly table: keyof DB;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly media: readonly string[];
  readonly publishing: readonly string[];
  readonly secret?: readonly string[];
  readonly restore?: (content: Content, current: Content) => Content;
}

const nouns = {
  project,
  skill,
  'software-application': softwareApplication,
  timeline,
  profile,
} as const;

export const HISTORY: Readonly<Record<HistoryNoun, NounInfo>> = nouns;

/** The columns of an item and their values. */
export type Columns<N extends HistoryNoun> = AnyOf<Selectable<DB[(typeof nouns)[N]['table']]>>;

type AnyOf<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

const message: NounInfo = {
  table: 'message',
  name: 'Message',
  labels: {},
  media: [],
  publishing: [],
};

export const TRASH: Readonly<Record<TrashNoun, NounInfo>> = {
  project,
  skill,
  'software-application': softwareApplication,
  timeline,
  message,
};

/** As in '2 projects, 1 timeline entry'. */
export function countItems(items: readonly ItemId[]): string {
  return [...Map.groupBy(items, ({ noun }) => TRASH[noun].name.toLowerCase())]
    .map(([name, { length }]) => `${length} ${length === 1 ? name : pluralOf(name)}`)
    .join(', ');
}

function pluralOf(name: string): string {
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
}
