import type { ResumeFormat } from '@vitrine/contract/options';
import type { ResumeFailure } from '@vitrine/contract/resume';
import { resumeOffer } from '@vitrine/contract/resume-offer';
import type { SiteSettings } from '@vitrine/contract/site';
import { FORMAT_NAMES, FORMAT_TYPES } from '@vitrine/resume/formats';
import { publicResume, publishedFormats } from '@vitrine/site/resume';
import type { SitePortfolio } from '@vitrine/site/site';
import { compress, makeEtag } from '../../http/compression.ts';
import type { MemoryResponse } from '../../http/memory-response.ts';
import type { Origins } from '../../http/serialize-response.ts';
import { toExpectedError } from '../../http/to-expected-error.ts';
import { CAN_TYPESET } from '../../typeset/can-typeset.ts';
import { makeResumeFile, type ResumeFileTools } from '../../typeset/resume-file.ts';
import { resumeFileName } from '../../typeset/resume-file-name.ts';
import { ResumeTooLongError } from '../../typeset/resume-length.ts';
import { NO_TYPST } from '../../typeset/typeset.ts';
import { lookOf } from '../../typeset/typeset-resume.ts';
import { nameSitePortfolio, type SiteContent } from './site-content.ts';

interface SiteResumeSource {
  readonly portfolio: SitePortfolio;
  readonly settings: SiteSettings;
  readonly origin: string;
}

/** Makes a file of the resume from what visitors may see. */
export async function makeSiteResume(
  format: ResumeFormat,
  { portfolio, settings, origin }: SiteResumeSource,
  tools: ResumeFileTools,
): Promise<Buffer> {
  const resume = publicResume(portfolio, settings, { origin });
  const look = lookOf(portfolio.resumeSettings, settings);
  return makeResumeFile(format, resume, { look, origin }, tools);
}

/** The same, to be kept in memory. A PDF and a DOCX are compressed already. */
export async function makeResumeResponse(
  format: ResumeFormat,
  source: SiteResumeSource,
  tools: ResumeFileTools,
): Promise<MemoryResponse> {
  const body = await makeSiteResume(format, source, tools).catch((error) => {
    if (error instanceof ResumeTooLongError) return undefined;
    throw error;
  });
  if (!body) return unavailable(format);
  const isText = format === 'json' || format === 'txt';
  const compressed = isText
    ? await compress(body)
    : { tag: makeEtag(body), body, br: undefined, gzip: undefined };
  return { ...compressed, status: 200, headers: siteResumeHeaders(format, source.portfolio) };
}

/** Makes the files that visitors can download. Returns those that cannot be made, and why. */
export async function findResumeFailures(
  content: SiteContent | undefined,
  { siteUrl, ...origins }: Origins & { readonly siteUrl: string | undefined },
  tools: ResumeFileTools,
): Promise<ResumeFailure[]> {
  if (!content || siteUrl === undefined) return [];
  const { portfolio } = nameSitePortfolio(content, origins);
  const { formats } = resumeOffer(portfolio.resumeSettings, portfolio.profile.resume.url !== '');
  const offered = publishedFormats(portfolio);
  const source = { portfolio, settings: content.design.settings, origin: siteUrl };
  const failures: ResumeFailure[] = formats
    .filter((format) => !offered.includes(format))
    .map((format) => ({ format, reason: format === 'pdf' && !CAN_TYPESET ? NO_TYPST : NO_ENTRY }));
  for (const format of offered)
    await makeSiteResume(format, source, tools).catch((error) =>
      failures.push({ format, reason: toExpectedError(error).answer }),
    );
  return failures;
}

const NO_ENTRY = 'The resume has no entry yet. Add a project, a skill or a timeline entry.';

/** Visitors cannot do anything about it. The dashboard shows the reason. */
async function unavailable(format: ResumeFormat): Promise<MemoryResponse> {
  const text = `The resume is not available as ${FORMAT_NAMES[format]}.`;
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { ...(await compress(Buffer.from(text))), status: 503, headers };
}

/** Browsers show a PDF in their viewer, which needs styles of its own. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Besides the headers of all pages. */
export function siteResumeHeaders(
  format: ResumeFormat,
  { profile }: SitePortfolio,
): Record<string, string> {
  const name = resumeFileName(profile.fullName, format);
  return {
    'content-type': FORMAT_TYPES[format],
    'content-disposition': `inline; filename="${name}"`,
    ...(format === 'pdf' && { 'content-security-policy': PDF_POLICY }),
    // Other sites read it with a script.
    ...(format === 'json' && {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }),
  };
}
