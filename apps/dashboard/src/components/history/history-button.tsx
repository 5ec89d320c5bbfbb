import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../lazy-dialog.tsx';
import type { HistorySheetProps } from './history-sheet.tsx';

interface HistoryButtonProps extends Omit<HistorySheetProps, 'onClose'> {
  /** Shows only the icon. */
  readonly compact?: boolean;
}

/** Opens the versions of an item. */
export function HistoryButton({ compact, ...props }: HistoryButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...(compact ? COMPACT : { variant: 'outline' })} onClick={() => setIsOpen(true)}>
        <History aria-hidden="true" />
        {!compact && 'History'}
      </Button>
      {isOpen && <LazyHistorySheet {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const COMPACT = {
  variant: 'ghost',
  size: 'icon',
  'aria-label': 'History',
  title: 'History',
} as const;

/** The sheet without a button, as for a menu. */
export const LazyHistorySheet = lazyDialog(['history', 'sheet'], () =>
  import('./history-sheet.tsx').then((file) => file.HistorySheet),
);
