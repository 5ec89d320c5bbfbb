import { ChevronDown } from 'lucide-react';

interface EntryCountProps {
  /** As in '3 of 8'. */
  readonly text: string;
  readonly heading: string;
  readonly isOpen: boolean;
  /** Undefined if the section is off, which hides its entries. */
  readonly onToggle: (() => void) | undefined;
}

/** How many entries of a section are chosen. Shows and hides them. */
export function EntryCount({ text, heading, isOpen, onToggle }: EntryCountProps) {
  if (!onToggle) return <span className="px-1.5 text-xs text-ink-3 tabular-nums">{text}</span>;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`Entries of ${heading}, ${text}`}
      onClick={onToggle}
      className="flex h-7 items-center gap-1 rounded-md px-1.5 text-xs text-ink-3 tabular-nums hover:bg-sunk hover:text-ink max-sm:h-9"
    >
      {text}
      <ChevronDown
        aria-hidden="true"
        className={`size-3.5 transition-transform ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  );
}
