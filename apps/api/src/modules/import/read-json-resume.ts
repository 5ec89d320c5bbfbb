import { DEPLOYED, PUBLICATION_KINDS } from '@vitrine/contract/options';
import { Collector, type RawEntry } from './collector.ts';
import { type Imported, type ImportedProfile, UnreadableImportError } from './imported.ts';
import { type Dates, readDates, readDay, readYearMonth } from './read-date.ts';
import { isObject, type Json, objectsIn, parseJson, textsIn, toText } from './read-json.ts';
import { toLabel } from './source-checker.ts';

const MAX_ENTRIES = 2000;

/** Adds an item, and returns the properties that the portfolio has no field for. */
type Add = (item: Json, into: Collector) => { readonly title: string; readonly rest: Json };

/**
 * The inverse of `toJsonResume` in packages/resume. It also reads the properties of the standard that
 * the export does not write.
 */
const LISTS: Readonly<Record<string, Add>> = {
  work: addWork,
  volunteer: addVolunteer,
  education: addEducation,
  awards: addAward,
  certificates: addCertificate,
  publications: addPublication,
  skills: addSkill,
  languages: addLanguage,
  projects: addProject,
};

/** Reads a JSON Resume. */
export function readJsonResume(bytes: Buffer): Imported {
  const { $schema: _schema, basics, meta, ...sections } = parseResume(bytes);
  const collector = new Collector('json-resume');
  const labels: string[] = [];
  if (isObject(basics)) {
    labels.push('basics');
    addBasics(basics, collector);
  }
  for (const [name, add] of Object.entries(LISTS)) {
    const items = sections[name];
    if (!Array.isArray(items)) continue;
    if (items.length > MAX_ENTRIES)
      throw new UnreadableImportError(
        `This file has more than ${MAX_ENTRIES.toLocaleString('en')} entries under ${name}. Choose a smaller one.`,
      );
    if (items.length > 0) labels.push(name);
    for (const item of items.filter(isObject)) {
      const { title, rest } = add(item, collector);
      collector.listRest(rest, title);
    }
  }
  const isRead = (name: string) => Object.hasOwn(LISTS, name) && Array.isArray(sections[name]);
  const others = Object.entries(sections).filter(([name]) => !isRead(name));
  collector.listRest(Object.fromEntries(others), '');
  return collector.finish(`Read ${labels.join(', ') || 'nothing'}`, readLastModified(meta));
}

function parseResume(bytes: Buffer): Json {
  const resume = parseJson(bytes);
  const isResume =
    isObject(resume) &&
    (isObject(resume['basics']) || Object.keys(LISTS).some((name) => Array.isArray(resume[name])));
  if (!isResume) throw new UnreadableImportError('This JSON file is not a JSON Resume.');
  return resume;
}

function readLastModified(meta: unknown): Date | undefined {
  const time = Date.parse(isObject(meta) ? toText(meta['lastModified']) : '');
  return Number.isNaN(time) ? undefined : new Date(time);
}

function addBasics(basics: Json, into: Collector): void {
  const { name, label, image, email, phone, url, summary, location, profiles, ...rest } = basics;
  into.setProfile('fullName', toText(name));
  into.setProfile('headline', toText(label));
  into.setProfile('phone', toText(phone));
  into.setProfile('portfolioURL', toText(url));
  into.setProfile('aboutMe', toText(summary));
  into.setEmail(toText(email));
  // Not downloaded: a file must not make the service call an address of its choice.
  into.listRest({ ...rest, picture: image }, '');
  if (isObject(location)) {
    const { city, region, countryCode, ...others } = location;
    const parts = [toText(city), toText(region), nameCountry(toText(countryCode))];
    into.setProfile('location', parts.filter(Boolean).join(', '));
    into.listRest(others, '');
  }
  for (const profile of objectsIn(profiles)) addSocialProfile(profile, into);
}

/** The networks that a profile has a field for, and how their addresses start. */
const NETWORKS: Readonly<Record<string, readonly [keyof ImportedProfile, string]>> = {
  github: ['githubURL', 'https://github.com/'],
  linkedin: ['linkedInURL', 'https://www.linkedin.com/in/'],
  twitter: ['twitterURL', 'https://x.com/'],
  x: ['twitterURL', 'https://x.com/'],
  instagram: ['instagramURL', 'https://www.instagram.com/'],
  facebook: ['facebookURL', 'https://www.facebook.com/'],
};

function addSocialProfile(profile: Json, into: Collector): void {
  const network = toText(profile['network']);
  const key = network.trim().toLowerCase();
  const username = toText(profile['username']);
  const [field, start] = (Object.hasOwn(NETWORKS, key) && NETWORKS[key]) || [];
  const guessed = start && username ? `${start}${encodeURIComponent(username)}` : '';
  const url = toText(profile['url']) || guessed;
  if (url === '') into.unsupported.add(`${toLabel(network) || 'Other'} profile`);
  else into.addLink(url, network, field);
}

function nameCountry(code: string): string {
  if (!/^[a-z]{2}$/i.test(code)) return code;
  return new Intl.DisplayNames('en', { type: 'region' }).of(code.toUpperCase()) ?? code;
}

function addWork(item: Json, into: Collector) {
  const { name, position, startDate, endDate, kind, ...others } = item;
  const dates = readDates(toText(startDate), toText(endDate));
  const entryKind = kind === 'other' ? 'other' : 'work';
  return addEntry(into, { kind: entryKind, dates }, position, name, others);
}

