import { ImageUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { adjust, type ChosenPhoto, MAX_ZOOM, openPhoto, sideOf } from './crop-photo.ts';

interface PhotoFieldProps {
  /** Undefined for the stored photo, null for none. */
  readonly value: ChosenPhoto | null | undefined;
  /** The URL of the stored photo, or empty. */
  readonly current: string;
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: (photo: ChosenPhoto | null | undefined) => void;
}

/** A photo to choose or to drop, and to crop. */
export function PhotoField({ value, current, name, error, onChange }: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const hasStored = value === undefined && current !== '';
  const message = problem || error;

  async function open(file: File | undefined) {
    if (!file) return;
    try {
      onChange(await openPhoto(file));
      setProblem('');
    } catch {
      setProblem('Your browser cannot show this file. Choose a JPG, PNG or WebP image.');
    }
  }

  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={message ? `${id}-error` : undefined}
      className="grid min-w-0 gap-1.5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void open(event.dataTransfer.files[0]);
      }}
    >
      <legend id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        Photo
      </legend>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          void open(currentTarget.files?.[0]);
          // Choosing the same file again must open it again.
          currentTarget.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-5">
        <div className="relative size-44 shrink-0 overflow-clip rounded-lg bg-sunk has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          {value ? (
            <CropBox photo={value} onChange={onChange} />
          ) : hasStored ? (
            <img src={current} alt={`Avatar of ${name}`} className="size-full object-cover" />
          ) : (
            <button
              type="button"
              className="grid size-full place-content-center justify-items-center gap-2 rounded-lg border-[1.5px] border-dashed border-edge text-sm text-ink-2 outline-none hover:bg-accent-soft"
              onClick={() => input.current?.click()}
            >
              <ImageUp aria-hidden="true" className="size-6" strokeWidth={1.5} />
              <span>
                <span className="font-medium text-accent">Choose a photo</span>
                <span className="block">or drop it here</span>
              </span>
            </button>
          )}
        </div>
        {(value || hasStored) && (
          <div className="grid min-w-0 flex-1 basis-48 gap-2.5">
            {value && <ZoomSlider photo={value} onChange={onChange} />}
            <div className="flex gap-2">
              <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
                Replace
              </Button>
              <Button
                variant="ghost"
                size="sm"
                onClick={() => onChange(current === '' ? undefined : null)}
              >
                Remove
              </Button>
            </div>
          </div>
        )}
      </div>
      {message && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {message}
        </p>
      )}
    </fieldset>
  );
}

interface CropProps {
  readonly photo: ChosenPhoto;
  readonly onChange: (photo: ChosenPhoto) => void;
}

const ZOOM_STEP = 0.1;

function ZoomSlider({ photo, onChange }: CropProps) {
  return (
    <>
      <label className="block text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={ZOOM_STEP}
          value={photo.zoom}
          aria-valuetext={`${Math.round(photo.zoom * 100)}%`}
          className="block h-6 w-full cursor-pointer accent-accent"
          onChange={({ target }) => onChange(adjust(photo, { zoom: Number(target.value) }))}
        />
      </label>
      <p className="text-xs text-ink-3">
        Drag the photo to move it. Round portraits show what is in the circle.
      </p>
    </>
  );
}

/** Drag it, or use the arrow keys, plus and minus. */
function CropBox({ photo, onChange }: CropProps) {
  const start = useRef<{
    readonly left: number;
    readonly top: number;
    readonly photo: ChosenPhoto;
  }>(undefined);
  const side = sideOf(photo);
  const move = (x: number, y: number) => ({ x: photo.x + x * side, y: photo.y + y * side });

  function press(event: KeyboardEvent) {
    const change = {
      ArrowLeft: move(-KEY_STEP, 0),
      ArrowRight: move(KEY_STEP, 0),
      ArrowUp: move(0, -KEY_STEP),
      ArrowDown: move(0, KEY_STEP),
      '+': { zoom: photo.zoom + ZOOM_STEP },
      '=': { zoom: photo.zoom + ZOOM_STEP },
      '-': { zoom: photo.zoom - ZOOM_STEP },
    }[event.key];
    if (!change || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChange(adjust(photo, change));
  }

  function grab(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { left: event.clientX, top: event.clientY, photo };
  }

  function drag({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    if (!start.current) return;
    const { left, top, photo: from } = start.current;
    const scale = sideOf(from) / currentTarget.clientWidth;
    const [x, y] = [from.x - (clientX - left) * scale, from.y - (clientY - top) * scale];
    onChange(adjust(photo, { x, y }));
  }

  function release() {
    start.current = undefined;
  }

  return (
    <button
      type="button"
      aria-label="Crop the photo: drag it or use the arrow keys to move it, plus and minus to zoom"
      className="relative block size-full cursor-grab touch-none overflow-clip outline-none active:cursor-grabbing"
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <img
        src={photo.url}
        alt=""
        draggable={false}
        style={{
          width: `${(photo.width / side) * 100}%`,
          left: `${(-(photo.x - side / 2) / side) * 100}%`,
          top: `${(-(photo.y - side / 2) / side) * 100}%`,
        }}
        className="absolute max-w-none"
      />
      <span
        aria-hidden="true"
        className="absolute inset-2 rounded-full border-[1.5px] border-paper shadow-[0_0_0_40px_color-mix(in_srgb,var(--paper)_66%,transparent)]"
      />
    </button>
  );
}

/** How far an arrow key moves the photo, as a part of the visible square. */
const KEY_STEP = 0.04;
