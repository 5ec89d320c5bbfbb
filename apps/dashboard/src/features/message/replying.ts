import { useCallback, useEffect, useState } from 'react';
import {
  readAutosave,
  removeAutosave,
  writeAutosave,
} from '../../components/form/autosave-store.ts';

/** What the form of a reply starts with. */
export interface ReplyDraft {
  readonly text: string;
  /** The ID of the attached view, or an empty string. */
  readonly view: string;
}

/** The replies that are being written, by the ID of the message. */
export type Replying = ReadonlyMap<string, ReplyDraft>;

const EMPTY: ReplyDraft = { text: '', view: '' };

type Listener = (id: string, draft: ReplyDraft) => boolean;
let listener: Listener | undefined;

/** The form stays while its message is closed, so that opening another message loses nothing. */
export function useReplying(onGivenBack: (id: string) => boolean) {
  const [replying, setReplying] = useState<Replying>(new Map());
  const start = useCallback((id: string, draft = EMPTY) => {
    setReplying((all) => (all.has(id) && draft === EMPTY ? all : new Map(all).set(id, draft)));
  }, []);
  const stop = useCallback((id: string) => {
    setReplying((all) => new Map([...all].filter(([other]) => other !== id)));
  }, []);
  useEffect(() => {
    const giveToForm: Listener = (id, draft) => {
      const isShown = onGivenBack(id);
      if (isShown) start(id, draft);
      return isShown;
    };
    listener = giveToForm;
    return () => {
      if (listener === giveToForm) listener = undefined;
    };
  }, [onGivenBack, start]);
  return { replying, start, stop };
}

const keyOf = (id: string) => JSON.stringify([REPLY_FORM, { id }]);

export const REPLY_FORM = 'reply';

/** Returns a reply to its form. If the message is not on the screen, the form offers it later. */
export async function giveBack(id: string, draft: ReplyDraft): Promise<void> {
  if (listener?.(id, draft)) return;
  const original = JSON.stringify([Object.entries(EMPTY), null]);
  const fields = [
    ['text', draft.text],
    ['view', draft.view],
  ] as const;
  const written = { writer: REPLY_FORM, savedAt: Date.now(), original, fields, values: {} };
  await writeAutosave(keyOf(id), { text: written, files: undefined, replaced: [] });
}

export async function removeReplyDraft(id: string): Promise<void> {
  const stored = await readAutosave(keyOf(id));
  if (stored) await removeAutosave(keyOf(id), [stored.writer]);
}