function addVolunteer(item: Json, into: Collector) {
  const { organization, position, startDate, endDate, ...others } = item;
  const dates = readDates(toText(startDate), toText(endDate));
  return addEntry(into, { kind: 'volunteering', dates }, position, organization, others);
}

function addEducation(item: Json, into: Collector) {
  const { institution, studyType, area, startDate, endDate, courses, ...others } = item;
  const title = [toText(studyType), toText(area)].filter(Boolean).join(' ');
  const dates = readDates(toText(startDate), toText(endDate));
  const highlights = [...textsIn(others['highlights']), ...textsIn(courses)];
  return addEntry(into, { kind: 'education', dates }, title, institution, {
    ...others,
    highlights,
  });
}

function addAward(item: Json, into: Collector) {
  const { title, awarder, date, endDate, isOngoing, ...others } = item;
  const dates = readEventDates(date, endDate, isOngoing);
  return addEntry(into, { kind: 'award', dates }, title, awarder, others);
}

function addCertificate(item: Json, into: Collector) {
  const { name, issuer, date, endDate, isOngoing, ...others } = item;
  const dates = readEventDates(date, endDate, isOngoing);
  return addEntry(into, { kind: 'certificate', dates }, name, issuer, others);
}

/** The export marks those that are entries of the timeline. */
function addPublication(item: Json, into: Collector) {
  const { name, publisher, releaseDate, kind, ...others } = item;
  if (kind === 'timeline' || kind === 'talk') {
    const { endDate, isOngoing, ...rest } = others;
    const dates = readEventDates(releaseDate, endDate, isOngoing);
    const entryKind = kind === 'talk' ? 'talk' : 'publication';
    return addEntry(into, { kind: entryKind, dates }, name, publisher, rest);
  }
  const { url, summary, citation, ...rest } = others;
  const title = toText(name) || toText(publisher);
  into.addPublication({
    ...(isObject(citation)
      ? readCitation(citation)
      : { venue: toText(publisher), link: toText(url) }),
    title,
    publishedOn: readYearMonth(toText(releaseDate)),
    abstract: toText(summary),
  });
  return { title, rest: kind === undefined ? rest : { kind, ...rest } };
}

/** What only the export of Vitrine has. */
function readCitation({ kind, authors, ...citation }: Json) {
  const known = PUBLICATION_KINDS.find((one) => one === kind);
  return {
    ...(known && { kind: known }),
    authors: textsIn(authors),
    venue: toText(citation['venue']),
    volume: toText(citation['volume']),
    issue: toText(citation['issue']),
    pages: toText(citation['pages']),
    publisher: toText(citation['publisher']),
    doi: toText(citation['doi']),
    link: toText(citation['link']),
    pdfLink: toText(citation['pdfLink']),
    note: toText(citation['note']),
    citationKey: toText(citation['citationKey']),
  };
}

/** For lists whose items have one date. */
function readEventDates(date: unknown, endDate: unknown, isOngoing: unknown): Dates | undefined {
  const end = toText(endDate);
  if (end !== '' || isOngoing === true) return readDates(toText(date), end);
  return readDay(toText(date));
}

/** Adds an entry with the properties that all of them have. Without a title, its organization is one. */
function addEntry(
  into: Collector,
  entry: Pick<RawEntry, 'kind' | 'dates'>,
  named: unknown,
  organization: unknown,
  { url, location, summary, highlights, ...rest }: Json,
) {
  const title = toText(named) || toText(organization);
  into.addEntry({
    ...entry,
    title,
    organization: toText(organization),
    location: toText(location),
    link: toText(url),
    description: toText(summary),
    highlights: textsIn(highlights),
  });
  return { title, rest };
}

/** A name with keywords is a category of skills. */
function addSkill(item: Json, into: Collector) {
  const { name, keywords, proficiency, category, kind, ...others } = item;
  const title = toText(name);
  if (kind === 'tool') {
    const { url, ...rest } = others;
    into.addApplication({ name: title, link: toText(url) });
    return { title, rest };
  }
  const level = typeof proficiency === 'number' ? proficiency : undefined;
  const skills = textsIn(keywords);
  for (const skill of skills) into.addSkill({ title: skill, category: title, proficiency: level });
  if (skills.length === 0) into.addSkill({ title, category: toText(category), proficiency: level });
  return { title, rest: others };
}

function addLanguage({ language, fluency, ...rest }: Json, into: Collector) {
  const name = toText(language);
  into.addLanguage({ name, fluency: toText(fluency) });
  return { title: name, rest };
}

function addProject(item: Json, into: Collector) {
  const { name, description, summary, startDate, endDate, url, keywords, roles, ...others } = item;
  const { repository, stack, deployed, highlights, links, ...rest } = others;
  const gitRepoLink = toText(repository);
  const title = toText(name);
  into.addProject({
    title,
    // Every line of a project's description is a highlight.
    description: [toText(description), ...textsIn(highlights)].filter(Boolean).join('\n'),
    summary: toText(summary),
    role: textsIn(roles).join(', '),
    technologies: textsIn(keywords),
    stack: toText(stack),
    deployed: DEPLOYED.find((one) => one === deployed) ?? '',
    // The export writes the repository as the link of a project that has no other.
    projectLink: toText(url) === gitRepoLink ? '' : toText(url),
    gitRepoLink,
    links: objectsIn(links).map(({ url, label }) => ({ url: toText(url), label: toText(label) })),
    startedOn: readYearMonth(toText(startDate)),
    endedOn: readYearMonth(toText(endDate)),
  });
  return { title, rest };
}
