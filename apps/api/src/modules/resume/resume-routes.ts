import { type ResumeFailure, type ResumeSettings, resumeCalls } from '@vitrine/contract/resume';
import type { SiteSettings } from '@vitrine/contract/site';
import { buildResume } from '@vitrine/resume/build-resume';
import { checkText } from '@vitrine/resume/check-text';
import { listChoices } from '@vitrine/resume/list-choices';
import type { ResumeContent } from '@vitrine/resume/resume-content';
import { accentOf } from '@vitrine/site/themes';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { ExpectedError } from '../../expected-error.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { printedSiteUrl } from '../../site-address.ts';
import { drawResumePages, lookOf, readResumePages } from '../../typeset/typeset-resume.ts';
import { findResumeSettings, saveResumeSettings } from './resume-store.ts';

/** What the owner's resume is made from. */
export interface ResumeSource {
  /** For the owner, with the email address and the phone number, which the settings can leave out. */
  readonly content: ResumeContent;
  readonly settings: ResumeSettings;
  readonly design: SiteSettings;
}

interface ResumeRouteOptions {
  readonly db: Db;
  readonly read: (request: FastifyRequest) => Promise<ResumeSource>;
  /** Finds the files of the site that cannot be made. */
  readonly findFailures: () => Promise<ResumeFailure[]>;
  readonly siteUrl: string | undefined;
  readonly media: MediaFiles;
}

/** The owner's calls for the resume. */
export function resumeRoutes(
  registerRoute: RegisterRoute,
  { db, read, findFailures, siteUrl, media }: ResumeRouteOptions,
): void {
  const printed = printedSiteUrl(siteUrl);

  registerRoute(resumeCalls.get, async ({ request }) => {
    const { content, settings, design } = await read(request);
    return {
      settings,
      choices: listChoices(content, settings, design.language),
      accent: accentOf(design).light.color,
      siteUrl: siteUrl ?? '',
      hasUpload: content.profile.resume.url !== '',
    };
  });

  registerRoute(resumeCalls.update, async ({ input, request }) => {
    // The uploaded file belongs to the profile, and can contain what the public profile hides.
    if (
      request.token &&
      input.source === 'upload' &&
      (await findResumeSettings(db)).source !== 'upload'
    )
      throw new ExpectedError(
        403,
        'A token cannot offer the uploaded resume. Choose it in the dashboard.',
      );
    await saveResumeSettings(db, input);
    return { settings: input };
  });

  registerRoute(resumeCalls.preview, async ({ input, request }) => {
    const { content, design } = await read(request);
    const resume = buildResume(content, input, { language: design.language, siteUrl: printed });
    const { pages, replaced } = await drawResumePages(resume, lookOf(input, design), media);
    return { pages: [...pages], replaced: [...replaced] };
  });

  registerRoute(resumeCalls.check, async ({ input, request }) => {
    const { content, design } = await read(request);
    const resume = buildResume(content, input, { language: design.language, siteUrl: printed });
    const pdf = await readResumePages(resume, lookOf(input, design), media);
    return checkText(resume, input.template, pdf, content.profile.email);
  });

  registerRoute(resumeCalls.failures, async () => ({ failures: await findFailures() }));
}
