import { useRef } from 'react';
import { Input } from '../../ui/input.tsx';

/** The limit of `heading` in the contract's site.ts. */
const MAX_HEADING = 60;

interface HeadingInputProps {
  readonly heading: string;
  readonly usual: string;
  readonly onEnd: (heading: string, isByKey: boolean) => void;
}

/** Takes the focus. Enter and leaving the field save the heading, Escape keeps the old one. */
export function HeadingInput({ heading, usual, onEnd }: HeadingInputProps) {
  // Browsers can report a blur when the field is removed.
  const isOver = useRef(false);

  function end(text: string, isByKey: boolean) {
    if (isOver.current) return;
    isOver.current = true;
    const typed = text.trim();
    onEnd(typed === usual ? '' : typed, isByKey);
  }

  return (
    <Input
      ref={select}
      aria-label={`Heading of ${usual}`}
      placeholder={usual}
      maxLength={MAX_HEADING}
      className="h-8! px-2! max-sm:h-11!"
      defaultValue={heading || usual}
      onBlur={({ target }) => end(target.value, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(event.currentTarget.value, true);
        if (event.key === 'Escape') end(heading || usual, true);
      }}
    />
  );
}

function select(input: HTMLInputElement | null): void {
  input?.select();
}
