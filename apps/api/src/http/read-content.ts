import type { Fields } from '@vitrine/contract/collection-field';
import { filesIn } from '@vitrine/contract/collection-schemas';
import { NO_ICON } from '@vitrine/contract/options';
import type { Trx } from '../db/client.ts';
import { validationError } from '../expected-error.ts';
import { findIcons } from '../media/find-icons.ts';
import { type PreparedMedia, prepareMedia } from '../media/media-pipeline.ts';
import type { MediaStore } from '../media/media-store.ts';

interface SentForm {
  readonly input: unknown;
  readonly files: Readonly<Record<string, PreparedMedia | undefined>>;
}

/**
 * Reads the files of a form, and the icons that it names. Returns the function that stores them, and
 * returns the fields with the names of the stored files.
 */
export async function readContent(fields: Fields, { input, files }: SentForm) {
  const content: Record<string, unknown> = { ...Object(input) };
  const prepared: [name: string, PreparedMedia | null][] = [];
  for (const [field, { namedBy }] of filesIn(fields)) {
    let file: PreparedMedia | null | undefined = files[field];
    if (namedBy !== undefined) {
      const chosen = await readIcon(content[namedBy], file);
      // Without a file, an empty name changes nothing.
      content[namedBy] = chosen?.icon;
      file = chosen?.media;
    }
    if (file !== undefined) prepared.push([fields[field]?.sentAs ?? field, file]);
  }
  return async (trx: Trx, media: MediaStore) => {
    for (const [name, file] of prepared) content[name] = file && (await media.save(trx, file));
    return content;
  };
}

/** The icon of a form: its file, or else the icon that it names, or null to remove it. */
async function readIcon(icon: unknown, file: PreparedMedia | undefined) {
  if (file) return { icon: '', media: file };
  if (typeof icon !== 'string' || icon === '') return undefined;
  if (icon === NO_ICON) return { icon: '', media: null };
  const [found] = (await findIcons({ name: icon })).icons;
  if (!found) throw validationError({ icon: `There is no icon named ${icon}.` });
  return { icon: found.name, media: await prepareMedia(Buffer.from(found.svg), 'icon') };
}
