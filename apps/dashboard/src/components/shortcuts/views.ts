import {
  ChartColumn,
  FileUser,
  GalleryVerticalEnd,
  Globe,
  House,
  type LucideIcon,
  MessageSquareMore,
  Trash2,
  User,
} from 'lucide-react';
import type { Capability } from '../../api/capabilities.ts';
import type { View } from '../../paths.ts';

export interface ViewItem {
  readonly view: View;
  readonly name: string;
  readonly Icon: LucideIcon;
  /** The second key of the shortcut that opens it, after G. */
  readonly goKey: string;
  readonly needs?: Capability;
}

export const DASHBOARD: ViewItem = {
  view: 'dashboard',
  name: 'Dashboard',
  Icon: House,
  goKey: 'D',
};

/** The views after those of the collections, in the order of the navigation. */
export const OTHER_VIEWS: readonly ViewItem[] = [
  { view: 'messages', name: 'Messages', Icon: MessageSquareMore, goKey: 'M' },
  { view: 'views', name: 'Views', Icon: GalleryVerticalEnd, goKey: 'I', needs: 'views' },
  { view: 'visitors', name: 'Visitors', Icon: ChartColumn, goKey: 'V', needs: 'visits' },
  { view: 'site', name: 'Site', Icon: Globe, goKey: 'S', needs: 'site' },
  { view: 'resume', name: 'Resume', Icon: FileUser, goKey: 'R', needs: 'resume' },
  { view: 'account', name: 'Account', Icon: User, goKey: 'C' },
];

export const TRASH: ViewItem = {
  view: 'trash',
  name: 'Trash',
  Icon: Trash2,
  goKey: 'T',
  needs: 'trash',
};
