import { MailOpen, Trash2 } from 'lucide-react';
import { SelectionBar } from '../../components/list/selection-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { moves, QUIET_DELETE } from './message-actions.tsx';
import type { Folder, Message } from './message-queries.ts';
import type { MessageMutations } from './use-message-mutations.ts';

interface MessageSelectionProps {
  readonly folder: Folder;
  readonly messages: readonly Message[];
  readonly mutations: MessageMutations;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: () => void;
}

/** The actions for the selected messages. */
export function MessageSelection(props: MessageSelectionProps) {
  const { folder, messages, mutations, onAll, onClear, onDelete } = props;
  return (
    <SelectionBar
      label="Selected messages"
      count={messages.length}
      onSelectAll={onAll}
      onClear={onClear}
    >
      {folder === 'inbox' && (
        <Button
          size="sm"
          variant="outline"
          className="max-sm:hidden"
          onClick={() => mutations.change(messages, { unread: false }, onClear)}
        >
          <MailOpen aria-hidden="true" /> Mark as read
        </Button>
      )}
      {moves(folder).map(({ name, to, Icon }) => (
        <Button
          key={to}
          size="sm"
          variant="outline"
          onClick={() => mutations.change(messages, { folder: to }, onClear)}
        >
          <Icon aria-hidden="true" /> {name}
        </Button>
      ))}
      <Button
        size="sm"
        variant="outline"
        className={`text-ink-2! ${QUIET_DELETE}`}
        icon={Trash2}
        isPending={mutations.isDeletingSeveral}
        onClick={onDelete}
      >
        {mutations.isDeletingSeveral ? 'Deleting' : 'Delete'}
      </Button>
    </SelectionBar>
  );
}
