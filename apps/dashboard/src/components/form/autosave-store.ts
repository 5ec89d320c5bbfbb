/**
 * What was typed in forms but not saved, in the browser's IndexedDB. Chromium delays writes to
 * localStorage by seconds, and would lose them in a crash.
 */
interface Autosave {
  /** The page that wrote it. */
  readonly writer: string;
  readonly savedAt: number;
  /** The form's content before it was changed. */
  readonly original: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What the form holds outside its fields. */
  readonly values: Readonly<Record<string, string>>;
}

export type AutosavedFiles = readonly (readonly [name: string, file: File])[];

const MAX_AGE_MS = 30 * 24 * 60 * 60_000;
const [TEXTS, FILES] = ['texts', 'files'];

let opening: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('autosave', 1);
    request.onupgradeneeded = () => {
      // Apart from the texts, so that a large file is written only when it changes.
      for (const name of [TEXTS, FILES]) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      request.result.onclose = () => {
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** Runs in one transaction, and resolves once it is on the disk. Without storage, does nothing. */
async function transact(
  mode: IDBTransactionMode,
  run: (texts: IDBObjectStore, files: IDBObjectStore) => void,
): Promise<void> {
  try {
    const database = await openDatabase();
    const transaction = database.transaction([TEXTS, FILES], mode, { durability: 'strict' });
    run(transaction.objectStore(TEXTS), transaction.objectStore(FILES));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = reject;
    });
  } catch {
    // Some browsers block storage in private windows, and a disk can be full.
  }
}

export interface StoredAutosave extends Autosave {
  readonly files: AutosavedFiles;
}

/** Reads what was written last, by any page. */
export async function readAutosave(key: string): Promise<StoredAutosave | undefined> {
  await transact('readwrite', removeExpired);
  let texts: IDBRequest<Autosave[]> | undefined;
  await transact('readonly', (textStore) => {
    texts = textStore.getAll(IDBKeyRange.bound([key], [key, []]));
  });
  const [newest] = (texts?.result ?? []).toSorted((a, b) => b.savedAt - a.savedAt);
  if (!newest) return undefined;
  let files: IDBRequest<AutosavedFiles | undefined> | undefined;
  await transact('readonly', (_, fileStore) => {
    files = fileStore.get([key, newest.writer]);
  });
  return { ...newest, files: files?.result ?? [] };
}

interface AutosaveChange {
  readonly text: Autosave;
  /** If undefined, those that are stored stay. */
  readonly files: AutosavedFiles | undefined;
  /** Other pages, whose text is now part of this one. */
  readonly replaced: readonly string[];
}

/** Each page has its own entry, because another tab can have the same form open. */
export function writeAutosave(
  key: string,
  { text, files, replaced }: AutosaveChange,
): Promise<void> {
  return transact('readwrite', (textStore, fileStore) => {
    textStore.put(text, [key, text.writer]);
    if (files) fileStore.put(files, [key, text.writer]);
    remove([textStore, fileStore], key, replaced);
  });
}

export function removeAutosave(key: string, writers: readonly string[]): Promise<void> {
  return transact('readwrite', (...stores) => remove(stores, key, writers));
}

function remove(stores: readonly IDBObjectStore[], key: string, writers: readonly string[]): void {
  for (const store of stores) for (const writer of writers) store.delete([key, writer]);
  // Do not wait for the results: a page that is being closed would no longer receive them.
  stores[0]?.transaction.commit();
}

export function clearAutosaves(): Promise<void> {
  return transact('readwrite', (texts, files) => {
    texts.clear();
    files.clear();
  });
}

function removeExpired(texts: IDBObjectStore, files: IDBObjectStore): void {
  const request = texts.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    const { savedAt }: Autosave = cursor.value;
    if (savedAt < Date.now() - MAX_AGE_MS) {
      cursor.delete();
      files.delete(cursor.key);
    }
    cursor.continue();
  };
}
