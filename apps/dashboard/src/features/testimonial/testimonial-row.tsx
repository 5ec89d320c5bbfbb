import { routes } from '@vitrine/contract/routes';
import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import {
  EditButton,
  ROW_STATES,
  RowControls,
  rowAttributes,
} from '../../components/list/managed-row.tsx';
import { RowMenu } from '../../components/list/row-menu.tsx';
import type { ManagedListState } from '../../components/list/use-managed-list.ts';
import { formatDate } from '../../components/text/day.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import type { useAuthorLink } from './link-dialog.tsx';

type Testimonial = CollectionItem<'testimonial'>;

interface TestimonialRowProps {
  readonly testimonial: Testimonial;
  readonly state: ManagedListState<Testimonial>;
  readonly face: ReactNode;
  readonly link: ReturnType<typeof useAuthorLink>;
  readonly onSuggest: () => void;
}

export function TestimonialRow(props: TestimonialRowProps) {
  const { testimonial, state, face } = props;
  const { quote, name, role, organization, suggestion } = testimonial;
  return (
    <li
      {...rowAttributes(state, testimonial)}
      className={`flex gap-3 border-b border-line py-4 pr-4 pl-2 last:border-b-0 sm:pr-[22px] ${ROW_STATES}`}
    >
      <div className="flex flex-col items-center gap-2.5">
        <RowControls state={state} item={testimonial} />
      </div>
      <div className="grid min-w-0 flex-1 gap-3">
        {suggestion && (
          <p>
            <Badge variant="waiting">Edit suggested, not agreed yet</Badge>
          </p>
        )}
        {quote && (
          <blockquote className="font-display text-xl leading-snug wrap-anywhere">
            “{quote}”
          </blockquote>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
          {face}
          <div className="min-w-0 flex-1 basis-40">
            <h3 className="font-sans text-base font-medium tracking-normal wrap-anywhere">
              {name || state.nameOf(testimonial)}
            </h3>
            <p className="text-sm wrap-anywhere text-ink-2">
              {[role, organization].filter(Boolean).join(', ') || describe(testimonial)}
            </p>
          </div>
          <Actions {...props} />
        </div>
        {testimonial.state === 'received' && testimonial.answeredAt && (
          <p className="text-xs text-ink-3">
            {name} agreed to publication on {formatDate(testimonial.answeredAt)}, and can withdraw
            at any time.
          </p>
        )}
      </div>
    </li>
  );
}

/** What is known about somebody who has not answered. */
function describe({ state, note, expiresAt }: Testimonial): string {
  if (state === 'withdrawn') return 'Withdrawn by the author';
  if (state !== 'asked') return '';
  const isExpired = expiresAt && Date.parse(expiresAt) < Date.now();
  const link = !expiresAt
    ? 'No link yet'
    : `Link ${isExpired ? 'expired' : 'valid until'} ${formatDate(expiresAt)}`;
  return [note, link].filter(Boolean).join(' · ');
}

function Actions({ testimonial, state, link, onSuggest }: TestimonialRowProps) {
  const { _id: id, state: current } = testimonial;
  const approve = useApiMutation(routes.testimonial.approve, { reloads: ['testimonial'] });
  const decline = useApiMutation(routes.testimonial.decline, { reloads: ['testimonial'] });
  const name = state.nameOf(testimonial);
  const params = { id };
  const isAnswered = current === 'received' || current === 'shown' || current === 'declined';
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {isAnswered && current !== 'shown' && (
        <Button
          size="sm"
          aria-label={`Approve and show ${name}`}
          isPending={approve.isPending}
          onClick={() => approve.mutate({ params })}
        >
          Approve and show
        </Button>
      )}
      {isAnswered && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Suggest an edit to ${name}`}
          onClick={onSuggest}
        >
          Suggest an edit
        </Button>
      )}
      {isAnswered && current !== 'declined' && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${current === 'shown' ? 'Hide' : 'Decline'} ${name}`}
          isPending={decline.isPending}
          onClick={() => decline.mutate({ params })}
        >
          {current === 'shown' ? 'Hide' : 'Decline'}
        </Button>
      )}
      {current === 'asked' && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`New link for ${name}`}
          isPending={link.isPending}
          onClick={() => link.create(id)}
        >
          <Link2 aria-hidden="true" /> New link
        </Button>
      )}
      <EditButton state={state} item={testimonial} />
      <DeleteButton compact noun="testimonial" item={testimonial} />
      <RowMenu
        state={state}
        item={testimonial}
        before={
          isAnswered && (
            <MenuItem onSelect={() => link.create(id)}>
              <Link2 aria-hidden="true" /> New link
            </MenuItem>
          )
        }
      />
    </div>
  );
}
