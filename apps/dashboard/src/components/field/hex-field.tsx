import { useId, useState } from 'react';
import { Input } from '../../ui/input.tsx';

interface HexFieldProps {
  /** A color like #0b6e63. */
  readonly value: string;
  /** Called with a color, or with an empty text after the field was cleared. */
  readonly onChange: (color: string) => void;
}

/** An accent color, picked or typed. */
export function HexField({ value, onChange }: HexFieldProps) {
  const id = useId();
  /** What is typed, until it is a color. */
  const [typed, setTyped] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    // Another color was chosen elsewhere. A cleared field waits for the next one.
    if (typed && colorOf(typed) !== value) {
      setTyped(undefined);
      setIsWrong(false);
    }
  }

  function choose(color: string) {
    setTyped(undefined);
    setIsWrong(false);
    onChange(color);
  }

  function type(text: string) {
    setTyped(text);
    setIsWrong(false);
    const color = colorOf(text);
    if (color !== undefined && color.length !== 4) onChange(color);
  }

  function leave() {
    if (typed === undefined) return;
    const color = colorOf(typed);
    if (color === undefined) setIsWrong(true);
    else choose(color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color);
  }

  return (
    <>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label="Pick a color"
          value={value}
          onChange={({ target }) => choose(target.value)}
          className="size-[38px] shrink-0 cursor-pointer appearance-none overflow-clip rounded-md border border-ink/15 p-0 max-sm:size-11 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
        <Input
          aria-label="Accent as hex"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          className="font-mono text-sm!"
          value={typed ?? value.toUpperCase()}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
        />
      </div>
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          Enter the accent as a color, like #0B6E63.
        </p>
      )}
    </>
  );
}

/** A color of three or six digits, empty for none, or undefined if the text is not a color. */
function colorOf(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return '';
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(trimmed) ?? [];
  return digits && `#${digits}`;
}
