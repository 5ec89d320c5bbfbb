import type { Document } from '@vitrine/contract/media';
import type { ResumeFormat } from '@vitrine/contract/options';
import { resumeOffer } from '@vitrine/contract/resume-offer';
import type { SiteSettings } from '@vitrine/contract/site';
import { buildResume } from '@vitrine/resume/build-resume';
import type { Resume } from '@vitrine/resume/resume';
import { isBelow } from './absolute-url.ts';
import type { PageOptions, SitePortfolio } from './site.ts';

/** The resume that visitors see. It has the email address and the phone number if the profile shows them. */
export function publicResume(
  portfolio: SitePortfolio,
  { language }: Pick<SiteSettings, 'language'>,
  { origin }: Pick<PageOptions, 'origin'>,
): Resume {
  // With the slash, because a static host has no file at the address of a folder.
  const { resumeSettings, forResume = portfolio } = portfolio;
  return buildResume(forResume, resumeSettings, {
    language,
    siteUrl: isBelow({ origin }) ? '' : `${origin}/`,
  });
}

/** The file of the profile, if the site offers it instead of a generated PDF. */
export function uploadedResume(portfolio: SitePortfolio): Document | undefined {
  return findOffer(portfolio).upload ? portfolio.profile.resume : undefined;
}

/** The same, if it is a PDF. */
export function uploadedPdf(portfolio: SitePortfolio): string | undefined {
  const upload = uploadedResume(portfolio);
  return upload?.type === 'application/pdf' ? (upload.viewUrl ?? upload.url) : undefined;
}

/** The generated files that the owner has published, as in /resume.pdf. None without entries in them. */
export function publishedFormats(portfolio: SitePortfolio): readonly ResumeFormat[] {
  if (!hasEntries(portfolio)) return [];
  return findOffer(portfolio).formats.filter((format) => format !== 'pdf' || !portfolio.withoutPdf);
}

/** Whether the site leads to the resume. Without entries, it would repeat the top of the home page. */
export function hasResume(portfolio: SitePortfolio): boolean {
  return hasEntries(portfolio) || findOffer(portfolio).upload;
}

function hasEntries({ forResume, ...portfolio }: SitePortfolio): boolean {
  const { projects, timeline, publications, skills, softwareApplications } = forResume ?? portfolio;
  const lists = [projects, timeline, publications, skills, softwareApplications];
  return lists.some(({ length }) => length > 0);
}

function findOffer({ profile, resumeSettings }: SitePortfolio) {
  return resumeOffer(resumeSettings, profile.resume.url !== '');
}
