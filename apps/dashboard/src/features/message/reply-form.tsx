import { routes } from '@vitrine/contract/routes';
import { GalleryVerticalEnd, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { callApi } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { undoButton } from '../../api/undo.ts';
import { useFieldError } from '../../components/form/field-errors.ts';
import { Form } from '../../components/form/form.tsx';
import { setValue } from '../../components/form/set-value.ts';
import { useRestorer } from '../../components/form/use-autosave.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { AttachedView } from './attached-view.tsx';
import { QUIET_DELETE } from './message-actions.tsx';
import type { Message } from './message-queries.ts';
import { giveBack, REPLY_FORM, type ReplyDraft, removeReplyDraft } from './replying.ts';
import { ViewPicker } from './view-picker.tsx';

interface ReplyFormProps {
  readonly message: Message;
  readonly draft: ReplyDraft;
  readonly onClose: () => void;
}

export function ReplyForm({ message, draft, onClose }: ReplyFormProps) {
  const { _id: id, senderName, email } = message;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const sent = useRef(draft);
  const [view, setView] = useState('');
  const [isPicking, setIsPicking] = useState(false);
  const content = () => ({ text: field.current?.value ?? '', view });
  const mutation = useApiMutation(routes.message.reply, { reloads: ['messages'] });

  useEffect(() => {
    if (draft.text !== '') setValue(field.current, draft.text);
    setView(draft.view);
    field.current?.focus();
  }, [draft]);

  function attach(id: string) {
    setView(id);
    setIsPicking(false);
    field.current?.focus();
  }

  async function discard() {
    const discarded = content();
    await removeReplyDraft(id);
    onClose();
    if (discarded.text.trim() === '') return;
    const restore = async () => {
      await giveBack(id, discarded);
      return { message: 'Reply restored.' };
    };
    toast.success(
      'Reply discarded.',
      undoButton(restore, async () => {}),
    );
  }

  return (
    <section
      aria-label={`Reply to ${senderName}`}
      className="mt-5 overflow-hidden rounded-lg border border-accent bg-card ring-3 ring-accent-soft"
    >
      <p className="flex flex-wrap gap-x-2 border-b border-line px-4 py-2.5 text-sm text-ink-2">
        To <b className="max-w-full truncate font-medium text-ink">{senderName}</b>
        <span className="max-w-full truncate">{email}</span>
      </p>
      <Form
        ref={form}
        mutation={mutation}
        params={{ id }}
        autosave={REPLY_FORM}
        layout="compose"
        submit="Send reply"
        pending="Sending"
        onSubmit={() => {
          sent.current = content();
          return true;
        }}
        undo={async ({ reply }) => {
          const response = await callApi(routes.message.cancelReply, { params: { id, reply } });
          await giveBack(id, sent.current);
          return response;
        }}
        onDone={onClose}
        actions={
          <>
            <Button
              variant="outline"
              icon={GalleryVerticalEnd}
              aria-expanded={isPicking}
              aria-keyshortcuts="V"
              onClick={() => setIsPicking(!isPicking)}
            >
              Attach a view
            </Button>
            <Tooltip text="Discard">
              <Button
                variant="ghost"
                size="icon"
                aria-label="Discard the reply"
                className={`ml-auto text-ink-2! ${QUIET_DELETE}`}
                onClick={() => void discard()}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </Tooltip>
          </>
        }
      >
        <ReplyText field={field} onSend={() => form.current?.requestSubmit()} />
        <ViewField id={view} onChange={setView} />
      </Form>
      {isPicking && (
        <ViewPicker message={message} onPick={attach} onClose={() => setIsPicking(false)} />
      )}
    </section>
  );
}

interface ViewFieldProps {
  readonly id: string;
  readonly onChange: (id: string) => void;
}

function ViewField({ id, onChange }: ViewFieldProps) {
  useRestorer('view', onChange);
  return (
    <>
      <input type="hidden" name="view" value={id} />
      {id !== '' && <AttachedView id={id} onRemove={() => onChange('')} />}
    </>
  );
}

interface ReplyTextProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: () => void;
}

function ReplyText({ field, onSend }: ReplyTextProps) {
  const error = useFieldError<typeof routes.message.reply>('text');
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    onSend();
  };
  return (
    <div>
      <textarea
        ref={field}
        name="text"
        aria-label="Reply"
        aria-keyshortcuts="Control+Enter"
        aria-invalid={error !== undefined}
        aria-describedby={error ? 'reply-error' : 'reply-hint'}
        maxLength={10_000}
        onKeyDown={send}
        className="block field-sizing-content min-h-32 w-full resize-none bg-transparent px-4 py-3 text-lg leading-[1.65] outline-none"
      />
      <p
        id={error ? 'reply-error' : 'reply-hint'}
        className={`px-4 pb-3 text-xs ${error ? 'text-danger' : 'text-ink-3'}`}
      >
        {error ??
          'Sent as plain text, with the message as a quote. Answers go to your email address.'}
      </p>
    </div>
  );
}
