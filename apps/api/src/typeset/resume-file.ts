import type { ResumeFormat } from '@vitrine/contract/options';
import { FORMAT_NAMES } from '@vitrine/resume/formats';
import type { Resume } from '@vitrine/resume/resume';
import type { DocxLook } from '@vitrine/resume/to-docx';
import { toJsonResume } from '@vitrine/resume/to-json-resume';
import { toText } from '@vitrine/resume/to-text';
import { accentPair } from '@vitrine/site/accent';
import type { MediaFiles } from '../media/media-files.ts';
import { checkDocumentLength } from './resume-length.ts';
import { makeResumePdf, type ResumeLook } from './typeset-resume.ts';

interface ResumeFileOptions {
  readonly look: ResumeLook;
  /** Completes the path of the photo in JSON. */
  readonly origin: string;
}

export interface ResumeFileTools {
  readonly media: MediaFiles;
  /** Writes DOCX in a process of its own. */
  readonly writeDocx: (resume: Resume, look: DocxLook) => Promise<Buffer>;
}

/** Makes the resume in a format. The same content always has the same bytes. */
export async function makeResumeFile(
  format: ResumeFormat,
  resume: Resume,
  { look, origin }: ResumeFileOptions,
  { media, writeDocx }: ResumeFileTools,
): Promise<Buffer> {
  if (format === 'docx' || format === 'txt') checkDocumentLength(resume, FORMAT_NAMES[format]);
  switch (format) {
    case 'pdf':
      return (await makeResumePdf(resume, look, media)).pdf;
    case 'docx': {
      const accent = accentPair(look.accent, { light: '#ffffff', dark: '#000000' }).light.color;
      return writeDocx(resume, { ...look, accent });
    }
    case 'json':
      return Buffer.from(toJsonResume(resume, origin));
    case 'txt':
      return Buffer.from(toText(resume, look.template));
  }
}
