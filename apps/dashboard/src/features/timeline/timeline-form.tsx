import type { TimelineEntry } from '@vitrine/contract/timeline';
import { CollectionForm } from '../../components/collection/collection-form.tsx';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import { Button } from '../../ui/button.tsx';
import { TimelineFields } from './timeline-fields.tsx';

export function TimelineForm() {
  return (
    <CollectionForm noun="timeline" submit="Add Timeline" pending="Adding">
      <TimelineFields />
    </CollectionForm>
  );
}

interface UpdateTimelineFormProps {
  readonly entry: TimelineEntry;
  readonly onClose: () => void;
}

export function UpdateTimelineForm({ entry, onClose }: UpdateTimelineFormProps) {
  return (
    <CollectionForm
      layout="panel"
      noun="timeline"
      item={entry}
      submit="Update Timeline"
      pending="Updating"
      onDone={onClose}
      actions={
        <>
          <div className="mr-auto -ml-2.5">
            <DeleteButton noun="timeline" item={entry} />
          </div>
          <Button variant="outline" className="-mr-2" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="px-4 py-5 sm:px-6">
        <TimelineFields entry={entry} />
      </div>
    </CollectionForm>
  );
}
