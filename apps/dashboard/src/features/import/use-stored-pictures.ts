import type { ImportPicture } from '@vitrine/contract/import';
import { routes } from '@vitrine/contract/routes';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { ApiError, callApi } from '../../api/call-api.ts';
import { randomKey } from '../../components/random-key.ts';
import type { Choice } from './proposal-row.tsx';

/** Stores the pictures of posts before the posts are imported. `files` has them by their paths. */
export function useStoredPictures(files: ReadonlyMap<string, File>) {
  const [status, setStatus] = useState<string>();
  const [error, setError] = useState<string>();
  /** The names of stored pictures, by their names in the items. Empty for one that was left out. */
  const stored = useRef(new Map<string, string>());

  /** Returns nothing if the host does not respond. What was stored is not sent again. */
  async function store(choices: readonly Choice[]): Promise<readonly Choice[] | undefined> {
    const wanted = choices.flatMap(({ pictures }) => pictures);
    const pictures = [...new Map(wanted.map((picture) => [picture.name, picture])).values()];
    setError(undefined);
    try {
      for (const [index, picture] of pictures.entries()) {
        setStatus(`Uploading picture ${index + 1} of ${pictures.length}.`);
        if (!stored.current.has(picture.name))
          stored.current.set(picture.name, await upload(picture, files));
      }
      return choices.map((choice) => withPictures(choice, stored.current));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
      return undefined;
    } finally {
      setStatus(undefined);
    }
  }

  return { store, status, error, isPending: status !== undefined };
}

/** Returns the name of the stored picture, or nothing if it is not one that can be stored. */
async function upload({ path }: ImportPicture, files: ReadonlyMap<string, File>): Promise<string> {
  const file = files.get(path);
  if (!file) return '';
  const body = new FormData();
  body.set('image', file);
  try {
    const headers = { 'idempotency-key': randomKey() };
    return (await callApi(routes.image.add, { body, headers })).image.name;
  } catch (error) {
    const isRejected = error instanceof ApiError && [400, 413, 422].includes(error.status ?? 0);
    if (!isRejected) throw error;
    toast.error(`${path} was left out. ${error.message}`);
    return '';
  }
}

function withPictures(choice: Choice, stored: ReadonlyMap<string, string>): Choice {
  const { item, pictures } = choice;
  if (item.kind !== 'add-post' || pictures.length === 0) return choice;
  const { cover = '', body = '', ...fields } = item.fields;
  const relinked = pictures.reduce((text, { name, path }) => {
    const found = stored.get(name);
    return text.replaceAll(`/media/${name}`, found ? `/media/${found}` : path);
  }, body);
  const kept = { ...fields, cover: stored.get(cover) ?? '', body: relinked };
  return { ...choice, item: { ...item, fields: kept } };
}
