import type { ComponentType } from 'react';
import type { GalleryItem } from '../image/gallery-item.ts';
import type { SaveWay } from '../publishing/use-save-keys.ts';
import type { Difference, Side } from './differences.ts';
import type { FormParts, StoredItem } from './snapshot.ts';

/** The item was saved elsewhere after it was opened here. */
export interface Conflict<Item extends StoredItem = StoredItem> {
  readonly theirs: Item;
  readonly parts: FormParts;
  readonly differences: readonly Difference[];
  /** How the owner wanted to save. */
  readonly way: SaveWay;
  readonly source: Source | undefined;
  /** In a chunk of its own. */
  readonly Dialog: ComponentType<ConflictDialogProps>;
}

/** Where and when the other version was saved. */
export interface Source {
  /** As in 'Safari on iPhone'. */
  readonly name: string;
  /** As in '2:31 PM'. */
  readonly time: string;
}

/** The side that the owner chose for each difference, by its name. */
export type Choices = Readonly<Record<string, Side>>;

export interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly title: string;
  readonly onSave: (choices: Choices) => void;
  readonly onClose: () => void;
}

/** What the owner chose, in the form that the editor takes it. */
export function chosenFrom({ differences, parts }: Conflict, choices: Choices) {
  const fields: (readonly [name: string, value: string])[] = [];
  let gallery: readonly GalleryItem[] | undefined;
  let banner: string | undefined;
  for (const difference of differences) {
    const side = choices[difference.name] ?? difference.suggested;
    if (difference.kind === 'gallery') gallery = difference[side];
    else if (difference.kind !== 'banner') fields.push([difference.name, difference[side] ?? '']);
    else if (side === 'mine') {
      banner = difference.mine?.url;
      const { x, y } = difference.mine?.focalPoint ?? { x: 50, y: 50 };
      const [nameX, nameY] = parts.picture.focus;
      fields.push([nameX, String(x)], [nameY, String(y)]);
    }
  }
  return { fields, gallery, banner };
}
