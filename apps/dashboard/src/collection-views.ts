import type { CollectionName } from '@vitrine/contract/collections';
import {
  BookOpen,
  Feather,
  FolderGit,
  History,
  LayoutGrid,
  type LucideIcon,
  PencilRuler,
  Quote,
} from 'lucide-react';
import type { CollectionItem } from './components/collection/collection-query.ts';

/** How the dashboard names and shows a collection. Its paths are in paths.ts. */
interface CollectionView {
  /** In navigation and buttons, as in 'Add Application' and 'Manage Your Applications'. */
  readonly one: string;
  readonly many: string;
  /** In sentences, as in 'Filter applications'. */
  readonly words: readonly [singular: string, plural: string];
  /** As in 'Add an application called “Figma”'. */
  readonly called: string;
  /** The title of its card on the dashboard. */
  readonly title: string;
  readonly empty: string;
  readonly Icon: LucideIcon;
  readonly addTitle: string;
  /** The title of its Manage page, and the button there, if they are not like the others. */
  readonly manageTitle?: string;
  readonly addLabel?: string;
  /** Not in the bar until there is an item. Before that, the palette opens it. The bar leads to the list. */
  readonly isOptional?: boolean;
  /** The page that imports items of this collection alone. */
  readonly importTo?: string;
  readonly addNote?: string;
  readonly manageNote?: string;
  /** Shown if items have more than the specified fields. */
  readonly detailsNote?: string;
  /** The field that says more about an item in the command palette. */
  readonly detail?: string;
  /** The second keys of the shortcuts: G opens the list, A the form. */
  readonly goKey: string;
  readonly addKey: string;
}

export const COLLECTION_VIEWS: {
  readonly [Name in CollectionName]: CollectionView & { detail?: keyof CollectionItem<Name> };
} = {
  project: {
    one: 'Project',
    many: 'Projects',
    words: ['project', 'projects'],
    called: 'a project',
    title: 'Projects',
    empty: 'You have not added any project.',
    Icon: FolderGit,
    addTitle: 'Add a new project',
    goKey: 'P',
    addKey: 'P',
  },
  skill: {
    one: 'Skill',
    many: 'Skills',
    words: ['skill', 'skills'],
    called: 'a skill',
    title: 'Skills',
    empty: 'You have not added any skill.',
    Icon: PencilRuler,
    addTitle: 'Add a new skill',
    manageNote: 'Changes save when you leave the field. Press Escape to undo.',
    detail: 'category',
    goKey: 'K',
    addKey: 'S',
  },
  'software-application': {
    one: 'Application',
    many: 'Applications',
    words: ['application', 'applications'],
    called: 'an application',
    title: 'Software Applications',
    empty: 'You have not added any software application.',
    Icon: LayoutGrid,
    addTitle: 'Add a software application',
    addNote: 'A tool you work with.',
    goKey: 'A',
    addKey: 'A',
  },
  timeline: {
    one: 'Timeline',
    many: 'Timeline',
    words: ['timeline entry', 'timeline entries'],
    called: 'a timeline entry',
    title: 'Timeline',
    empty: 'You have not added any timeline.',
    Icon: History,
    addTitle: 'Add a new timeline',
    addNote: 'A step in your career.',
    detailsNote: 'Newest first. Roles at the same organization appear together.',
    detail: 'organization',
    goKey: 'L',
    addKey: 'T',
  },
  post: {
    one: 'Post',
    many: 'Writing',
    words: ['post', 'posts'],
    called: 'a post',
    title: 'Writing',
    empty: 'You have not written a post.',
    Icon: Feather,
    addTitle: 'New post',
    manageTitle: 'Writing',
    addLabel: 'New post',
    isOptional: true,
    importTo: '/import/posts',
    manageNote: 'Posts on your site, newest first, and in your feed. Press N for a new post.',
    detail: 'summary',
    goKey: 'W',
    addKey: 'W',
  },
  publication: {
    one: 'publication',
    many: 'Publications',
    words: ['publication', 'publications'],
    called: 'a publication',
    title: 'Publications',
    empty: 'You have not added any publication.',
    Icon: BookOpen,
    addTitle: 'Add a publication',
    addNote: 'A paper, a book or a talk.',
    manageTitle: 'Publications',
    addLabel: 'Add publication',
    isOptional: true,
    importTo: '/import/publications',
    manageNote: 'Papers, books and talks, newest first. Your name is set in bold.',
    detail: 'venue',
    goKey: 'B',
    addKey: 'B',
  },
  testimonial: {
    one: 'Testimonial',
    many: 'Kind words',
    words: ['testimonial', 'testimonials'],
    called: 'a testimonial',
    title: 'Kind words',
    empty: 'No testimonials yet. Ask someone you worked with.',
    Icon: Quote,
    addTitle: 'Ask for a testimonial',
    addNote:
      'You get a link to send. The person writes on your site without an account, and sees exactly how it will appear.',
    manageTitle: 'Kind words',
    addLabel: 'Ask for one',
    isOptional: true,
    manageNote: 'A few words from people you worked with, shown on your site with their consent.',
    detail: 'quote',
    goKey: 'Q',
    addKey: 'Q',
  },
};
