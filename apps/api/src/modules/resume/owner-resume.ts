import type { ResumeFormat } from '@vitrine/contract/options';
import { buildResume } from '@vitrine/resume/build-resume';
import { printedSiteUrl } from '../../site-address.ts';
import { makeResumeFile, type ResumeFileTools } from '../../typeset/resume-file.ts';
import { resumeFileName } from '../../typeset/resume-file-name.ts';
import { lookOf } from '../../typeset/typeset-resume.ts';
import type { ResumeSource } from './resume-routes.ts';

export interface OwnerResumeOptions extends ResumeFileTools {
  readonly siteUrl: string | undefined;
  readonly mediaOrigin: string;
}

/** Makes the owner's resume as a file, with the saved settings. */
export async function makeOwnerResume(
  format: ResumeFormat,
  { content, settings, design }: ResumeSource,
  { siteUrl, mediaOrigin, ...tools }: OwnerResumeOptions,
): Promise<{ readonly name: string; readonly body: Buffer }> {
  const resume = buildResume(content, settings, {
    language: design.language,
    siteUrl: printedSiteUrl(siteUrl),
  });
  const options = { look: lookOf(settings, design), origin: mediaOrigin };
  const body = await makeResumeFile(format, resume, options, tools);
  return { name: resumeFileName(resume.name, format), body };
}
