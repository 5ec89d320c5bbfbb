import { afterVenue, formatAuthor, isOwnName, linkOf, venueOf } from '@vitrine/contract/citation';
import type { ResumeSectionName, SiteLanguage } from '@vitrine/contract/options';
import type { PublicProject } from '@vitrine/contract/project';
import type { ProfileContent } from '@vitrine/contract/public';
import type { Publication } from '@vitrine/contract/publication';
import type { ResumeSettings } from '@vitrine/contract/resume';
import { linkKey, safeLink, technologiesOf, webLink } from '@vitrine/contract/text-format';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { type Span, toParagraphs, toPlainText } from '@vitrine/markdown/inline';
import {
  formatPeriod,
  periodOfGroup,
  periodOfProject,
  periodOfPublication,
  periodOfTimeline,
} from './period.ts';
import type {
  Contact,
  Entry,
  EntryGroup,
  EntrySectionName,
  Item,
  ItemSection,
  Resume,
  Section,
} from './resume.ts';
import {
  defaultProjects,
  groupByCategory,
  groupEntries,
  groupPublications,
  type ResumeContent,
} from './resume-content.ts';
import { RESUME_WORDS } from './words.ts';

interface ResumeOptions {
  readonly language: SiteLanguage;
  /** The address of the public site, if there is one. */
  readonly siteUrl: string | undefined;
}

/** Makes the resume of the content that the settings choose. */
export function buildResume(
  content: ResumeContent,
  settings: ResumeSettings,
  { language, siteUrl }: ResumeOptions,
): Resume {
  const { profile } = content;
  const words = RESUME_WORDS[language];
  const sections = settings.sections
    .filter(({ shown }) => shown)
    .flatMap((section) => buildSection(choose(content, section), section.name, language));
  return {
    language,
    title: words.title(profile.fullName),
    name: profile.fullName,
    headline: profile.headline,
    location: profile.location,
    photo: settings.photo ? profile.avatar.url : '',
    contacts: listContacts(profile, settings, siteUrl),
    sections,
    // Without a site, their authors could not withdraw them.
    references: siteUrl === undefined ? [] : listReferences(content),
  };
}

function listReferences({ testimonials, projects }: ResumeContent): Resume['references'] {
  const isShown = (id: string) => projects.some(({ _id }) => _id === id);
  return testimonials
    .filter((one) => one.onHome || one.projects.some(isShown))
    .map(({ name, quote }) => ({ name, reference: quote }));
}

/** Leaves out what is not on the resume. */
function choose(
  content: ResumeContent,
  { name, included, excluded }: ResumeSettings['sections'][number],
): ResumeContent {
  const defaults = name === 'projects' ? defaultProjects(content.projects) : undefined;
  const isChosen = ({ _id }: { readonly _id: string }) =>
    included.includes(_id) || (!excluded.includes(_id) && (defaults?.has(_id) ?? true));
  return {
    ...content,
    projects: content.projects.filter(isChosen),
    skills: content.skills.filter(isChosen),
    softwareApplications: content.softwareApplications.filter(isChosen),
    timeline: content.timeline.filter(isChosen),
    publications: content.publications.filter(isChosen),
  };
}

function isUnstyled({ isEmphasis, isStrong, url }: Span): boolean {
  return !isEmphasis && !isStrong && url === '';
}

function buildSection(
  content: ResumeContent,
  name: ResumeSectionName,
  language: SiteLanguage,
): Section[] {
  const heading = RESUME_WORDS[language].headings[name];
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
      const groups = groupByCategory(content.skills);
      return groups.length > 0 ? [{ kind: 'items', name, heading, groups }] : [];
    }
    case 'tools': {
      const items = content.softwareApplications.map(({ name: title, link }) => ({
        title,
        url: webLink(link),
      }));
      return listItems(name, heading, items);
    }
    case 'languages': {
      const { levels } = RESUME_WORDS[language];
      const items = content.profile.languages.map((one) => {
        const spoken = { name: one.name, level: levels[one.level] };
        return { title: `${spoken.name} (${spoken.level})`, spoken };
      });
      return listItems(name, heading, items);
    }
    default: {
      const groups = listGroups(content, name, language);
      return groups.length > 0 ? [{ kind: 'entries', name, heading, groups }] : [];
    }
  }
}

