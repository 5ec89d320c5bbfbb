import { deviceName } from '@vitrine/contract/device';
import { routes } from '@vitrine/contract/routes';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { callApi } from '../../../api/call-api.ts';
import { queryClient } from '../../../api/query-client.ts';
import { setFile } from '../../../components/form/set-value.ts';
import { fillForm } from '../../../components/form/use-autosave.ts';
import type { SaveWay } from '../../../components/publishing/use-save-keys.ts';
import { formatMoment, formatTime } from '../../../components/text/day.ts';
import type { GalleryItem } from '../../gallery/gallery-item.ts';
import { type FullProject, projectQuery } from '../project-queries.ts';
import { type Choices, type Conflict, chosenFrom, type Source } from './conflict.ts';
import { readForm, type Snapshot, takeSnapshot } from './snapshot.ts';

interface ConflictOptions {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly project: FullProject | undefined;
  /** What the form is based on. */
  readonly base: Snapshot;
  readonly gallery: readonly GalleryItem[];
  readonly setGallery: (gallery: readonly GalleryItem[]) => void;
  /** Continues from what is stored. */
  readonly show: (stored: FullProject) => void;
  readonly save: (way: SaveWay) => void;
}

/** Compares the form with a version that was saved elsewhere, and saves what the owner chooses. */
export function useConflict(options: ConflictOptions) {
  const { form, project, base, gallery, setGallery, show, save } = options;
  const [conflict, setConflict] = useState<Conflict>();
  /** The name of a banner that was replaced elsewhere, and that the owner keeps. */
  const keptBanner = useRef<string>(undefined);

  async function compare(id: string, way: SaveWay) {
    const [theirs, source, code] = await Promise.all([
      readLatest(id),
      readSource(id),
      loadDialog(),
    ]);
    // If it cannot be loaded, a toast says so, and the form stays as it is.
    if (!theirs || !code || !form.current) return;
    const { findDifferences, ConflictDialog: Dialog } = code;
    const stored = takeSnapshot(theirs);
    const isChanged = findDifferences(base, base, stored).length > 0;
    const mine = readForm(form.current, gallery, base);
    const differences = isChanged ? findDifferences(base, mine, stored) : [];
    const found = { theirs, differences, way, source, Dialog };
    // Only its state was changed, or in the same way as here: nothing would be overwritten.
    if (differences.length === 0) apply(found, {});
    else setConflict(found);
  }

  /** Saves again, on top of what was saved elsewhere. */
  function apply({ theirs, differences, way }: Conflict, choices: Choices) {
    const chosen = chosenFrom(differences, choices);
    const stored = project?.images.find(({ image }) => image.url === chosen.banner);
    keptBanner.current = stored?.name;
    flushSync(() => {
      setConflict(undefined);
      show(theirs);
      if (chosen.gallery) setGallery(chosen.gallery);
    });
    const { current: element } = form;
    const banner = element?.elements.namedItem('projectBanner');
    const isReplaced = choices['banner'] === 'theirs' && banner instanceof HTMLInputElement;
    if (isReplaced) flushSync(() => setFile(banner));
    if (element) flushSync(() => fillForm(element, chosen.fields));
    save(way);
  }

  return {
    conflict,
    compare,
    resolve: (choices: Choices) => conflict && apply(conflict, choices),
    close: () => setConflict(undefined),
    keptBanner,
  };
}

async function readLatest(id: string): Promise<FullProject | undefined> {
  return queryClient.fetchQuery({ ...projectQuery(id), staleTime: 0 }).then(
    ({ project }) => project,
    () => undefined,
  );
}

async function loadDialog() {
  try {
    const [{ ConflictDialog }, { findDifferences }] = await Promise.all([
      import('./conflict-dialog.tsx'),
      import('./differences.ts'),
    ]);
    return { ConflictDialog, findDifferences };
  } catch {
    toast.error('This project was changed elsewhere, but the comparison did not load. Save again.');
    return undefined;
  }
}

/** The comparison works without it. */
async function readSource(id: string): Promise<Source | undefined> {
  try {
    const { versions } = await callApi(routes.history.list, {
      params: { noun: 'project', id },
      query: { limit: '1' },
    });
    const [latest] = versions;
    if (!latest?.createdAt) return undefined;
    const { actor, createdAt } = latest;
    const isToday = new Date(createdAt).toDateString() === new Date().toDateString();
    return {
      name: { service: 'Vitrine', token: actor.name, session: deviceName(actor.name) }[actor.type],
      time: isToday ? formatTime(createdAt) : formatMoment(createdAt),
    };
  } catch {
    return undefined;
  }
}
