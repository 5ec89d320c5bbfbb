import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import {
  type AutosavedFiles,
  readAutosave,
  removeAutosave,
  type StoredAutosave,
  writeAutosave,
} from './autosave-store.ts';
import { setFile, setValue } from './set-value.ts';

/** What a form holds outside its fields, such as the text of an editor. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  /** Stored with the values, but a change of it does not count as unsaved. */
  readonly context?: Readonly<Record<string, string>>;
  readonly restore: (values: Readonly<Record<string, string>>) => void;
}

interface AutosaveOptions {
  /** Names the form and the item that it edits. Without it, nothing is stored. */
  readonly key: string | undefined;
  /** Whether the form edits an item, which can change elsewhere. */
  readonly isUpdate: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly state: FormState | undefined;
  /** The form's content now, and when it was last saved. */
  readonly content: () => string;
  readonly savedContent: () => string;
}

/** Stores what is typed until it is saved, and offers it when the form is opened again. */
export function useAutosave(options: AutosaveOptions) {
  const { key, isUpdate, form, state, savedContent } = options;
  const [offer, setOffer] = useState<StoredAutosave>();
  const restorers = useRef<Restorers>(new Map());
  const writer = useRef<Writer>(undefined);
  const latest = useRef(options);

  useEffect(() => {
    if (form.current) restorersByForm.set(form.current, restorers.current);
  }, [form]);

  useEffect(() => {
    latest.current = options;
    // A change of the state outside the fields renders the form.
    writer.current?.schedule();
  });

  useEffect(() => {
    if (key === undefined) return;
    const created = createWriter(key, latest);
    writer.current = created;
    let isMounted = true;
    void readAutosave(key).then((found) => {
      if (isMounted) setOffer(found);
    });
    return () => {
      isMounted = false;
      created.stop();
    };
  }, [key]);

  function restore() {
    if (!offer || !form.current) return;
    setOffer(undefined);
    writer.current?.adopt(offer.writer);
    state?.restore(offer.values);
    for (const [name, file] of offer.files) {
      const input = form.current.elements.namedItem(name);
      if (input instanceof HTMLInputElement) setFile(input, file);
    }
    const { current: element } = form;
    // The preview of a file, which has fields of its own, appears a frame later.
    requestAnimationFrame(() => requestAnimationFrame(() => fillForm(element, offer.fields)));
    focusFirstField(form.current);
  }

  function discard() {
    if (!offer || key === undefined) return;
    setOffer(undefined);
    void removeAutosave(key, [offer.writer]);
    focusFirstField(form.current);
  }

  return {
    restorers: restorers.current,
    offer: offer && {
      savedAt: offer.savedAt,
      isOutdated: isUpdate && offer.original !== savedContent(),
      restore,
      discard,
    },
    /** Removes what is stored, because it was saved or discarded. */
    remove: () => writer.current?.remove(),
  };
}

/** A crash can lose what was typed in the last second. */
const DELAY_MS = 1000;

/** Identifies this page among the tabs that have the same form open. */
const THIS_PAGE = String(performance.timeOrigin);

type Writer = ReturnType<typeof createWriter>;

/** Writes once a second while there are changes, and when the page is hidden or closed. */
function createWriter(key: string, options: RefObject<AutosaveOptions>) {
  let timer: number | undefined;
  let written: string | undefined;
  let writtenFiles = '';
  /** Other pages, whose text is in this form but not yet written by this page. */
  let adopted: readonly string[] = [];

  function schedule() {
    timer ??= window.setTimeout(write, DELAY_MS);
  }

  function write() {
    clearTimeout(timer);
    timer = undefined;
    const { form, state, content, savedContent } = options.current;
    const now = content();
    const original = savedContent();
    if (!form.current || now === (written ?? original)) return;
    if (now === original) return remove();
    written = now;
    const { fields, files } = entriesOf(form.current);
    const fileNames = JSON.stringify(files.map(([name, file]) => [name, file.name, file.size]));
    const isNew = fileNames !== writtenFiles;
    writtenFiles = fileNames;
    const text = { writer: THIS_PAGE, savedAt: Date.now(), original, fields };
    void writeAutosave(key, {
      text: { ...text, values: { ...state?.values, ...state?.context } },
      files: isNew ? files : undefined,
      replaced: adopted,
    });
    adopted = [];
  }

  function remove() {
    clearTimeout(timer);
    timer = undefined;
    written = undefined;
    writtenFiles = '';
    void removeAutosave(key, [THIS_PAGE, ...adopted]);
    adopted = [];
  }

  const { current: form } = options.current.form;
  // Some fields change with a click and without an `input` event, such as a file that is removed.
  const events = ['input', 'change', 'click'];
  for (const type of events) form?.addEventListener(type, schedule);
  document.addEventListener('visibilitychange', write);
  window.addEventListener('pagehide', write);
  function stop() {
    clearTimeout(timer);
    for (const type of events) form?.removeEventListener(type, schedule);
    document.removeEventListener('visibilitychange', write);
    window.removeEventListener('pagehide', write);
  }
  return {
    schedule,
    remove,
    stop,
    /** What that page wrote is now in this form. */
    adopt(page: string) {
      adopted = [...adopted, page];
    },
  };
}

function entriesOf(form: HTMLFormElement) {
  const fields: [string, string][] = [];
  const files: [string, File][] = [];
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') fields.push([name, value]);
    // An empty file input adds a file without a name.
    else if (value.name !== '') files.push([name, value]);
  }
  return { fields, files } satisfies { files: AutosavedFiles; fields: unknown };
}

type Restorers = Map<string, (value: string) => void>;

const restorersByForm = new WeakMap<HTMLFormElement, Restorers>();

/** Changes the fields as if the owner had typed the values. */
export function fillForm(form: HTMLFormElement, fields: StoredAutosave['fields']): void {
  for (const [name, value] of fields) {
    const restore = restorersByForm.get(form)?.get(name);
    if (restore) restore(value);
    else setValue(form.elements.namedItem(name), value);
  }
}

function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input:not([hidden], [type=hidden]), textarea')?.focus();
}

export const RestorersContext = createContext<Restorers>(new Map());

/** Restores a field whose value is sent by a hidden input and held elsewhere. */
export function useRestorer(name: string | undefined, restore: (value: string) => void): void {
  const restorers = useContext(RestorersContext);
  useEffect(() => {
    if (name === undefined) return;
    restorers.set(name, restore);
    return () => {
      restorers.delete(name);
    };
  });
}
