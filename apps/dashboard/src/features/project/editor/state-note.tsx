import { routes } from '@vitrine/contract/routes';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query-client.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { timeZone } from '../../../components/publishing/schedule-time.ts';
import { formatTime, HalfDot } from '../../../components/publishing/state-badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { FullProject } from '../project-queries.ts';

interface StateNoteProps {
  readonly project: FullProject;
  /** Sends the form as its main button does. */
  readonly onPublish: () => void;
  /** Called with the project after its schedule was removed. */
  readonly onChange: (project: FullProject) => void;
  /** Shows the project as it is now stored. */
  readonly onReload: () => void;
}

/** What waits to be published, and what to do about it. */
export function StateNote({ project, onPublish, onChange, onReload }: StateNoteProps) {
  const params = { id: project._id };
  const discard = useApiMutation(routes.project.discardDraft, { reloads: ['project'] });
  const unschedule = useApiMutation(routes.project.schedule, { reloads: ['project'] });
  const { state, publishAt, hasDraft } = project;
  if (!publishAt && !hasDraft) return null;

  const discardButton = hasDraft && (
    <ConfirmDialog
      title="Discard the unpublished changes?"
      description="The project returns to the version that visitors see."
      action="Discard"
      onConfirm={() => discard.mutate({ params }, { onSuccess: onReload })}
      trigger={
        <Button variant="ghost" size="sm" aria-disabled={discard.isPending}>
          Discard
        </Button>
      }
    />
  );
  if (publishAt)
    return (
      <Note
        icon={<Clock aria-hidden="true" className="size-4 shrink-0" />}
        className="border border-line bg-sunk text-ink-2"
        title={`Scheduled for ${formatTime(publishAt)}`}
        text={`${state === 'draft' ? 'Visitors do not see the project until then.' : 'Visitors see the current version until then.'} Time zone: ${timeZone()}.`}
      >
        {discardButton}
        <Button
          variant="outline"
          size="sm"
          aria-disabled={unschedule.isPending}
          onClick={() =>
            unschedule.mutate(
              { params, body: { publishAt: null } },
              { onSuccess: (response) => onChange(response.project) },
            )
          }
        >
          Remove schedule
        </Button>
      </Note>
    );
  return (
    <Note
      icon={<HalfDot />}
      className="bg-ochre-soft text-ochre"
      title="Unpublished changes"
      text="Visitors still see the published version."
    >
      {discardButton}
      <Button variant="outline" size="sm" onClick={onPublish}>
        Publish
      </Button>
    </Note>
  );
}

interface NoteProps {
  readonly icon: ReactNode;
  readonly className: string;
  readonly title: string;
  readonly text: string;
  /** Buttons. */
  readonly children: ReactNode;
}

function Note({ icon, className, title, text, children }: NoteProps) {
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-4 py-2.5 ${className}`}
    >
      {icon}
      <p className="min-w-0 flex-[1_1_14rem]">
        <span className="font-medium text-ink">{title}</span>{' '}
        <span className="text-ink-2">{text}</span>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:h-10 max-sm:*:flex-1">
        {children}
      </div>
    </div>
  );
}
