import type { FocalPoint, Image } from '@vitrine/contract/media';
import { type PointerEvent, useRef, useState } from 'react';
import { Picture } from './picture.tsx';

interface FocalPointPickerProps {
  readonly image: Image;
  readonly alt: string;
  /** The names of the inputs that hold it. */
  readonly names: { readonly x: string; readonly y: string };
}

const CENTER: FocalPoint = { x: 50, y: 50 };

/** A picture as pages crop it. Dragging it, or two sliders, choose the part that stays visible. */
export function FocalPointPicker({ image, alt, names }: FocalPointPickerProps) {
  const [point, setPoint] = useState(image.focalPoint ?? CENTER);
  const start = useRef<{ readonly left: number; readonly top: number; readonly point: FocalPoint }>(
    undefined,
  );

  function grab(event: PointerEvent<HTMLElement>) {
    // The browser would drag the picture out of the page instead.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { left: event.clientX, top: event.clientY, point };
  }

  function drag(event: PointerEvent<HTMLElement>) {
    const picture = event.currentTarget.querySelector('img');
    if (!start.current || !picture) return;
    const { left, top, point: from } = start.current;
    const { naturalWidth, naturalHeight, clientWidth, clientHeight } = picture;
    const scale = Math.max(clientWidth / naturalWidth, clientHeight / naturalHeight);
    setPoint({
      x: moved(from.x, event.clientX - left, naturalWidth * scale - clientWidth),
      y: moved(from.y, event.clientY - top, naturalHeight * scale - clientHeight),
    });
  }

  function release() {
    start.current = undefined;
  }

  return (
    <div className="relative mx-auto w-78 max-w-full text-left">
      <div
        className="cursor-grab touch-none active:cursor-grabbing"
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
        />
      </div>
      <p className="mt-2 text-xs text-ink-3">
        Cropped as on your pages. Drag the picture to choose what stays visible.
      </p>
      <div className="mt-1 grid grid-cols-2 gap-4">
        {AXES.map(({ axis, label }) => (
          <label key={axis} className="block text-xs text-ink-2">
            {label}
            <input
              type="range"
              name={names[axis]}
              min={0}
              max={100}
              value={point[axis]}
              aria-valuetext={`${point[axis]} %`}
              className="block h-6 w-full cursor-pointer accent-accent"
              onChange={(event) => setPoint({ ...point, [axis]: Number(event.target.value) })}
            />
          </label>
        ))}
      </div>
    </div>
  );
}

const AXES = [
  { axis: 'x', label: 'Horizontal focus' },
  { axis: 'y', label: 'Vertical focus' },
] as const;

/** The new percentage, when a picture that is cropped by so many pixels was dragged by some of them. */
function moved(from: number, by: number, cropped: number): number {
  if (cropped < 1) return from;
  return Math.round(Math.min(100, Math.max(0, from - (by / cropped) * 100)));
}
