import { COLLECTIONS, type CollectionName, namesOf } from '@vitrine/contract/collections';
import { FolderGit, History, LayoutGrid, type LucideIcon, PencilRuler } from 'lucide-react';
import { paths, type View } from '../paths.ts';

/** How the dashboard names and shows a collection. */
interface CollectionView {
  readonly one: string;
  readonly many: string;
  readonly Icon: LucideIcon;
  /** The view with the form, and the page with the list. */
  readonly addView: View;
  readonly manage: string;
  /** The second keys of the shortcuts: G opens the list, A the form. */
  readonly goKey: string;
  readonly addKey: string;
  /** As in 'Add an application called “Figma”'. */
  readonly called: string;
}

export const COLLECTION_VIEWS: Readonly<Record<CollectionName, CollectionView>> = {
  project: {
    one: 'Project',
    many: 'Projects',
    Icon: FolderGit,
    addView: 'add-project',
    manage: paths.manageProjects,
    goKey: 'P',
    addKey: 'P',
    called: 'a project',
  },
  skill: {
    one: 'Skill',
    many: 'Skills',
    Icon: PencilRuler,
    addView: 'add-skill',
    manage: paths.manageSkills,
    goKey: 'K',
    addKey: 'S',
    called: 'a skill',
  },
  'software-application': {
    one: 'Application',
    many: 'Applications',
    Icon: LayoutGrid,
    addView: 'add-application',
    manage: paths.manageApplications,
    goKey: 'A',
    addKey: 'A',
    called: 'an application',
  },
  timeline: {
    one: 'Timeline',
    many: 'Timeline',
    Icon: History,
    addView: 'add-timeline',
    manage: paths.manageTimeline,
    goKey: 'L',
    addKey: 'T',
    called: 'a timeline entry',
  },
};

/** In the order of the navigation. */
export const ALL_VIEWS = namesOf(COLLECTIONS).map((name) => ({
  ...COLLECTION_VIEWS[name],
  needs: name,
  titleField: COLLECTIONS[name].title,
}));
