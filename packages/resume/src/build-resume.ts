import { groupTimeline } from '@vitrine/contract/group-timeline';
import type { ResumeSectionName, SiteLanguage, TimelineKind } from '@vitrine/contract/options';
import type { PublicProject } from '@vitrine/contract/project';
import type { ProfileContent } from '@vitrine/contract/public';
import type { ResumeChoice, ResumeSettings } from '@vitrine/contract/resume';
import type { Skill } from '@vitrine/contract/skill';
import type { SoftwareApplication } from '@vitrine/contract/software-application';
import { technologiesOf, webLink } from '@vitrine/contract/text-format';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { type Span, toParagraphs, toPlainText } from '@vitrine/markdown/inline';
import { formatPeriod, periodOfProject, periodOfTimeline } from './period.ts';
import type { Contact, Entry, EntryGroup, EntrySectionName, Resume, Section } from './resume.ts';
import { resumeWordsOf } from './words.ts';

/** What a resume is made from. It may contain unsafe links, which are left out. Email address and phone number are there if readers may see them. */
export interface ResumeContent {
  readonly profile: ProfileContent;
  readonly projects: readonly PublicProject[];
  readonly skills: readonly Skill[];
  readonly softwareApplications: readonly SoftwareApplication[];
  readonly timeline: readonly TimelineEntry[];
}

interface ResumeOptions {
  readonly language: SiteLanguage;
  /** The address of the public site, if there is one. */
  readonly siteUrl: string | undefined;
}

const MAX_PROJECTS = 4;

/** The kinds of timeline entries in each section. */
const KINDS: Readonly<
  Record<Exclude<EntrySectionName, 'projects'>, readonly [TimelineKind, ...TimelineKind[]]>
> = {
  experience: ['work', 'other'],
  education: ['education'],
  certificates: ['certificate'],
  awards: ['award'],
  publications: ['publication'],
  talks: ['talk'],
  volunteering: ['volunteering'],
};

/** Makes the resume of the content that the settings choose. */
export function buildResume(
  content: ResumeContent,
  settings: ResumeSettings,
  { language, siteUrl }: ResumeOptions,
): Resume {
  const { profile } = content;
  const words = resumeWordsOf(language);
  const sections = settings.sections
    .filter(({ shown }) => shown)
    .flatMap(({ name, included, excluded }): Section[] => {
      const chosen = choose(content, name, { included, excluded });
      return buildSection(chosen, name, language);
    });
  return {
    language,
    title: words.title(profile.fullName),
    name: profile.fullName,
    headline: profile.headline,
    location: profile.location,
    photo: settings.photo ? profile.avatar.url : '',
    contacts: contactsOf(profile, settings, siteUrl),
    sections,
  };
}

/** Lists what can be on the resume, in the order of the settings. */
export function listChoices(
  content: ResumeContent,
  settings: ResumeSettings,
  language: SiteLanguage,
): ResumeChoice[] {
  const { headings } = resumeWordsOf(language);
  return settings.sections.flatMap(({ name }) => {
    const groups = groupsOf(content, name, language);
    const isEmpty = groups.length === 0 && (name !== 'summary' || content.profile.aboutMe === '');
    return isEmpty ? [] : [{ name, heading: headings[name], groups }];
  });
}

function groupsOf(
  content: ResumeContent,
  name: ResumeSectionName,
  language: SiteLanguage,
): ResumeChoice['groups'] {
  switch (name) {
    case 'summary':
      return [];
    case 'projects': {
      const defaults = defaultProjects(content.projects);
      const entries = content.projects.map((project) => ({
        _id: project._id,
        title: project.title,
        dates: formatPeriod(periodOfProject(project), language),
        isDefault: defaults.has(project._id),
      }));
      return entries.length > 0 ? [{ label: '', entries }] : [];
    }
    case 'skills':
      return byCategory(content.skills).map(({ label, items }) => ({
        label,
        entries: items.map(({ _id, title }) => ({ _id, title, dates: '', isDefault: true })),
      }));
    case 'tools': {
      const entries = content.softwareApplications.map((application) => ({
        _id: application._id,
        title: application.name,
        dates: '',
        isDefault: true,
      }));
      return entries.length > 0 ? [{ label: '', entries }] : [];
    }
    default:
      return groupTimeline(timelineOf(content, name)).map((entries) => ({
        label: entries.length > 1 ? (entries[0]?.organization ?? '') : '',
        entries: entries.map((entry) => ({
          _id: entry._id,
          title:
            entries.length > 1 || entry.organization === ''
              ? entry.title
              : `${entry.title}, ${entry.organization}`,
          dates: formatPeriod(periodOfTimeline(entry), language),
          isDefault: true,
        })),
      }));
  }
}

