import { useRef } from 'react';
import type { GalleryItem } from '../../../components/image/gallery-item.ts';
import { Picture } from '../../../components/image/picture.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../../ui/dialog.tsx';
import { lacksAltText } from './questions.ts';

interface AltTextDialogProps {
  readonly gallery: readonly GalleryItem[];
  readonly onChange: (gallery: readonly GalleryItem[]) => void;
  readonly onClose: () => void;
  readonly onPublish: () => void;
}

/** Lists the images of the gallery that screen readers would skip. */
export function AltTextDialog({ gallery, onChange, onClose, onPublish }: AltTextDialogProps) {
  const chosen = useRef<string>(undefined);
  const missing = gallery.flatMap((item, index) =>
    lacksAltText(item) ? [{ ...item, label: `Image ${index + 1}` }] : [],
  );

  function describe(name: string) {
    chosen.current = name;
    onClose();
  }

  function markDecorative(name: string) {
    onChange(gallery.map((item) => (item.name === name ? { ...item, decorative: true } : item)));
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        role="alertdialog"
        title="Publish without alternative text?"
        description="Screen readers skip these images of the gallery. Say what each one shows, or mark it as decorative."
        onCloseAutoFocus={(event) => {
          if (chosen.current === undefined) return;
          event.preventDefault();
          document
            .querySelector<HTMLElement>(`[data-id="${CSS.escape(chosen.current)}"] textarea`)
            ?.focus();
        }}
      >
        <ul className="mt-4 grid gap-3">
          {missing.map(({ name, image, label }) => (
            <li key={name} className="flex flex-wrap items-center gap-3">
              <Picture
                image={image}
                alt=""
                sizes="96px"
                className="aspect-16/10 w-24 shrink-0 rounded-sm"
              />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{label}</p>
                <div className="mt-1 flex flex-wrap gap-1.5">
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Add alt text: ${label}`}
                    onClick={() => describe(name)}
                  >
                    Add alt text
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Mark as decorative: ${label}`}
                    onClick={() => markDecorative(name)}
                  >
                    Mark as decorative
                  </Button>
                </div>
              </div>
            </li>
          ))}
          {missing.length === 0 && <li className="text-ink-2">Every image is described now.</li>}
        </ul>
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button onClick={onPublish}>{missing.length > 0 ? 'Publish anyway' : 'Publish'}</Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
