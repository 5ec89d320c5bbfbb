import type { FieldNameOf } from '@vitrine/contract/calls';
import type { FocalPoint, Image } from '@vitrine/contract/media';
import type { Route } from '@vitrine/contract/routes';
import { type PointerEvent, useRef, useState } from 'react';
import { useRestorer } from '../form/use-autosave.ts';
import { Picture } from '../image/picture.tsx';

interface FocalPointPickerProps<R extends Route> {
  readonly image: Image;
  readonly alt: string;
  /** The form fields that hold the focal point, if it has its own. */
  readonly names?: { readonly x: FieldNameOf<R>; readonly y: FieldNameOf<R> };
  readonly onChange?: (point: FocalPoint) => void;
}

const CENTER: FocalPoint = { x: 50, y: 50 };

/** An image, cropped as on the site. Dragging it or moving a slider sets the focal point. */
export function FocalPointPicker<R extends Route>(props: FocalPointPickerProps<R>) {
  const { image, alt, names, onChange } = props;
  const [point, setPoint] = useState(image.focalPoint ?? CENTER);
  const [cropped, setCropped] = useState(() => croppedBefore(image));
  useRestorer(names?.x, (x) => setPoint((before) => ({ ...before, x: Number(x) })));
  useRestorer(names?.y, (y) => setPoint((before) => ({ ...before, y: Number(y) })));
  const isCropped = cropped !== undefined && Math.max(cropped.x, cropped.y) >= 1;
  const start = useRef<{ readonly left: number; readonly top: number; readonly point: FocalPoint }>(
    undefined,
  );

  function change(next: FocalPoint) {
    setPoint(next);
    onChange?.(next);
  }

  function grab(event: PointerEvent<HTMLElement>) {
    // Keep the browser from dragging the image out of the page.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { left: event.clientX, top: event.clientY, point };
  }

  function drag(event: PointerEvent<HTMLElement>) {
    const picture = event.currentTarget.querySelector('img');
    if (!start.current || !picture) return;
    const { left, top, point: from } = start.current;
    const { x, y } = croppedOf(picture);
    change({
      x: moved(from.x, event.clientX - left, x),
      y: moved(from.y, event.clientY - top, y),
    });
  }

  function release() {
    start.current = undefined;
  }

  return (
    <div className="relative mx-auto w-78 max-w-full text-left">
      <div
        className={isCropped ? 'cursor-grab touch-none active:cursor-grabbing' : ''}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <Picture
          image={{ ...image, focalPoint: point }}
          alt={alt}
          sizes="320px"
          className="aspect-video w-full rounded-sm"
          onLoad={({ currentTarget }) => setCropped(croppedOf(currentTarget))}
        />
      </div>
      <p className="mt-2 text-xs text-ink-3">
        {isCropped
          ? 'Cropped as on your site. Drag the image to choose what stays visible.'
          : cropped && 'The whole image is visible.'}
      </p>
      {AXES.map(({ axis, label }) =>
        cropped && cropped[axis] >= 1 ? (
          <label key={axis} className="mt-1 block text-xs text-ink-2">
            {label}
            <input
              type="range"
              name={names?.[axis]}
              min={0}
              max={100}
              value={point[axis]}
              aria-valuetext={`${point[axis]}%`}
              className="block h-6 w-full cursor-pointer accent-accent"
              onChange={(event) => change({ ...point, [axis]: Number(event.target.value) })}
            />
          </label>
        ) : (
          <input key={axis} type="hidden" name={names?.[axis]} value={point[axis]} />
        ),
      )}
    </div>
  );
}

const AXES = [
  { axis: 'x', label: 'Horizontal focus' },
  { axis: 'y', label: 'Vertical focus' },
] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the preview where nothing narrows it. */
const FRAME: Size = { width: 312, height: 175.5 };

/** The same for an image that has not loaded yet, if its size is known. */
function croppedBefore({ width, height }: Image): FocalPoint | undefined {
  return width && height ? croppedIn({ width, height }, FRAME) : undefined;
}

function croppedOf(picture: HTMLImageElement): FocalPoint {
  const { naturalWidth: width, naturalHeight: height } = picture;
  return croppedIn({ width, height }, picture.getBoundingClientRect());
}

/** How many pixels of an image its frame hides on each axis. */
function croppedIn({ width, height }: Size, frame: Size): FocalPoint {
  const scale = Math.max(frame.width / width, frame.height / height);
  return { x: width * scale - frame.width, y: height * scale - frame.height };
}

/** The new percentage after dragging by `by` pixels, where the frame hides `cropped` pixels. */
function moved(from: number, by: number, cropped: number): number {
  if (cropped < 1) return from;
  return Math.round(Math.min(100, Math.max(0, from - (by / cropped) * 100)));
}
