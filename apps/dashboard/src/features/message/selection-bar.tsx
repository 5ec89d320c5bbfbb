import { routes } from '@vitrine/contract/routes';
import { useRef } from 'react';
import { useCall } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { useFocusAfterwards } from '../../components/focus-afterwards.ts';
import { Button } from '../../ui/button.tsx';
import { moves } from './message-card.tsx';
import type { Folder } from './message-queries.ts';

interface SelectionBarProps {
  readonly folder: Folder;
  readonly ids: readonly string[];
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** What can be done with several messages at once. */
export function SelectionBar({ folder, ids, onAll, onClear }: SelectionBarProps) {
  const update = useCall(routes.message.update, { reloads: ['messages'] });
  const remove = useCall(routes.message.removeSeveral, {
    reloads: ['messages'],
    done: 'Messages deleted.',
  });
  const change = (body: Readonly<Record<string, unknown>>) =>
    update.mutate({ body: { ids, ...body } }, { onSuccess: onClear });
  const box = useRef<HTMLElement>(null);
  useFocusAfterwards(box);
  const what = ids.length === 1 ? '1 message' : `${ids.length} messages`;
  return (
    <section
      ref={box}
      aria-label="Selected messages"
      className="sticky top-2 z-10 mb-4 flex flex-wrap items-center gap-2 rounded-lg border border-line-2 bg-card px-3 py-2 shadow-sm max-sm:top-[62px]"
    >
      <p className="mr-auto px-1 font-medium">{ids.length} selected</p>
      <Button size="sm" variant="ghost" onClick={onAll}>
        All
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        None
      </Button>
      {folder === 'inbox' && (
        <Button size="sm" variant="outline" onClick={() => change({ unread: false })}>
          Mark as read
        </Button>
      )}
      {moves(folder).map(([name, to]) => (
        <Button key={to} size="sm" variant="outline" onClick={() => change({ folder: to })}>
          {name}
        </Button>
      ))}
      <DeleteButton
        name={what}
        isPending={remove.isPending}
        onDelete={() => remove.mutate({ body: { ids } }, { onSuccess: onClear })}
      />
    </section>
  );
}
