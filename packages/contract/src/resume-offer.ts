import { RESUME_FORMATS, type ResumeFormat } from './options.ts';
import type { ResumeSettings } from './resume.ts';

/** What visitors of the site can download. */
export interface ResumeOffer {
  /** The file of the profile, instead of a generated PDF. */
  readonly upload: boolean;
  /** The generated files, as in /resume.pdf. */
  readonly formats: readonly ResumeFormat[];
}

export function resumeOffer(
  { source, published }: Pick<ResumeSettings, 'source' | 'published'>,
  hasUpload: boolean,
): ResumeOffer {
  const upload = hasUpload && source === 'upload';
  const formats = RESUME_FORMATS.filter(
    (format) => published[format] && !(format === 'pdf' && upload),
  );
  return { upload, formats };
}
