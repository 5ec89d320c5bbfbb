import { formatTime } from '../../../components/publishing/state-badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions, DialogContent } from '../../../ui/dialog.tsx';

interface ScheduledDialogProps {
  readonly publishAt: string;
  readonly onPublish: () => void;
  /** Saves the changes for the scheduled time. */
  readonly onKeep: () => void;
  readonly onClose: () => void;
}

/** The main button publishes, which would make the schedule pointless. */
export function ScheduledDialog({ publishAt, onPublish, onKeep, onClose }: ScheduledDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        role="alertdialog"
        title="Publish now?"
        description={`This project is scheduled for ${formatTime(publishAt)}. Publish your changes now, or save them for that time?`}
      >
        <DialogActions>
          <Button variant="outline" onClick={onKeep}>
            Keep the schedule
          </Button>
          <Button onClick={onPublish}>Publish now</Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
