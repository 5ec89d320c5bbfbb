import { Images, ImageUp } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useFileDrop } from '../../components/field/use-file-drop.ts';
import { useUnsavedChanges } from '../../components/form/unsaved-changes.ts';
import type { GalleryItem } from '../../components/image/gallery-item.ts';
import { Button } from '../../ui/button.tsx';
import { LibraryDialog } from '../images/library-dialog.tsx';
import type { Upload } from '../images/uploads.ts';
import { GalleryTile } from './gallery-tile.tsx';
import { type Change, MAX_COUNT, useGallery } from './use-gallery.ts';

interface GalleryFieldProps {
  readonly value: readonly GalleryItem[];
  /** Uploads end at any time, so a change is a function of the latest value, as in `useState`. */
  readonly onChange: (change: Change) => void;
}

/** The images of a project, in order. The form sends them with `galleryInput`. */
export function GalleryField({ value, onChange }: GalleryFieldProps) {
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const gallery = useGallery({ value, onChange, list });
  const { tiles, reorder, notice } = gallery;
  const { isOver, zone } = useFileDrop((files) => gallery.add(files));
  const [isLibraryOpen, setIsLibraryOpen] = useState(false);
  useUnfinishedUploads(input, gallery.uploads.filter(isUnfinished).length);

  return (
    <fieldset
      className={`min-w-0 rounded-lg ${isOver ? 'outline-2 outline-offset-8 outline-accent' : ''}`}
      {...zone}
    >
      <legend className="sr-only">Gallery</legend>
      <p className="mb-3 text-xs text-ink-3 tabular-nums">
        {tiles.length} of {MAX_COUNT} images. Alt text says what an image shows, as you would on the
        phone. Skip “image of”.
      </p>
      <ul
        ref={list}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-5 gap-y-6"
      >
        {tiles.map((tile, place) => (
          <GalleryTile
            key={tile.key}
            tile={tile}
            place={place}
            gallery={gallery}
            onRemove={() => {
              gallery.remove(tile);
              const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
              (buttons[Math.min(place, buttons.length - 1)] ?? input.current)?.focus();
            }}
          />
        ))}
        <li className={tiles.length < MAX_COUNT ? '' : 'hidden'}>
          <AddTile input={input} onAdd={gallery.add} />
          <Button
            variant="outline"
            className="mt-2.5 w-full"
            onClick={() => setIsLibraryOpen(true)}
          >
            <Images aria-hidden="true" />
            Choose from the library
          </Button>
          <LibraryDialog
            open={isLibraryOpen}
            onOpenChange={setIsLibraryOpen}
            onChoose={gallery.addStored}
          />
        </li>
      </ul>
      <p role="status" className={notice ? 'mt-3 text-sm text-ochre' : ''}>
        {notice}
      </p>
      <p role="status" className="sr-only">
        {reorder.announcement}
      </p>
    </fieldset>
  );
}

interface AddTileProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onAdd: (files: readonly File[]) => void;
}

function AddTile({ input, onAdd }: AddTileProps) {
  return (
    <div className="relative grid aspect-16/10 place-content-center rounded-lg border-[1.5px] border-dashed border-edge bg-sunk p-3 text-center text-ink-2 has-focus-visible:border-accent has-focus-visible:ring-3 has-focus-visible:ring-accent-soft">
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*"
        aria-label="Add images to the gallery"
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
      <ImageUp aria-hidden="true" className="mx-auto mb-2 size-6" strokeWidth={1.5} />
      <p>
        <span className="font-medium text-accent">Upload files</span> or drag and drop
      </p>
      <p className="text-xs text-ink-3">PNG, JPG, GIF up to 10MB each</p>
    </div>
  );
}

function isUnfinished({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'processing';
}

/** Saving or leaving the form now would lose the images that are still being uploaded. */
function useUnfinishedUploads(input: RefObject<HTMLInputElement | null>, count: number): void {
  useUnsavedChanges(useCallback(() => count > 0, [count]));
  useEffect(() => {
    input.current?.setCustomValidity(
      count > 0 ? 'Images are still being uploaded. Wait for them, or cancel them.' : '',
    );
  }, [input, count]);
}
