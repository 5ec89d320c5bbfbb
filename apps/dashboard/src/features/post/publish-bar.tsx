import { Clock } from 'lucide-react';
import { timeUntil, timeZone } from '../../components/publishing/schedule-time.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PostForm } from './use-post-form.ts';

/** When to publish, and the button that saves a draft. Before the main button of the form. */
export function PublishBar({ editor }: { readonly editor: PostForm }) {
  const { schedule, isSavingDraft } = editor;
  return (
    <>
      <div className="mr-auto flex flex-wrap items-center gap-2 max-sm:w-full">
        <Segmented
          label="When"
          options={WHEN}
          value={schedule.when}
          onChange={schedule.setWhen}
          className="max-sm:flex-1"
        />
        {schedule.when === 'later' && <ScheduleTime schedule={schedule} />}
      </div>
      <Button
        variant="outline"
        className="max-sm:flex-1"
        title="Save draft (Ctrl+S or ⌘S)"
        // Not `disabled`, which would drop the focus. The form ignores a second click.
        aria-disabled={isSavingDraft}
        onClick={editor.saveDraft}
      >
        {isSavingDraft && <Spinner />}
        {isSavingDraft ? 'Saving' : 'Save draft'}
      </Button>
    </>
  );
}

const WHEN = [
  { value: 'now', name: 'Now' },
  { value: 'later', name: 'Schedule', Icon: Clock },
] as const;

function ScheduleTime({ schedule }: Pick<PostForm, 'schedule'>) {
  const { day, time, at, isFuture } = schedule;
  return (
    <>
      <Input
        type="date"
        aria-label="Day"
        className="h-9! w-38!"
        value={day}
        onChange={({ target }) => schedule.setDay(target.value)}
      />
      <Input
        type="time"
        aria-label="Time"
        className="h-9! w-30!"
        value={time}
        aria-invalid={!isFuture}
        onChange={({ target }) => schedule.setTime(target.value)}
      />
      <span
        role="status"
        className={`text-xs ${isFuture ? 'text-ink-3 max-lg:sr-only' : 'text-danger'}`}
      >
        {isFuture ? `${timeUntil(at)}. Time zone: ${timeZone()}.` : 'Choose a time in the future.'}
      </span>
    </>
  );
}
