import { validationError } from '../expected-error.ts';
import { findIcons } from '../media/find-icons.ts';
import { type PreparedMedia, prepareMedia } from '../media/media-pipeline.ts';

interface ChosenIcon {
  /** The name of the icon; empty for an uploaded file. */
  readonly icon: string;
  readonly media: PreparedMedia;
}

interface Files {
  readonly svg: PreparedMedia | undefined;
}

/** The icon of a form: its file, or else the icon that it names. */
export async function readIcon(
  { icon }: { readonly icon?: string | undefined },
  { svg }: Files,
): Promise<ChosenIcon | undefined> {
  if (svg) return { icon: '', media: svg };
  if (!icon) return undefined;
  const [found] = (await findIcons({ name: icon })).icons;
  if (!found) throw validationError({ icon: `There is no icon named ${icon}.` });
  return { icon: found.name, media: await prepareMedia(Buffer.from(found.svg), 'icon') };
}

/** Validation has rejected a form that has neither. */
export async function requireIcon(
  input: { readonly icon: string },
  files: Files,
): Promise<ChosenIcon> {
  const chosen = await readIcon(input, files);
  if (!chosen) throw new Error('The form has no icon.');
  return chosen;
}
