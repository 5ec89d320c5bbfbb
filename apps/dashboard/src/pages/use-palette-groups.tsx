import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  FileInput,
  FilePenLine,
  FileUser,
  Globe,
  History,
  House,
  LogOut,
  type LucideIcon,
  MessageSquareMore,
  Moon,
  Pencil,
  Plus,
  Sun,
  Trash2,
  User,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Capabilities, offered, useCan } from '../api/capabilities.ts';
import { ALL_VIEWS } from '../components/collection-views.ts';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { ADD, GO_TO, type Shortcut } from '../components/shortcuts.ts';
import { useTheme } from '../components/theme.ts';
import type { HistorySheetProps } from '../features/history/history-sheet.tsx';
import { messagesQueryOf } from '../features/message/message-queries.ts';
import { ShortTime } from '../features/message/message-time.tsx';
import type { PaletteGroup, PaletteItem } from '../features/palette/palette.tsx';
import { bestFirst, excerptOf, isMatch, wordsOf } from '../features/palette/palette-match.ts';
import { projectsQuery } from '../features/project/project-queries.ts';
import { skillsQuery } from '../features/skill/skill-queries.ts';
import { softwareApplicationsQuery } from '../features/software-application/software-application-queries.ts';
import { timelinesQuery } from '../features/timeline/timeline-queries.ts';
import { paths } from '../paths.ts';
import { Keys } from '../ui/kbd.tsx';

export type OpenHistory = Omit<HistorySheetProps, 'onClose'>;

interface PaletteOptions {
  readonly query: string;
  /** The values of the items that were chosen last. */
  readonly recent: readonly string[];
  readonly onHistory: (history: OpenHistory) => void;
  readonly onLogout: () => void;
}

/** At most this many of each kind, so that no kind hides the others. */
const MAX_OF_KIND = 6;

/** Recent items and views before typing. Otherwise what matches: objects first, then actions. */
export function usePaletteGroups({ query, recent, onHistory, onLogout }: PaletteOptions) {
  const can = useCan();
  const words = wordsOf(query);
  const objects = useObjects();
  const messages = useFoundMessages(query);
  const commands = useCommands(onLogout);
  if (words.length === 0) {
    const known = [
      ...Object.values(objects).flat(),
      ...messages.items,
      ...commands.flatMap((group) => group.items),
    ];
    const items = recent.flatMap((value) => known.find((item) => item.value === value) ?? []);
    return { groups: [{ heading: 'Recent', items }, ...commands], status: '' };
  }
  const found = Object.entries(objects).map(([heading, items]) => ({
    heading,
    items: bestFirst(items, ({ name }) => name, words).slice(0, MAX_OF_KIND),
  }));
  const best = found.flatMap(({ items }) => items)[0];
  const actions = [
    ...(best?.actions?.(onHistory) ?? []),
    ...commands.flatMap(({ items }) => bestFirst(items, ({ name }) => name, words)),
  ];
  const isNothing =
    [...found, messages].every(({ items }) => items.length === 0) && actions.length === 0;
  const groups: PaletteGroup[] = [
    ...found,
    { heading: 'Messages', items: messages.items },
    { heading: 'Actions', items: [...actions, ...addCalled(query.trim(), can)] },
  ];
  const status = messages.isSearching
    ? 'Still searching the messages…'
    : isNothing
      ? `Nothing found for “${query.trim()}”.`
      : '';
  return { groups, status };
}

interface ObjectItem extends PaletteItem {
  readonly actions?: (onHistory: (history: OpenHistory) => void) => readonly PaletteItem[];
}

/** The owner's content, by the heading of its group. */
function useObjects(): Readonly<Record<string, readonly ObjectItem[]>> {
  const can = useCan();
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: skills = [] } = useQuery(skillsQuery);
  const { data: applications = [] } = useQuery(softwareApplicationsQuery);
  const { data: entries = [] } = useQuery(timelinesQuery);
  const history = can.history ? historyAction : () => [];
  return {
    Projects: projects.map((project): ObjectItem => {
      const { _id: id, title, stack, state, projectBanner } = project;
      const isDraft = state === 'draft';
      return {
        value: `project ${id}`,
        name: title,
        detail: isDraft ? 'Draft' : [stack, state && 'Published'].filter(Boolean).join(' · '),
        picture:
          isDraft || !projectBanner ? (
            <FilePenLine aria-hidden="true" />
          ) : (
            <Picture image={projectBanner} alt="" sizes="32px" className="size-full" />
          ),
        to: paths.viewProject(id),
        actions: (onHistory) => [
          action(`update ${id}`, `Update ${title}`, Pencil, { to: paths.updateProject(id) }),
          ...history({ noun: 'project', id, title }, onHistory),
        ],
      };
    }),
    Skills: skills.map(({ _id: id, title, svg, category }) => ({
      value: `skill ${id}`,
      name: title,
      detail: category,
      picture: <Icon image={svg} className="size-5" />,
      to: paths.item(paths.manageSkills, id),
      actions: (onHistory) => history({ noun: 'skill', id, title }, onHistory),
    })),
    Applications: applications.map(({ _id: id, name, svg }) => ({
      value: `application ${id}`,
      name,
      picture: <Icon image={svg} className="size-5" />,
      to: paths.item(paths.manageApplications, id),
      actions: (onHistory) => history({ noun: 'software-application', id, title: name }, onHistory),
    })),
    Timeline: entries.map((entry) => ({
      value: `timeline ${entry._id}`,
      name: entry.title,
      detail: entry.organization,
      picture: <History aria-hidden="true" />,
      to: can.details ? paths.timelineEntry(entry._id) : paths.manageTimeline,
      actions: (onHistory) =>
        history({ noun: 'timeline', id: entry._id, title: entry.title }, onHistory),
    })),
  };
}

