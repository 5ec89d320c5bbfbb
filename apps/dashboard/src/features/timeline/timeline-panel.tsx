import type { TimelineEntry } from '@vitrine/contract/timeline';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEditedVersion, useFormKey } from '../../components/form/unsaved-changes.ts';
import { HistoryButton } from '../../components/history/history-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CiteEntry } from './cite-entry.tsx';
import { UpdateTimelineForm } from './timeline-form.tsx';

interface TimelinePanelProps {
  readonly entry: TimelineEntry;
  /** The entries before and after it in the list. */
  readonly previous: TimelineEntry | undefined;
  readonly next: TimelineEntry | undefined;
  readonly onOpen: (entry: TimelineEntry) => void;
  readonly onClose: () => void;
  readonly onRestoreFocus: () => void;
}

/** The form that updates a timeline entry. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { entry, previous, next, onOpen, onClose, onRestoreFocus } = props;
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
          <HistoryButton
            key={entry._id}
            compact
            noun="timeline"
            id={entry._id}
            title={entry.title}
          />
        </>
      }
    >
      <CiteEntry entry={entry} onDone={onClose} />
      <LatestForm key={`${entry._id} ${formKey}`} entry={entry} onClose={onClose} />
    </Panel>
  );
}

function LatestForm({ entry, onClose }: Pick<TimelinePanelProps, 'entry' | 'onClose'>) {
  const shown = useEditedVersion(entry);
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
