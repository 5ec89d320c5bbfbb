import { RESUME_FORMATS } from '@vitrine/contract/options';
import { FORMAT_NAMES } from '@vitrine/resume/formats';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { makeOwnerResume } from '../modules/resume/owner-resume.ts';
import type { SiteRenderer } from '../modules/site/site-renderer.ts';
import { hasOwner } from '../modules/user/user-store.ts';
import { readResume } from '../read-portfolio.ts';
import { CliError } from './owner.ts';

interface Place {
  readonly db: Db;
  readonly files: MediaFiles;
  readonly renderer: SiteRenderer;
  readonly config: Pick<Config, 'siteUrl' | 'mediaOrigin'>;
}

/** Makes the resume for standard output. */
export async function makeResume(
  { db, files, renderer, config }: Place,
  name: string,
  isTerminal: boolean,
): Promise<Buffer> {
  const format = RESUME_FORMATS.find((one) => one === name);
  if (!format) throw new CliError(`Choose one of these formats: ${RESUME_FORMATS.join(', ')}.`);
  if (isTerminal && (format === 'pdf' || format === 'docx'))
    throw new CliError(
      `A terminal cannot show ${FORMAT_NAMES[format]}. Write it to a file: vitrine resume --format ${format} > resume.${format}`,
    );
  if (!(await hasOwner(db))) throw new CliError('There is no owner yet, so there is no resume.');
  const { body } = await makeOwnerResume(format, await readResume(db), {
    siteUrl: config.siteUrl,
    mediaOrigin: config.mediaOrigin,
    media: files,
    writeDocx: renderer.docx,
  });
  return body;
}
