import {
  Archive,
  ChevronDown,
  ChevronUp,
  Inbox,
  type LucideIcon,
  Mail,
  OctagonAlert,
  Reply,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { replyUrl } from './mailto.ts';
import { type Folder, type Message, useCanReply } from './message-queries.ts';
import type { MessageMutations } from './use-message-mutations.ts';

interface MessageActionsProps {
  readonly message: Message;
  readonly folder: Folder;
  readonly mutations: MessageMutations;
  readonly onDelete: (message: Message) => void;
  readonly onReply: (message: Message) => void;
  readonly onClose: () => void;
  /** Moves to the next or the previous message. */
  readonly onStep: (by: 1 | -1) => void;
}

/** The actions of the open message. They stick to the bottom of the window. */
export function MessageActions(props: MessageActionsProps) {
  const { message, folder, mutations, onDelete, onReply, onClose, onStep } = props;
  const { folders: hasFolders } = useCan();
  const isSpam = hasFolders && folder === 'spam';
  return (
    <div className="sticky bottom-(--bar-height) z-2 col-span-full mt-4.5 -ml-(--gutter) flex items-center gap-2 border-t border-line bg-card/95 py-3 pr-3.5 pl-(--actions-indent) backdrop-blur-sm max-sm:gap-1.5 max-sm:py-2.5 max-sm:pr-3 max-sm:pl-4 sm:flex-wrap">
      <ReplyButton message={message} isSpam={isSpam} onReply={onReply} />
      {hasFolders &&
        moves(folder).map(({ name, to, Icon, shortcut }) => (
          <Action
            key={to}
            name={name}
            shortcut={shortcut}
            Icon={Icon}
            variant={isSpam ? 'default' : 'outline'}
            onClick={() => mutations.change([message], { folder: to })}
          />
        ))}
      <Action
        name={mutations.deletingId === message._id ? 'Deleting' : 'Delete'}
        Icon={Trash2}
        className={`text-ink-2! ${QUIET_DELETE}`}
        onClick={() => onDelete(message)}
      />
      {hasFolders && (
        <Action
          name="Mark as unread"
          shortcut="U"
          Icon={Mail}
          variant="ghost"
          className="sm:ml-auto max-[85rem]:[&_span]:sr-only"
          onClick={() => {
            mutations.change([message], { unread: true });
            onClose();
          }}
        />
      )}
      <span className={`flex gap-0.5 max-sm:hidden ${hasFolders ? '' : 'ml-auto'}`}>
        <Step name="Previous message" shortcut="K" onClick={() => onStep(-1)}>
          <ChevronUp aria-hidden="true" />
        </Step>
        <Step name="Next message" shortcut="J" onClick={() => onStep(1)}>
          <ChevronDown aria-hidden="true" />
        </Step>
      </span>
    </div>
  );
}

interface ReplyButtonProps {
  readonly message: Message;
  readonly isSpam: boolean;
  readonly onReply: (message: Message) => void;
}

/** Opens the form, or the mail app if the host cannot send emails. */
function ReplyButton({ message, isSpam, onReply }: ReplyButtonProps) {
  const canReply = useCanReply();
  const look = {
    variant: isSpam ? 'outline' : 'default',
    className: 'max-sm:h-10.5 max-sm:min-w-0 max-sm:flex-1',
  } as const;
  if (canReply)
    return (
      <Button {...look} icon={Reply} aria-keyshortcuts="R" onClick={() => onReply(message)}>
        {message.replies?.length ? 'Reply again' : 'Reply'}
      </Button>
    );
  return (
    <Button asChild {...look}>
      <a href={replyUrl(message)} aria-keyshortcuts="R">
        <Reply aria-hidden="true" /> {canReply === false ? 'Open in mail app' : 'Reply'}
      </a>
    </Button>
  );
}

interface ActionProps {
  readonly name: string;
  readonly Icon: LucideIcon;
  readonly onClick: () => void;
  readonly shortcut?: string | undefined;
  readonly variant?: 'default' | 'outline' | 'ghost';
  readonly className?: string;
}

/** An icon with a label, which only screen readers get on phones. */
function Action(props: ActionProps) {
  const { name, Icon, onClick, shortcut, variant = 'outline', className = '' } = props;
  return (
    <Tooltip text={shortcut ? `${name} (${shortcut})` : name}>
      <Button
        variant={variant}
        aria-keyshortcuts={shortcut}
        className={`max-sm:size-10.5 max-sm:px-0! max-sm:[&_span]:sr-only ${className}`}
        onClick={onClick}
      >
        <Icon aria-hidden="true" /> <span>{name}</span>
      </Button>
    </Tooltip>
  );
}

interface StepProps {
  readonly name: string;
  readonly shortcut: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Step({ name, shortcut, onClick, children }: StepProps) {
  return (
    <Tooltip text={`${name} (${shortcut})`}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={name}
        aria-keyshortcuts={shortcut}
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  );
}

/** Red only on hover and focus. */
export const QUIET_DELETE =
  'hover:border-transparent! hover:bg-danger-soft! hover:text-danger! focus-visible:bg-danger-soft! focus-visible:text-danger!';

interface Move {
  readonly name: string;
  readonly to: Folder;
  readonly Icon: LucideIcon;
  readonly shortcut?: string;
}

/** The folders that a message can be moved to from this one. */
export function moves(folder: Folder): readonly Move[] {
  switch (folder) {
    case 'inbox':
      return [
        { name: 'Archive', to: 'archived', Icon: Archive, shortcut: 'E' },
        { name: 'Spam', to: 'spam', Icon: OctagonAlert },
      ];
    case 'spam':
      return [{ name: 'Not spam', to: 'inbox', Icon: Inbox }];
    case 'archived':
      return [{ name: 'Move to inbox', to: 'inbox', Icon: Inbox }];
  }
}
