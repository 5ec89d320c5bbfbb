import { routes } from '@vitrine/contract/routes';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { BookOpenText } from 'lucide-react';
import { toast } from 'sonner';
import { callApi } from '../../api/call-api.ts';
import { useCan } from '../../api/capabilities.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { hasUnsavedChanges } from '../../components/form/unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';

interface CiteEntryProps {
  readonly entry: TimelineEntry;
  readonly onDone: () => void;
}

/** Turns an entry of the kind publication into a publication. */
export function CiteEntry({ entry: { _id: id, kind }, onDone }: CiteEntryProps) {
  const can = useCan();
  const { mutate, isPending } = useApiMutation(routes.import.citeEntry, {
    reloads: ['timeline', 'publication', 'trash'],
  });
  if (kind !== 'publication' || !can.publication || !can.import) return null;

  function turn() {
    if (hasUnsavedChanges()) {
      toast.error('Update the entry first, or undo your changes.');
      return;
    }
    mutate(
      {
        params: { id },
        undo: async ({ id: moved }) => {
          await callApi(routes.import.undo, { params: { id: moved } });
        },
      },
      { onSuccess: onDone },
    );
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-b border-line bg-sunk px-4 py-3 sm:px-6">
      <p className="min-w-0 flex-[1_1_15rem] text-sm text-ink-2">
        Publications also have authors, a DOI and BibTeX. The entry moves to the trash.
      </p>
      <Button variant="outline" icon={BookOpenText} isPending={isPending} onClick={turn}>
        Turn into a publication
      </Button>
    </div>
  );
}
