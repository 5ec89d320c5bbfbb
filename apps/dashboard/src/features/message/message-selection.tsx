import { MailOpen, Trash2 } from 'lucide-react';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CALM_DELETE, moves } from './message-actions.tsx';
import type { Folder } from './message-queries.ts';
import type { MessageCalls } from './use-message-calls.ts';

interface MessageSelectionProps {
  readonly folder: Folder;
  readonly ids: readonly string[];
  readonly calls: MessageCalls;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: () => void;
}

/** What can be done with several messages at once. */
export function MessageSelection(props: MessageSelectionProps) {
  const { folder, ids, calls, onAll, onClear, onDelete } = props;
  return (
    <SelectionBar label="Selected messages" count={ids.length} onClear={onClear}>
      <Button size="sm" variant="ghost" aria-label="Select all" onClick={onAll}>
        All
      </Button>
      {folder === 'inbox' && (
        <Button
          size="sm"
          variant="outline"
          className="max-sm:hidden"
          onClick={() => calls.change(ids, { unread: false }, onClear)}
        >
          <MailOpen aria-hidden="true" /> Mark as read
        </Button>
      )}
      {moves(folder).map(({ name, to, Icon }) => (
        <Button
          key={to}
          size="sm"
          variant="outline"
          onClick={() => calls.change(ids, { folder: to }, onClear)}
        >
          <Icon aria-hidden="true" /> {name}
        </Button>
      ))}
      <Button
        size="sm"
        variant="outline"
        className={`text-ink-2! ${CALM_DELETE}`}
        aria-disabled={calls.isDeletingSeveral}
        onClick={() => !calls.isDeletingSeveral && onDelete()}
      >
        {calls.isDeletingSeveral ? <Spinner /> : <Trash2 aria-hidden="true" />}
        {calls.isDeletingSeveral ? 'Deleting' : 'Delete'}
      </Button>
    </SelectionBar>
  );
}
