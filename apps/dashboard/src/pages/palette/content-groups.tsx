import { useQuery } from '@tanstack/react-query';
import type { CollectionName } from '@vitrine/contract/collections';
import { FilePenLine, GalleryVerticalEnd, History, Pencil } from 'lucide-react';
import { useCan } from '../../api/capabilities.ts';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import { type CollectionItem, titleOf } from '../../components/collection/collection-query.ts';
import { useCollections } from '../../components/collection/use-collections.ts';
import type { HistorySheetProps } from '../../components/history/history-sheet.tsx';
import { Icon } from '../../components/image/icon.tsx';
import { Picture } from '../../components/image/picture.tsx';
import { viewsQuery } from '../../components/view/view-queries.ts';
import { action, type PaletteItem } from '../../features/palette/palette-item.tsx';
import { paths } from '../../paths.ts';

export type OpenHistory = Omit<HistorySheetProps, 'onClose'>;

interface ContentItem extends PaletteItem {
  /** What else can be done with it. */
  readonly actions: (onHistory: (history: OpenHistory) => void) => readonly PaletteItem[];
}

/** The owner's content, in a group for each collection. */
export function useContentGroups() {
  const can = useCan();
  const views = useViewItems();
  const collections = useCollections().map(({ name, items }) => ({
    heading: COLLECTION_VIEWS[name].many,
    items: items.map((item): ContentItem => {
      const { _id: id } = item;
      const title = titleOf(name, item);
      return {
        value: `${name} ${id}`,
        name: title,
        detail: detailOf(name, item),
        picture: pictureOf(name, item),
        to: paths.item(name, id),
        actions: (onHistory) => [
          ...(name === 'project'
            ? [action(`update ${id}`, `Update ${title}`, Pencil, { to: paths.updateProject(id) })]
            : []),
          ...(can.history
            ? [
                action(`history ${id}`, `History of ${title}`, History, {
                  run: () => onHistory({ noun: name, id, title }),
                }),
              ]
            : []),
        ],
      };
    }),
  }));
  return [...collections, { heading: 'Views', items: views }];
}

function useViewItems(): readonly ContentItem[] {
  const can = useCan();
  const { data } = useQuery({ ...viewsQuery, enabled: can.views, meta: { quiet: true } });
  return (data?.views ?? []).map(({ _id: id, name: title, headline }) => ({
    value: `view ${id}`,
    name: title,
    detail: headline,
    picture: <GalleryVerticalEnd aria-hidden="true" />,
    to: paths.updateView(id),
    actions: (onHistory) => [
      action(`history ${id}`, `History of ${title}`, History, {
        run: () => onHistory({ noun: 'view', id, title }),
      }),
    ],
  }));
}

type AnyItem = CollectionItem<CollectionName>;

function detailOf(name: CollectionName, item: AnyItem): string | undefined {
  if ('stack' in item)
    return item.state === 'draft'
      ? 'Draft'
      : [item.stack, item.state && 'Published'].filter(Boolean).join(' · ');
  if ('publishAt' in item && item.publishAt) return 'Scheduled';
  if ('state' in item && item.state === 'draft') return 'Draft';
  const { [COLLECTION_VIEWS[name].detail ?? '']: detail }: Record<string, unknown> = { ...item };
  return typeof detail === 'string' ? detail : undefined;
}

function pictureOf(name: CollectionName, item: AnyItem) {
  if ('svg' in item)
    return <Icon image={item.svg} title={titleOf(name, item)} className="size-5" />;
  const CollectionIcon = COLLECTION_VIEWS[name].Icon;
  if (!('projectBanner' in item)) return <CollectionIcon aria-hidden="true" />;
  const { state, projectBanner } = item;
  if (state === 'draft' || !projectBanner?.url) return <FilePenLine aria-hidden="true" />;
  return <Picture image={projectBanner} alt="" sizes="32px" className="size-full" />;
}
