import { useQuery } from '@tanstack/react-query';
import { deviceName } from '@vitrine/contract/device';
import type { HistoryCollection } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { ChevronRight, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { reportRestore } from '../../api/undo.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { hasUnsavedChanges } from '../form/unsaved-changes.ts';
import { LoadFailure } from '../query/load-failure.tsx';
import { formatDateTime, formatTime } from '../text/day.ts';
import { ChangeList, ContentList } from './change-list.tsx';
import { type Comparison, comparisonQuery, type Version } from './history-queries.ts';

interface VersionItemProps {
  readonly version: Version;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly noun: HistoryCollection;
  readonly onToggle: () => void;
  readonly onRestored: () => void;
}

/** When a version was saved, by whom, and what it changed. */
export function VersionItem(props: VersionItemProps) {
  const { version, isCurrent, isOpen, onToggle } = props;
  const { createdAt, actor } = version;
  const detailsId = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={onToggle}
        className="grid w-full grid-cols-[4.25rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-lg px-3.5 py-[11px] text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <time dateTime={createdAt} className="text-sm text-ink-2 tabular-nums">
          {formatTime(createdAt)}
        </time>
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
            {summaryOf(version)}
            {isCurrent && <Badge>Current</Badge>}
            {actor.type === 'token' && <Badge variant="outline">API</Badge>}
          </span>
          <span className="block text-xs wrap-anywhere text-ink-3">{nameOf(actor)}</span>
        </span>
        <ChevronRight
          aria-hidden="true"
          className={`size-4 text-ink-3 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
      </button>
      {isOpen && (
        <div id={detailsId} className="px-3.5 pt-1 pb-3.5">
          <VersionDetails {...props} />
        </div>
      )}
    </li>
  );
}

function VersionDetails({ version, isCurrent, noun, onRestored }: VersionItemProps) {
  const query = useQuery(comparisonQuery(version._id));
  const [isWithNow, setIsWithNow] = useState(false);
  if (!query.data)
    return query.isError ? (
      <LoadFailure query={query} />
    ) : (
      <div aria-busy="true" className="grid gap-3 py-2">
        <Skeleton className="h-3.5 w-3/4" />
        <Skeleton className="h-3.5 w-1/2" />
      </div>
    );
  return (
    <>
      <Changes version={version} comparison={query.data} isWithNow={isWithNow} />
      {!isCurrent && (
        <div className="mt-3.5 flex flex-wrap gap-2">
          <RestoreButton id={version._id} noun={noun} onRestored={onRestored} />
          {version.operation !== 'delete' && (
            <Button
              variant={isWithNow ? 'secondary' : 'ghost'}
              size="sm"
              className="max-sm:h-9"
              aria-pressed={isWithNow}
              onClick={() => setIsWithNow(!isWithNow)}
            >
              Compare with now
            </Button>
          )}
        </div>
      )}
    </>
  );
}

interface ChangesProps {
  readonly version: Version;
  readonly comparison: Comparison;
  readonly isWithNow: boolean;
}

function Changes({ version, comparison, isWithNow }: ChangesProps) {
  const { comparedWith, changes, changesSince } = comparison;
  if (isWithNow)
    return (
      <>
        <Caption text="What changed from this version until now" />
        <ChangeList changes={changesSince} />
      </>
    );
  const whole = WHOLE[version.operation];
  const isWhole = whole && version.restoredFrom === null;
  return (
    <>
      <Caption
        text={
          isWhole
            ? whole
            : `Changes in this version${comparedWith ? `, compared with ${formatDateTime(comparedWith)}` : ''}`
        }
      />
      {isWhole ? <ContentList changes={changes} /> : <ChangeList changes={changes} />}
    </>
  );
}

/** Versions that show all fields instead of changes. Restoring from the trash is one of them. */
const WHOLE: Readonly<Partial<Record<Version['operation'], string>>> = {
  create: 'When it was created',
  delete: 'When it was deleted',
  restore: 'When it was restored',
};

function Caption({ text }: { readonly text: string }) {
  return <p className="pb-2 text-xs text-ink-3">{text}</p>;
}

interface RestoreButtonProps {
  readonly id: string;
  readonly noun: HistoryCollection;
  readonly onRestored: () => void;
}

/** Asks only if a form has unsaved changes: the toast offers Undo. */
function RestoreButton({ id, noun, onRestored }: RestoreButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useApiMutation(routes.history.restore, {
    reloads: [noun === 'profile' ? 'user' : noun, 'history'],
  });
  const restore = () =>
    mutate(
      { params: { id } },
      {
        onSuccess() {
          reportRestore(true);
          onRestored();
        },
      },
    );
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="max-sm:h-9"
        icon={RotateCcw}
        isPending={isPending}
        onClick={() => (hasUnsavedChanges() ? setIsAsking(true) : restore())}
      >
        {isPending ? 'Restoring' : 'Restore this version'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Restore this version?"
        description="Your unsaved changes in the form will be lost."
        action="Restore"
        onConfirm={() => {
          setIsAsking(false);
          restore();
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

/** 'Title, description and 2 more' */
function summaryOf({ operation, fields, restoredFrom }: Version): string {
  if (operation === 'create') return 'Created';
  if (operation === 'delete') return 'Deleted';
  if (operation === 'undo') return 'Undone';
  if (operation === 'restore')
    return restoredFrom
      ? `Restored from ${formatDateTime(restoredFrom)}`
      : 'Restored from the trash';
  const [first = 'No visible change', ...others] = fields;
  const names = [first, ...others.map(inSentence)];
  const rest = names.length - 2;
  return `${names.slice(0, 2).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** In lower case, except for names such as LinkedIn. */
function inSentence(label: string): string {
  return /^.+[A-Z]/.test(label) ? label : label.toLowerCase();
}

function nameOf({ type, name }: Version['actor']): string {
  if (type === 'service') return 'Vitrine';
  return type === 'token' ? `Token “${name}”` : deviceName(name);
}
