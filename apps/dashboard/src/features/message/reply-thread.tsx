import { routes } from '@vitrine/contract/routes';
import { CircleAlert, Reply, RotateCw, Undo2 } from 'lucide-react';
import { useApiMutation } from '../../api/query-client.ts';
import { formatDateTime } from '../../components/text/day.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AttachedView } from './attached-view.tsx';
import type { Message } from './message-queries.ts';
import { ReplyForm } from './reply-form.tsx';
import { giveBack, type ReplyDraft } from './replying.ts';

type SentReply = NonNullable<Message['replies']>[number];

export interface ReplyThreadProps {
  readonly message: Message;
  /** What the form starts with. Without it, there is no form. */
  readonly draft: ReplyDraft | undefined;
  readonly onClose: () => void;
}

/** The replies to a message, and the form of the next one. */
export function ReplyThread({ message, draft, onClose }: ReplyThreadProps) {
  return (
    <>
      {(message.replies ?? []).map((reply) => (
        <SentReply key={reply._id} message={message} reply={reply} />
      ))}
      {draft !== undefined && <ReplyForm message={message} draft={draft} onClose={onClose} />}
    </>
  );
}

interface SentReplyProps {
  readonly message: Message;
  readonly reply: SentReply;
}

function SentReply({ message, reply }: SentReplyProps) {
  return (
    <section
      aria-label={`Your reply to ${message.senderName}`}
      className="mt-5 overflow-hidden rounded-lg border border-line bg-sunk/50"
    >
      <div className="flex flex-wrap items-center gap-x-2 border-b border-line px-4 py-2.5 text-sm text-ink-2">
        <Reply aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <b className="font-medium text-ink">You replied</b>
        <DeliveryState reply={reply} />
      </div>
      {reply.state === 'failed' && <Failure message={message} reply={reply} />}
      <p className="max-w-[66ch] px-4 py-3.5 leading-[1.65] wrap-anywhere whitespace-pre-line">
        {reply.text}
      </p>
      {reply.view && <AttachedView id={reply.view} />}
    </section>
  );
}

function DeliveryState({ reply: { state, sentAt } }: { readonly reply: SentReply }) {
  switch (state) {
    case 'sent':
      return sentAt && <time dateTime={sentAt}>Sent {formatDateTime(sentAt)}</time>;
    case 'failed':
      return (
        <span className="flex items-center gap-1.5 font-medium text-danger">
          <CircleAlert aria-hidden="true" className="size-4" /> Not delivered
        </span>
      );
    default:
      return (
        <span role="status" className="flex items-center gap-1.5 [&_svg]:size-4">
          <Spinner /> Sending
        </span>
      );
  }
}

function Failure({ message, reply }: SentReplyProps) {
  const ids = { params: { id: message._id, reply: reply._id } };
  const retry = useApiMutation(routes.message.retryReply, { reloads: ['messages'] });
  const cancel = useApiMutation(routes.message.cancelReply, { reloads: ['messages'] });
  /** The text goes back to the form. */
  const takeBack = () =>
    cancel.mutateAsync(ids).then(
      () => giveBack(message._id, { text: reply.text, view: reply.view ?? '' }),
      // The query client has shown the error.
      () => undefined,
    );
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line bg-danger-soft px-4 py-2.5 text-sm text-danger">
      <p className="min-w-0 flex-[1_1_14rem] wrap-anywhere">{reply.problem}</p>
      <div className="ml-auto flex gap-2">
        <Button
          size="sm"
          variant="ghost"
          className="max-sm:h-10"
          icon={Undo2}
          isPending={cancel.isPending}
          onClick={() => void takeBack()}
        >
          Take back
        </Button>
        <Button
          size="sm"
          variant="outline"
          className="max-sm:h-10"
          icon={RotateCw}
          isPending={retry.isPending}
          onClick={() => retry.mutate(ids)}
        >
          Retry
        </Button>
      </div>
    </div>
  );
}
