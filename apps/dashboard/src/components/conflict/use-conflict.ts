import { deviceName } from '@vitrine/contract/device';
import { routes } from '@vitrine/contract/routes';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { callApi } from '../../api/call-api.ts';
import { setFile } from '../form/set-value.ts';
import { fillForm } from '../form/use-autosave.ts';
import type { GalleryItem } from '../image/gallery-item.ts';
import type { SaveWay } from '../publishing/use-save-keys.ts';
import { formatMoment, formatTime } from '../text/day.ts';
import { type Choices, type Conflict, chosenFrom, type Source } from './conflict.ts';
import {
  type FormParts,
  readForm,
  type Snapshot,
  type StoredForm,
  type StoredItem,
} from './snapshot.ts';

interface ConflictOptions<Item extends StoredItem> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly parts: FormParts & StoredForm<Item>;
  readonly item: Item | undefined;
  /** What the form is based on. */
  readonly base: Snapshot;
  readonly gallery?: readonly GalleryItem[];
  readonly setGallery?: (gallery: readonly GalleryItem[]) => void;
  /** Continues from what is stored. */
  readonly show: (stored: Item) => void;
  readonly save: (way: SaveWay) => void;
}

/** Compares the form with a version that was saved elsewhere, and saves what the owner chooses. */
export function useConflict<Item extends StoredItem>(options: ConflictOptions<Item>) {
  const { form, parts, item, base, gallery = [], show, save } = options;
  const [conflict, setConflict] = useState<Conflict<Item>>();
  /** The name of a picture that was replaced elsewhere, and that the owner keeps. */
  const keptPicture = useRef<string>(undefined);

  async function compare(id: string, way: SaveWay) {
    const [theirs, source, code] = await Promise.all([
      // If it cannot be read, a toast says so.
      parts.read(id).catch(() => undefined),
      readSource(parts.noun, id),
      loadDialog(parts.noun),
    ]);
    // If it cannot be loaded, a toast says so, and the form stays as it is.
    if (!theirs || !code || !form.current) return;
    const { findDifferences, ConflictDialog: Dialog } = code;
    const stored = parts.takeSnapshot(theirs);
    const isChanged = findDifferences(parts, [base, base, stored]).length > 0;
    const mine = readForm(form.current, gallery, base, parts);
    const differences = isChanged ? findDifferences(parts, [base, mine, stored]) : [];
    const found = { theirs, parts, differences, way, source, Dialog };
    // Only its state was changed, or in the same way as here: nothing would be overwritten.
    if (differences.length === 0) apply(found, {});
    else setConflict(found);
  }

  /** Saves again, on top of what was saved elsewhere. */
  function apply(found: Conflict<Item>, choices: Choices) {
    const chosen = chosenFrom(found, choices);
    const stored = item?.images.find(({ image }) => image.url === chosen.banner);
    keptPicture.current = stored?.name;
    flushSync(() => {
      setConflict(undefined);
      show(found.theirs);
      if (chosen.gallery) options.setGallery?.(chosen.gallery);
    });
    const { current: element } = form;
    const picture = element?.elements.namedItem(parts.picture.file);
    const isReplaced = choices['banner'] === 'theirs' && picture instanceof HTMLInputElement;
    if (isReplaced) flushSync(() => setFile(picture));
    if (element) flushSync(() => fillForm(element, chosen.fields));
    // Saving would publish it again.
    if (found.way === 'publish' && item?.state === 'published' && found.theirs.state === 'draft')
      toast.warning(
        `This ${parts.noun} was unpublished elsewhere, and your changes are not saved. Publish it again, or save a draft.`,
      );
    else save(found.way);
  }

  return {
    conflict,
    compare,
    resolve: (choices: Choices) => conflict && apply(conflict, choices),
    close: () => setConflict(undefined),
    keptPicture,
  };
}

async function loadDialog(noun: string) {
  try {
    const [{ ConflictDialog }, { findDifferences }] = await Promise.all([
      import('./conflict-dialog.tsx'),
      import('./differences.ts'),
    ]);
    return { ConflictDialog, findDifferences };
  } catch {
    toast.error(`This ${noun} was changed elsewhere, but the comparison did not load. Save again.`);
    return undefined;
  }
}

/** The comparison works without it. */
async function readSource(noun: FormParts['noun'], id: string): Promise<Source | undefined> {
  try {
    const { versions } = await callApi(routes.history.list, {
      params: { noun, id },
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
