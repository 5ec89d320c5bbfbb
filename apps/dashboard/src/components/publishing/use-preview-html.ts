import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError, callApi } from '../../api/call-api.ts';
import { previewPath } from '../site-preview/preview-address.ts';
import { previewQuery } from '../site-preview/preview-query.ts';

/** The form whose item is previewed. */
export interface PreviewedForm {
  readonly noun: 'project' | 'post';
  /** The fields of its picture: that of the file, and that of the name of an image. */
  readonly picture: readonly [file: string, name: string];
  readonly form: RefObject<HTMLFormElement | null>;
  /** Empty for a new item. */
  readonly id: string;
  /** Sent with the fields of the form. */
  readonly extraFields: Readonly<Record<string, string>>;
  /** A new value means that the form holds something else, although no field was changed. */
  readonly state: unknown;
}

/** How long to collect changes. The page has to follow within 300 ms. */
const PAUSE_MS = 30;

/** The page of an item with what is in the form, also what is not saved. Follows while the owner types. */
export function usePreviewHtml(options: PreviewedForm, isActive: boolean) {
  const preview = useQuery(previewQuery);
  const base = preview.data && previewPath(preview.data.url);
  const [page, setPage] = useState<{
    readonly html?: string | undefined;
    readonly problem?: string;
  }>({});
  const latest = useRef(options);
  const schedule = useRef(() => {});
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const { current: form } = latest.current.form;
    if (base === undefined || !isActive || !form) return;
    const follower = createFollower(async (signal) => {
      const { noun, id } = latest.current;
      const fields = await readFields(form, latest.current, follower.schedule);
      const body = { base, fields, ...(id !== '' && { id }) };
      const result = await callApi(routes.site.previewItem, {
        params: { noun },
        body,
        signal,
      }).catch(problemOf);
      if (!signal.aborted) setPage((before) => ({ html: before.html, ...result }));
    });
    schedule.current = follower.schedule;
    follower.schedule();
    // Some fields change with a click and without an `input` event, such as a file that is removed.
    const events = ['input', 'change', 'click'];
    for (const type of events) form.addEventListener(type, follower.schedule);
    return () => {
      for (const type of events) form.removeEventListener(type, follower.schedule);
      follower.stop();
    };
  }, [base, isActive]);

  const { id, state } = options;
  useEffect(() => {
    if (state !== undefined || id) schedule.current();
  }, [state, id]);
  return { ...page, preview };
}

function problemOf(error: ApiError) {
  return { problem: error.message };
}

/** Runs after each change, once at a time. */
function createFollower(run: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController();
  let timer: number | undefined;
  let isRunning = false;
  let isChanged = false;

  async function start() {
    timer = undefined;
    isChanged = isRunning;
    if (isRunning) return;
    isRunning = true;
    await run(controller.signal);
    isRunning = false;
    if (isChanged) schedule();
  }

  function schedule() {
    if (!controller.signal.aborted) timer ??= window.setTimeout(() => void start(), PAUSE_MS);
  }

  return {
    schedule,
    stop() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

/** The text of the form. A chosen picture is stored as an image first, and `onUploaded` is called. */
async function readFields(
  form: HTMLFormElement,
  { extraFields, picture: [fileField, nameField] }: PreviewedForm,
  onUploaded: () => void,
): Promise<Record<string, string>> {
  const entries = [...new FormData(form), ...Object.entries(extraFields)];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const fields = Object.fromEntries(texts);
  const file = entries.find(([name]) => name === fileField)?.[1];
  if (!(file instanceof File) || file.size === 0) return fields;
  const name = uploaded.get(file);
  if (name === undefined) void upload(file).then(onUploaded);
  return name ? { ...fields, [nameField]: name } : fields;
}

/** The names of stored images. Empty while they are uploaded, or if that failed. */
const uploaded = new WeakMap<File, string>();

async function upload(file: File): Promise<void> {
  uploaded.set(file, '');
  const body = new FormData();
  body.set('image', file);
  try {
    const { image } = await callApi(routes.image.add, { body });
    uploaded.set(file, image.name);
  } catch (error) {
    // The form reports what is wrong with the file when it is saved.
    if (!(error instanceof ApiError)) throw error;
  }
}