function listGroups(
  content: ResumeContent,
  name: EntrySectionName,
  language: SiteLanguage,
): EntryGroup[] {
  if (name === 'projects')
    return content.projects.map((project) => single(entryOfProject(project, language)));
  if (name !== 'publications')
    return groupEntries(content, name).map((entries) => toGroup(entries, language));
  const { fullName } = content.profile;
  return groupPublications(content).map((one) =>
    'doi' in one ? single(entryOfPublication(one, fullName, language)) : toGroup(one, language),
  );
}

function single(entry: Entry): EntryGroup {
  return { dates: '', entries: [entry] };
}

/** A section with one list of items. */
function listItems(name: ItemSection['name'], heading: string, items: readonly Item[]): Section[] {
  return items.length > 0 ? [{ kind: 'items', name, heading, groups: [{ label: '', items }] }] : [];
}

function toGroup(entries: readonly TimelineEntry[], language: SiteLanguage): EntryGroup {
  return {
    dates: entries.length > 1 ? formatPeriod(periodOfGroup(entries), language) : '',
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
  const links = project.links.filter(({ url }) => safeLink(url) !== '');
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
    project: { summary, description, role, repository, stack, deployed, links },
  };
}

/** An abstract is too long for a resume. */
function entryOfPublication(
  publication: Publication,
  fullName: string,
  language: SiteLanguage,
): Entry {
  const period = periodOfPublication(publication);
  return {
    title: publication.title,
    organization: '',
    location: '',
    url: webLink(linkOf(publication)),
    period,
    dates: formatPeriod(period, language),
    citation: cite(publication, fullName),
    text: '',
    highlights: [],
    technologies: [],
    publication,
  };
}

/** As in `M. Anning, A. Lovelace. Journal of Tides 12(3), 201–219. Best paper`. */
function cite(publication: Publication, fullName: string): Span[] {
  const { authors, note } = publication;
  const venue = venueOf(publication);
  const parts = [
    citeAuthors(authors, fullName),
    venue === '' ? [] : [span(venue, { isEmphasis: true }), span(afterVenue(publication))],
    note === '' ? [] : [span(note)],
  ];
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index > 0 ? [span('. '), ...part] : part))
    .filter(({ text }) => text !== '');
}

/** More authors than fit on two lines are shortened to the first ones and the owner. */
const MAX_AUTHORS = 12;

function citeAuthors(authors: readonly string[], fullName: string): Span[] {
  const isOwn = (author: string) => isOwnName(author, fullName);
  const first = authors.slice(0, authors.length > MAX_AUTHORS ? MAX_AUTHORS - 2 : MAX_AUTHORS);
  const owner = authors.slice(first.length).find(isOwn);
  const names = [
    ...first.map((author) => span(formatAuthor(author), { isStrong: isOwn(author) })),
    ...(first.length < authors.length ? [span('…')] : []),
    ...(owner === undefined ? [] : [span(formatAuthor(owner), { isStrong: true })]),
  ];
  return names.flatMap((name, index) => (index > 0 ? [span(', '), name] : [name]));
}

function span(text: string, style: Partial<Span> = {}): Span {
  return { isStrong: false, isEmphasis: false, url: '', ...style, text };
}

function listContacts(
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
  const links = listLinks(profile, contacts);
  // Others, like mailto: links, are hidden with the email address and the phone number.
  return [...contacts, ...links.filter(({ url }) => contact || webLink(url) !== '')];
}

/** The links of the list that are none of the others. A long address would take more than a line. */
function listLinks({ links }: ProfileContent, others: readonly Contact[]): Contact[] {
  const known = new Set(others.map(({ url }) => linkKey(url)));
  return links
    .filter(({ url }) => safeLink(url) !== '' && !known.has(linkKey(url)))
    .map(({ url, label }) => {
      const address = shorten(url);
      return {
        kind: 'link',
        name: label,
        text: address.length > MAX_ADDRESS ? label : address,
        url,
      };
    });
}

const MAX_ADDRESS = 60;

function shorten(link: string): string {
  return link.replace(/^(https?:\/\/(www\.)?|\w+:)/, '').replace(/\/$/, '');
}
