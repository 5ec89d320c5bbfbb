import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Eye, X } from 'lucide-react';
import { Link } from 'react-router';
import { formatDate } from '../../components/text/day.ts';
import { type View, viewQuery } from '../../components/view/view-queries.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { describeOpens } from './reply-views.ts';

interface AttachedViewProps {
  readonly id: string;
  /** Takes the view off a reply that is being written. */
  readonly onRemove?: () => void;
}

/** The view of a reply: what it is before the reply is sent, and its opens after that. */
export function AttachedView({ id, onRemove }: AttachedViewProps) {
  const { data: view, isPending } = useQuery({
    ...viewQuery(id),
    // Readers open it at any time, and it can be in the trash.
    staleTime: 0,
    meta: { quiet: true },
  });
  return (
    <div className="mx-4 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunk px-3.5 py-2.5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className={`font-medium ${view ? 'truncate' : ''}`}>
          {view && !onRemove ? (
            <Link to={paths.updateView(id)} className="underline-offset-4 hover:underline">
              {view.name}
            </Link>
          ) : (
            nameOf(view, isPending)
          )}
        </p>
        {view && (
          <p className="text-sm text-ink-2">{onRemove ? plan(view) : <Opens view={view} />}</p>
        )}
      </div>
      {view?.link && (
        <Button asChild size="sm" variant="outline" className="max-lg:order-1 max-sm:h-10">
          <a href={view.link} target="_blank" rel="noreferrer">
            Open view <ExternalLink aria-hidden="true" />
          </a>
        </Button>
      )}
      {onRemove && (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Remove the view from the reply"
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

function nameOf(view: View | undefined, isPending: boolean): string {
  return view?.name ?? (isPending ? 'Loading' : 'This view is in the trash or was deleted.');
}

function Opens({ view }: { readonly view: View }) {
  return (
    <span className="flex items-start gap-1.5">
      <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <span>
        {describeOpens(view)}. {ending(view)}
      </span>
    </span>
  );
}

function plan(view: View): string {
  const start = view.state === 'draft' ? 'The link works once the reply is sent.' : '';
  return `${start} ${ending(view)}`.trim();
}

function ending({ state, expiresAt }: View): string {
  if (state === 'revoked') return 'The link was revoked.';
  if (expiresAt === null) return 'No end date.';
  return `${state === 'expired' ? 'Expired' : 'Expires'} ${formatDate(expiresAt)}.`;
}
