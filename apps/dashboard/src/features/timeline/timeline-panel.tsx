import { routes } from '@vitrine/contract/routes';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Form } from '../../components/form.tsx';
import { hasUnsavedChanges, useFormKey } from '../../components/unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimelineFields } from './timeline-fields.tsx';
import type { TimelineEntry } from './timeline-queries.ts';

interface TimelinePanelProps {
  readonly entry: TimelineEntry;
  /** The entries before and after it in the list. */
  readonly previous: TimelineEntry | undefined;
  readonly next: TimelineEntry | undefined;
  readonly onOpen: (entry: TimelineEntry) => void;
  readonly onClose: () => void;
  readonly onRestoreFocus: () => void;
  /** Other buttons in the header. */
  readonly actions: ReactNode;
}

/** The form that updates a timeline entry. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { entry, previous, next, actions, onOpen, onClose, onRestoreFocus } = props;
  const formKey = useFormKey();
  return (
    <Panel
      title="Update timeline"
      onClose={onClose}
      onRestoreFocus={onRestoreFocus}
      actions={
        <>
          <StepButton name="Previous entry" entry={previous} onOpen={onOpen}>
            <ChevronUp aria-hidden="true" />
          </StepButton>
          <StepButton name="Next entry" entry={next} onOpen={onOpen}>
            <ChevronDown aria-hidden="true" />
          </StepButton>
          {actions}
        </>
      }
    >
      <LatestForm key={`${entry._id} ${formKey}`} entry={entry} onClose={onClose} />
    </Panel>
  );
}

/** Shows the latest version of the entry, but not while there are unsaved changes to an older one. */
function LatestForm({ entry, onClose }: UpdateTimelineFormProps) {
  const [shown, setShown] = useState(entry);
  useEffect(() => {
    if (!hasUnsavedChanges()) setShown(entry);
  }, [entry]);
  return <UpdateTimelineForm key={JSON.stringify(shown)} entry={shown} onClose={onClose} />;
}

interface StepButtonProps {
  readonly name: string;
  readonly entry: TimelineEntry | undefined;
  readonly onOpen: (entry: TimelineEntry) => void;
  readonly children: ReactNode;
}

function StepButton({ name, entry, onOpen, children }: StepButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={name}
      title={name}
      // Not `disabled`, which would drop the focus at the end of the list.
      aria-disabled={!entry}
      onClick={() => entry && onOpen(entry)}
    >
      {children}
    </Button>
  );
}

interface UpdateTimelineFormProps {
  readonly entry: TimelineEntry;
  readonly onClose: () => void;
}

function UpdateTimelineForm({ entry, onClose }: UpdateTimelineFormProps) {
  const params = { id: entry._id };
  const remove = useApiMutation(routes.timeline.remove, { reloads: ['timeline'] });
  return (
    <Form
      inPanel
      mutation={useApiMutation(routes.timeline.update, { reloads: ['timeline'] })}
      autosave="timeline"
      params={params}
      submit="Update Timeline"
      pending="Updating"
      resetOnSuccess={false}
      onDone={onClose}
      actions={
        <>
          <div className="mr-auto -ml-2.5">
            <DeleteButton
              name={entry.title}
              isPending={remove.isPending}
              onDelete={() => remove.mutate({ params })}
            />
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
    </Form>
  );
}
