import type { Document } from '@vitrine/contract/media';
import type { ResumeFormat } from '@vitrine/contract/options';
import { resumeOffer } from '@vitrine/contract/resume-offer';
import type { SiteSettings } from '@vitrine/contract/site';
import { buildResume } from '@vitrine/resume/build-resume';
import type { Resume } from '@vitrine/resume/resume';
import type { PageOptions, SitePortfolio } from './site.ts';

/** The resume that visitors see. It has the email address and the phone number if the profile shows them. */
export function publicResume(
  portfolio: SitePortfolio,
  { language }: Pick<SiteSettings, 'language'>,
  { origin }: Pick<PageOptions, 'origin'>,
): Resume {
  // With the slash, because a static host has no file at the address of a folder.
  return buildResume(portfolio, portfolio.resumeSettings, { language, siteUrl: `${origin}/` });
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

/** The generated files that the owner has published, as in /resume.pdf. None without content for them. */
export function publishedFormats(portfolio: SitePortfolio): readonly ResumeFormat[] {
  const { profile, projects, timeline, publications, skills, softwareApplications } = portfolio;
  const lists = [projects, timeline, publications, skills, softwareApplications];
  const hasContent = profile.aboutMe !== '' || lists.some(({ length }) => length > 0);
  return hasContent ? findOffer(portfolio).formats : [];
}

function findOffer({ profile, resumeSettings }: SitePortfolio) {
  return resumeOffer(resumeSettings, profile.resume.url !== '');
}