function historyAction(
  history: OpenHistory,
  onHistory: (history: OpenHistory) => void,
): readonly PaletteItem[] {
  const run = () => onHistory(history);
  return [action(`history ${history.id}`, `History of ${history.title}`, History, { run })];
}

/** Searches on the host if it supports that, and otherwise in the messages that it returned. */
function useFoundMessages(query: string) {
  const can = useCan();
  const search = useDebounced(query.trim());
  const words = wordsOf(query);
  const isOnHost = can.folders && query.trim() !== '';
  const {
    data = [],
    isPlaceholderData,
    isFetching,
  } = useInfiniteQuery(messagesQueryOf('inbox', isOnHost ? search : ''));
  const isSearching = isOnHost && (search !== query.trim() || (isFetching && isPlaceholderData));
  const matching = isOnHost
    ? isSearching
      ? []
      : data
    : data.filter((message) =>
        isMatch(`${message.senderName} ${message.subject} ${message.message}`, words),
      );
  const items = (words.length > 0 ? matching.slice(0, MAX_OF_KIND) : data).map(
    (message): PaletteItem => ({
      value: `message ${message._id}`,
      name: message.subject,
      detail: `${message.senderName} · ${excerptOf(message.message, words)}`,
      picture: <MessageSquareMore aria-hidden="true" />,
      aside: message.createdAt && <ShortTime date={message.createdAt} />,
      to: paths.message(message._id, isOnHost ? search : ''),
    }),
  );
  return { items, isSearching };
}

/** The value after a pause in typing. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

function useCommands(onLogout: () => void): readonly PaletteGroup[] {
  const can = useCan();
  const { theme, toggle } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    { heading: 'Go to', items: offered(GO_TO, can).map((view) => viewItem(view, view.name)) },
    {
      heading: 'Add',
      items: [
        ...offered(ADD, can).map((view) => viewItem(view, `Add ${view.name}`)),
        ...(can.import ? [IMPORT] : []),
      ],
    },
    {
      heading: 'This dashboard',
      items: [
        action('theme', `Switch to ${other} theme`, other === 'dark' ? Moon : Sun, { run: toggle }),
        action('logout', 'Log out', LogOut, { run: onLogout }),
      ],
    },
  ];
}

function viewItem({ to, keys }: Shortcut & { readonly to: string }, name: string): PaletteItem {
  const aside = (
    <span className="group-data-[selected=true]:hidden max-sm:hidden">
      <Keys keys={keys} />
    </span>
  );
  return { ...action(`view ${to}`, name, VIEW_ICONS[to] ?? Plus, { to }), aside };
}

const VIEW_ICONS: Readonly<Record<string, LucideIcon>> = {
  [paths.home]: House,
  ...Object.fromEntries(ALL_VIEWS.map(({ manage, Icon }) => [manage, Icon])),
  [paths.view('messages')]: MessageSquareMore,
  [paths.view('site')]: Globe,
  [paths.view('resume')]: FileUser,
  [paths.view('account')]: User,
  [paths.view('trash')]: Trash2,
};

const IMPORT = action('import', 'Import from LinkedIn, JSON Resume or GitHub', FileInput, {
  to: paths.import,
});

function addCalled(name: string, can: Capabilities): readonly PaletteItem[] {
  return offered(ALL_VIEWS, can).map(({ called, addView, titleField }) => {
    const to = `${paths.view(addView)}&${new URLSearchParams({ [titleField]: name })}`;
    return {
      ...action(`add ${called}`, `Add ${called} called “${name}”`, Plus, { to }),
      isQuoted: true,
    };
  });
}

function action(
  value: string,
  name: string,
  ActionIcon: LucideIcon,
  does: Pick<PaletteItem, 'to' | 'run'>,
): PaletteItem {
  const picture: ReactNode = <ActionIcon aria-hidden="true" />;
  return { value, name, picture, ...does };
}