interface Choice {
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

/** Leaves out what is not on the resume. */
function choose(
  content: ResumeContent,
  name: ResumeSectionName,
  { included, excluded }: Choice,
): ResumeContent {
  const defaults = name === 'projects' ? defaultProjects(content.projects) : undefined;
  const isChosen = ({ _id }: { readonly _id: string }) =>
    included.includes(_id) || (!excluded.includes(_id) && (defaults?.has(_id) ?? true));
  return {
    profile: content.profile,
    projects: content.projects.filter(isChosen),
    skills: content.skills.filter(isChosen),
    softwareApplications: content.softwareApplications.filter(isChosen),
    timeline: content.timeline.filter(isChosen),
  };
}

/** The featured projects, or the first ones if none is featured. */
function defaultProjects(projects: readonly PublicProject[]): ReadonlySet<string> {
  const featured = projects.filter((project) => project.featured);
  const defaults = (featured.length > 0 ? featured : projects).slice(0, MAX_PROJECTS);
  return new Set(defaults.map(({ _id }) => _id));
}

function isUnstyled({ isEmphasis, isStrong, url }: Span): boolean {
  return !isEmphasis && !isStrong && url === '';
}

function buildSection(
  content: ResumeContent,
  name: ResumeSectionName,
  language: SiteLanguage,
): Section[] {
  const heading = resumeWordsOf(language).headings[name];
  switch (name) {
    case 'summary': {
      const { aboutMe } = content.profile;
      const text = toPlainText(aboutMe);
      const paragraphs = toParagraphs(aboutMe);
      const isPlain = paragraphs.flat().every(isUnstyled);
      return text === ''
        ? []
        : [{ kind: 'text', name, heading, text, paragraphs: isPlain ? [] : paragraphs }];
    }
    case 'skills': {
      const groups = byCategory(content.skills);
      return groups.length > 0 ? [{ kind: 'items', name, heading, groups }] : [];
    }
    case 'tools': {
      const items = content.softwareApplications.map(({ name: title, link }) => ({
        title,
        url: webLink(link),
      }));
      return items.length > 0
        ? [{ kind: 'items', name, heading, groups: [{ label: '', items }] }]
        : [];
    }
    default: {
      const groups =
        name === 'projects'
          ? content.projects.map((project) => ({
              dates: '',
              entries: [entryOfProject(project, language)],
            }))
          : groupTimeline(timelineOf(content, name)).map((entries) => toGroup(entries, language));
      return groups.length > 0 ? [{ kind: 'entries', name, heading, groups }] : [];
    }
  }
}

function timelineOf(
  { timeline }: ResumeContent,
  name: keyof typeof KINDS,
): readonly TimelineEntry[] {
  return timeline.filter(({ kind }) => KINDS[name].includes(kind));
}

function toGroup(entries: readonly TimelineEntry[], language: SiteLanguage): EntryGroup {
  const periods = entries.map(periodOfTimeline);
  const from = periods.map((period) => period.from).toSorted()[0] ?? '';
  const to = periods.some((period) => period.to === undefined)
    ? undefined
    : periods
        .flatMap((period) => period.to ?? [])
        .toSorted()
        .at(-1);
  return {
    dates: entries.length > 1 ? formatPeriod({ from, to }, language) : '',
    entries: entries.map((entry) => entryOfTimeline(entry, language)),
  };
}

function entryOfTimeline(entry: TimelineEntry, language: SiteLanguage): Entry {
  const period = periodOfTimeline(entry);
  return {
    title: entry.title,
    organization: entry.organization,
    location: entry.location,
    url: webLink(entry.link),
    period,
    dates: formatPeriod(period, language),
    text: entry.description,
    highlights: entry.highlights,
    technologies: [],
    isOther: entry.kind === 'other',
  };
}

function entryOfProject(project: PublicProject, language: SiteLanguage): Entry {
  const { title, summary, description, role, stack, deployed } = project;
  const repository = webLink(project.gitRepoLink);
  const period = periodOfProject(project);
  return {
    title,
    organization: '',
    location: '',
    url: webLink(project.projectLink) || repository,
    period,
    dates: formatPeriod(period, language),
    text: summary || description,
    highlights: [],
    technologies: technologiesOf(project.technologies),
    project: { summary, description, role, repository, stack, deployed },
  };
}

/** Categories in the order of their first skill. */
function byCategory(skills: readonly Skill[]): { label: string; items: Skill[] }[] {
  return [...Map.groupBy(skills, ({ category }) => category)].map(([label, items]) => ({
    label,
    items,
  }));
}

function contactsOf(
  profile: ProfileContent,
  { contact }: ResumeSettings,
  siteUrl: string | undefined,
): Contact[] {
  const { email, phone } = profile;
  const website = webLink(profile.portfolioURL) || siteUrl;
  const [github, linkedIn] = [webLink(profile.githubURL), webLink(profile.linkedInURL)];
  const contacts: Contact[] = [];
  if (contact && email) contacts.push({ kind: 'email', text: email, url: `mailto:${email}` });
  if (contact && phone)
    contacts.push({ kind: 'phone', text: phone, url: `tel:${phone.replace(/[^+\d]/g, '')}` });
  if (website) contacts.push({ kind: 'website', text: shorten(website), url: website });
  if (github) contacts.push({ kind: 'GitHub', text: shorten(github), url: github });
  if (linkedIn) contacts.push({ kind: 'LinkedIn', text: shorten(linkedIn), url: linkedIn });
  return contacts;
}

function shorten(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
