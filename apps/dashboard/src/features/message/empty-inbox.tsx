import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useCan } from '../../api/capabilities.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { messagesQueryOf, useUnreadByFolder } from './message-queries.ts';

/** Points to unread spam, so that no message waits there unseen. */
export function EmptyInbox() {
  const can = useCan();
  const spamCount = useUnreadByFolder()?.spam ?? 0;
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <Inbox aria-hidden="true" className="size-6 text-ink-2" strokeWidth={1.5} />
      <h2 className="font-display text-xl">No Messages Found!</h2>
      {can.folders && (
        <p className="text-ink-2">
          When a visitor writes to you, the message appears here at once.
        </p>
      )}
      {spamCount > 0 && <SpamNote count={spamCount} />}
    </div>
  );
}

function SpamNote({ count }: { readonly count: number }) {
  const { data: spam } = useInfiniteQuery(messagesQueryOf('spam', ''));
  const newest = spam?.find(({ unread }) => unread);
  const number = count > 999 ? '999+' : count;
  return (
    <div className="mt-4 flex w-full max-w-[35rem] flex-wrap items-center gap-x-3 gap-y-2.5 rounded-lg bg-ochre-soft px-4 py-3 text-left text-sm text-ochre">
      <ShieldAlert aria-hidden="true" className="size-4 shrink-0" />
      <div className="min-w-0 flex-[1_1_13rem]">
        <p className="font-medium">
          {number} {count === 1 ? 'message' : 'messages'} in Spam
        </p>
        <p className="line-clamp-3 wrap-anywhere">
          {newest &&
            `${count === 1 ? 'From' : 'The newest is from'} ${newest.senderName}: “${newest.subject}”. ${newest.spamReasons?.[0] ?? ''}`}
        </p>
      </div>
      <Button
        asChild
        variant="outline"
        size="sm"
        className="border-current! bg-transparent! text-ochre! max-sm:ml-7 max-sm:h-10"
      >
        <Link to={paths.folder('spam')}>{count === 1 ? 'Check it' : 'Check them'}</Link>
      </Button>
    </div>
  );
}
