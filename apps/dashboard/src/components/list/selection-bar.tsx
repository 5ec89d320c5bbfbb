import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFocusHeadingOnUnmount } from '../page/use-focus-heading-on-unmount.ts';

interface SelectionBarProps {
  /** As in 'Selected messages'. */
  readonly label: string;
  readonly count: number;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  /** The actions, as small buttons. */
  readonly children: ReactNode;
}

/** Floats above the page while items are selected, so that the layout does not shift. */
export function SelectionBar(props: SelectionBarProps) {
  const { label, count, onSelectAll, onClear, children } = props;
  const bar = useRef<HTMLElement>(null);
  useFocusHeadingOnUnmount(bar);
  return (
    <section
      ref={bar}
      aria-label={label}
      data-selection-bar=""
      className="appear fixed bottom-6 left-[calc(50%+1.75rem)] z-30 flex w-max max-w-[calc(100vw-6.5rem)] -translate-x-1/2 flex-wrap items-center gap-1.5 rounded-[12px] border border-line-2 bg-raised py-[7px] pr-[7px] pl-4 shadow-lift max-sm:inset-x-0 max-sm:bottom-0 max-sm:w-auto max-sm:max-w-none max-sm:translate-x-0 max-sm:rounded-t-[14px] max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:px-3 max-sm:pt-2.5 max-sm:pb-[calc(0.625rem+env(safe-area-inset-bottom))] max-sm:[&_button]:h-10 max-sm:[&_button:not([aria-label])_svg]:hidden"
    >
      <p className="mr-2.5 font-medium tabular-nums max-sm:mr-auto">{count} selected</p>
      <Button size="sm" variant="ghost" aria-label="Select all" onClick={onSelectAll}>
        All
      </Button>
      {children}
      <span className="mx-1 h-5 w-px bg-line-2 max-sm:hidden" />
      <Button
        variant="ghost"
        size="sm"
        className="w-7 px-0! max-sm:w-10"
        aria-label="Clear selection"
        title="Clear selection (Esc)"
        onClick={onClear}
      >
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
