import { Crop, TriangleAlert, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { FocalPointPicker } from '../../components/field/focal-point-picker.tsx';
import type { GalleryItem } from '../../components/image/gallery-item.ts';
import { Picture } from '../../components/image/picture.tsx';
import { MoveButtons, ReorderHandle } from '../../components/reorder/reorder-handle.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { errorOf, type Upload } from '../images/uploads.ts';
import type { Gallery, Tile, Words } from './use-gallery.ts';

/** The limit of both texts in the contract's project.ts. */
const MAX_LENGTH = 300;

interface GalleryTileProps {
  readonly tile: Tile;
  readonly place: number;
  readonly gallery: Gallery;
  readonly onRemove: () => void;
}

export function GalleryTile({ tile, place, gallery, onRemove }: GalleryTileProps) {
  const { content, words } = tile;
  const item = 'item' in content ? content.item : undefined;
  const isRejected = 'upload' in content && errorOf(content.upload.file) !== undefined;
  return (
    <li data-id={item?.name} className="min-w-0">
      <fieldset
        aria-label={`Image ${place + 1}`}
        className="grid min-w-0 grid-cols-1 content-start gap-2.5"
      >
        {'item' in content ? (
          <ImageFigure {...content} place={place} gallery={gallery} onRemove={onRemove} />
        ) : (
          <UploadFigure
            upload={content.upload}
            onRetry={() => gallery.retry(content.upload.id)}
            onRemove={onRemove}
          />
        )}
        {!isRejected && (
          <WordFields words={words} onChange={(written) => gallery.write(tile, written)} />
        )}
      </fieldset>
    </li>
  );
}

interface ImageFigureProps {
  readonly item: GalleryItem;
  readonly index: number;
  readonly place: number;
  readonly gallery: Gallery;
  readonly onRemove: () => void;
}

function ImageFigure({ item, index, place, gallery, onRemove }: ImageFigureProps) {
  const [isCropping, setIsCropping] = useState(false);
  const { reorder } = gallery;
  const isLifted = reorder.lifted?.key === item.name;
  const name = `image ${place + 1}`;
  const handle = { reorder, itemKey: item.name, index, name };
  return (
    <div className="relative">
      {isCropping ? (
        <FocalPointPicker
          image={item.image}
          alt=""
          onChange={(point) => gallery.focus(item, point)}
        />
      ) : (
        <Picture
          image={item.image}
          alt=""
          sizes="320px"
          className={`aspect-16/10 w-full rounded-md ${isLifted ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
        />
      )}
      <div className={`left-2 ${OVER_IMAGE}`}>
        <ReorderHandle {...handle} />
        {isLifted && <MoveButtons {...handle} />}
      </div>
      <div className={`right-2 ${OVER_IMAGE}`}>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Focal point of ${name}`}
          title="Focal point"
          aria-pressed={isCropping}
          onClick={() => setIsCropping(!isCropping)}
        >
          <Crop aria-hidden="true" />
        </Button>
        <Button
          data-remove
          variant="ghost"
          size="icon"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}

const OVER_IMAGE = 'absolute top-2 flex rounded-md border border-line bg-card';

interface UploadFigureProps {
  readonly upload: Upload;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

function UploadFigure({ upload, onRetry, onRemove }: UploadFigureProps) {
  const { file, state, progress, error } = upload;
  const preview = usePreview(file);
  const hasFailed = state === 'failed';
  return (
    <>
      <div
        className={`relative aspect-16/10 overflow-hidden rounded-md bg-sunk ${hasFailed ? 'border border-danger' : ''}`}
      >
        {preview && <img src={preview} alt="" className="size-full object-cover opacity-40" />}
        <div className="absolute inset-x-0 bottom-0 grid grid-cols-1 gap-1.5 bg-card/90 px-3 py-2 text-xs">
          <div className="flex justify-between gap-2">
            <span className="min-w-0 truncate">{file.name}</span>
            {state === 'sending' && (
              <span className="tabular-nums">{Math.round(progress * 100)}%</span>
            )}
          </div>
          {!hasFailed && <Progress value={progress * 100} aria-label={`Uploading ${file.name}`} />}
        </div>
      </div>
      {hasFailed ? (
        <p role="alert" className="text-sm wrap-anywhere text-danger">
          {error}
        </p>
      ) : null}
      <div className="flex items-center justify-end gap-1">
        {!hasFailed && (
          <span className="mr-auto text-xs text-ink-3 tabular-nums">{stateOf(upload)}</span>
        )}
        {hasFailed && errorOf(file) === undefined && (
          <Button variant="outline" size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button data-remove variant="ghost" size="sm" onClick={onRemove}>
          {hasFailed ? 'Remove' : 'Cancel'}
        </Button>
      </div>
    </>
  );
}

function stateOf({ state, file, progress }: Upload): string {
  if (state === 'waiting') return 'Waiting';
  if (state === 'processing') return 'Processing';
  const megabytes = file.size / 1_000_000;
  return `${(megabytes * progress).toFixed(1)} of ${megabytes.toFixed(1)} MB`;
}

function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (errorOf(file) !== undefined) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}

interface WordFieldsProps {
  readonly words: Words;
  readonly onChange: (written: Partial<Words>) => void;
}

function WordFields({ words: { alt, caption, decorative }, onChange }: WordFieldsProps) {
  const id = useId();
  const isMissing = alt.trim() === '' && !decorative;
  return (
    <>
      <div className="grid grid-cols-1 gap-1.5">
        <label htmlFor={`${id}-alt`} className="text-sm font-medium">
          Alt text
        </label>
        <Textarea
          id={`${id}-alt`}
          rows={2}
          maxLength={MAX_LENGTH}
          placeholder="Describe the image"
          disabled={decorative}
          aria-describedby={isMissing ? `${id}-missing` : undefined}
          className="min-h-16!"
          value={alt}
          onChange={({ target }) => onChange({ alt: target.value })}
        />
        {isMissing && (
          <p id={`${id}-missing`} className="flex gap-1.5 text-xs text-ochre">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            Without alt text, screen readers skip this image.
          </p>
        )}
        <label htmlFor={`${id}-decorative`} className="flex items-center gap-2 text-sm text-ink-2">
          <Checkbox
            id={`${id}-decorative`}
            checked={decorative}
            onChange={({ target }) => onChange({ decorative: target.checked })}
          />
          Decorative image
        </label>
      </div>
      <div className="grid grid-cols-1 gap-1.5">
        <label htmlFor={`${id}-caption`} className="text-sm font-medium">
          Caption
        </label>
        <Textarea
          id={`${id}-caption`}
          rows={1}
          maxLength={MAX_LENGTH}
          placeholder="Optional"
          className="min-h-9! py-[7px]! max-sm:min-h-11!"
          value={caption}
          onChange={({ target }) => onChange({ caption: target.value })}
        />
      </div>
    </>
  );
}
