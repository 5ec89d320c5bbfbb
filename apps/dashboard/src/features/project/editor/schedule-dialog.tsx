import { type FormEvent, useId, useState } from 'react';
import {
  timeUntil,
  timeZone,
  toLocal,
  tomorrow,
} from '../../../components/publishing/schedule-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/input.tsx';
import type { FullProject } from '../project-queries.ts';

interface ScheduleDialogProps {
  readonly project: FullProject | undefined;
  /** Called with an ISO time. */
  readonly onSchedule: (publishAt: string) => void;
  readonly onClose: () => void;
}

/** Asks for a day and a time, in the time zone of the browser. */
export function ScheduleDialog({ project, onSchedule, onClose }: ScheduleDialogProps) {
  const id = useId();
  const [start] = useState(() => toLocal(project?.publishAt ?? tomorrow()));
  const [day, setDay] = useState(start.day);
  const [time, setTime] = useState(start.time);
  const at = new Date(`${day}T${time}`);
  const isChosen = !Number.isNaN(at.getTime());
  const isPast = isChosen && at.getTime() <= Date.now();

  function schedule(event: FormEvent) {
    event.preventDefault();
    // React passes the event through the dialog's portal to the form of the project.
    event.stopPropagation();
    if (isChosen && !isPast) onSchedule(at.toISOString());
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Publish later"
        description={
          project?.state === 'published'
            ? 'Visitors see the current version until then.'
            : 'Visitors do not see the project until then.'
        }
      >
        <form onSubmit={schedule} className="mt-4 grid gap-3">
          <div className="grid grid-cols-2 gap-3">
            <label htmlFor={`${id}-day`} className="grid gap-1.5 text-sm font-medium">
              Date
              <Input
                id={`${id}-day`}
                type="date"
                required
                value={day}
                aria-describedby={`${id}-when`}
                onChange={({ target }) => setDay(target.value)}
              />
            </label>
            <label htmlFor={`${id}-time`} className="grid gap-1.5 text-sm font-medium">
              Time
              <Input
                id={`${id}-time`}
                type="time"
                required
                value={time}
                aria-invalid={isPast}
                aria-describedby={`${id}-when`}
                onChange={({ target }) => setTime(target.value)}
              />
            </label>
          </div>
          <p
            id={`${id}-when`}
            role="status"
            className={`text-xs ${isPast ? 'text-danger' : 'text-ink-3'}`}
          >
            {isPast
              ? 'Choose a time in the future.'
              : `${isChosen ? `${timeUntil(at)}. ` : ''}Time zone: ${timeZone()}.`}
          </p>
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit">Schedule</Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
