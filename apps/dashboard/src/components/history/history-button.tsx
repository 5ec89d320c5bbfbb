import { queryOptions, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/call-api.ts';
import { Button } from '../../ui/button.tsx';
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

/** The sheet without a button, as for a menu. Its code is loaded when it first opens. */
export function LazyHistorySheet(props: HistorySheetProps) {
  const { onClose } = props;
  const { data: Sheet, isError } = useQuery(sheetQuery);
  useEffect(() => {
    // The query client has shown the error. Opening the sheet again loads it again.
    if (isError) onClose();
  }, [isError, onClose]);
  return Sheet ? <Sheet {...props} /> : null;
}

/** A query instead of React.lazy, whose failure would replace the page and what was typed in it. */
const sheetQuery = queryOptions({
  queryKey: ['history', 'sheet'],
  queryFn: async () => {
    try {
      return (await import('./history-sheet.tsx')).HistorySheet;
    } catch {
      throw new ApiError('Network Error');
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});
