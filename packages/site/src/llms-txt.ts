import type { SiteSettings } from '@vitrine/contract/site';
import { FORMAT_NAMES } from '@vitrine/resume/formats';
import { absoluteUrl } from './absolute-url.ts';
import { postPath, projectPath } from './resolve-path.ts';
import { hasResume, publishedFormats } from './resume.ts';
import { sectionHeading } from './sections.ts';
import type { PageOptions, SitePortfolio } from './site.ts';
import { describeProfile, summaryOf, summaryOfPost } from './text.ts';
import { SITE_WORDS } from './words.ts';

/** An overview in Markdown for language models, as in llmstxt.org. */
export function llmsTxt(
  portfolio: SitePortfolio,
  settings: SiteSettings,
  options: PageOptions,
): string {
  const { profile, projects, posts } = portfolio;
  const words = SITE_WORDS[settings.language];
  const summary = describeProfile(profile);
  const link = (name: string, path: string, about = '') =>
    `- [${escapeMarkdown(name)}](${absoluteUrl(options, path)})${about && `: ${escapeMarkdown(about)}`}`;
  const parts = [
    `# ${escapeMarkdown(profile.fullName)}`,
    summary && `> ${escapeMarkdown(summary)}`,
    projects.length > 0 && `## ${words.projects}`,
    projects
      .map((project) => link(project.title, projectPath(project), summaryOf(project)))
      .join('\n'),
    posts.length > 0 && `## ${escapeMarkdown(sectionHeading('writing', settings, words))}`,
    posts.map((post) => link(post.title, postPath(post), summaryOfPost(post))).join('\n'),
    `## ${profile.fullName === '' ? words.home : escapeMarkdown(profile.fullName)}`,
    [
      ...(portfolio.publications.length > 0
        ? [link(words.sections.publications, '/publications')]
        : []),
      ...(hasResume(portfolio) ? [link(words.resume, '/resume')] : []),
      ...publishedFormats(portfolio).map((format) =>
        link(`${words.resume} (${FORMAT_NAMES[format]})`, `/resume.${format}`),
      ),
      ...(options.contactUrl === '' ? [] : [link(words.sections.contact, '/contact')]),
      link(words.feed, '/feed.xml'),
      link('vCard', '/card.vcf'),
    ].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** On one line, and without a character that starts a link, an element or a code span. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
