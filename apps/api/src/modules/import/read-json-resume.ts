import { DEPLOYED, STACKS } from '@vitrine/contract/options';
import { Collector, labelOf, type RawEntry } from './collector.ts';
import { type Imported, type ImportedProfile, UnreadableImportError } from './imported.ts';
import { type Dates, readDates, readDay, readYearMonth } from './read-date.ts';

const MAX_SIZE = 5 * 1024 * 1024;
const MAX_DEPTH = 50;
const MAX_ENTRIES = 2000;

type Json = Readonly<Record<string, unknown>>;

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
  return collector.finish(`Read ${labels.join(', ') || 'nothing'}`, lastModifiedOf(meta));
}

function parseResume(bytes: Buffer): Json {
  if (bytes.length > MAX_SIZE)
    throw new UnreadableImportError('This JSON file is larger than 5 MB. Choose a smaller one.');
  if (isTooDeep(bytes))
    throw new UnreadableImportError(`This JSON file is nested more than ${MAX_DEPTH} levels deep.`);
  const resume = parseJson(bytes);
  const isResume =
    isObject(resume) &&
    (isObject(resume['basics']) || Object.keys(LISTS).some((name) => Array.isArray(resume[name])));
  if (!isResume) throw new UnreadableImportError('This JSON file is not a JSON Resume.');
  return resume;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new UnreadableImportError('This JSON file is damaged and cannot be read.');
  }
}

/** Checked before parsing: millions of nested lists would take all of the memory. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === BACKSLASH && isInText) index += 1;
    else if (byte === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] =
  Buffer.from('"\\{}[]');

function lastModifiedOf(meta: unknown): Date | undefined {
  const time = Date.parse(isObject(meta) ? textOf(meta['lastModified']) : '');
  return Number.isNaN(time) ? undefined : new Date(time);
}

function addBasics(basics: Json, into: Collector): void {
  const { name, label, image, email, phone, url, summary, location, profiles, ...rest } = basics;
  into.setProfile('fullName', textOf(name));
  into.setProfile('headline', textOf(label));
  into.setProfile('phone', textOf(phone));
  into.setProfile('portfolioURL', textOf(url));
  into.setProfile('aboutMe', textOf(summary));
  into.setEmail(textOf(email));
  // Not downloaded: a file must not make the service call an address of its choice.
  into.listRest({ ...rest, picture: image }, '');
  if (isObject(location)) {
    const { city, region, countryCode, ...others } = location;
    const parts = [textOf(city), textOf(region), countryOf(textOf(countryCode))];
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
  const network = textOf(profile['network']);
  const key = network.trim().toLowerCase();
  const username = textOf(profile['username']);
  const known = Object.hasOwn(NETWORKS, key) ? NETWORKS[key] : undefined;
  if (!known) {
    into.unsupported.add(`${labelOf(network) || 'Other'} profile`);
    return;
  }
  const [field, start] = known;
  const guessed = username === '' ? '' : `${start}${encodeURIComponent(username)}`;
  into.setProfile(field, textOf(profile['url']) || guessed);
}

function countryOf(code: string): string {
  if (!/^[a-z]{2}$/i.test(code)) return code;
  return new Intl.DisplayNames('en', { type: 'region' }).of(code.toUpperCase()) ?? code;
}

function addWork(item: Json, into: Collector) {
  const { name, position, startDate, endDate, kind, ...others } = item;
  const dates = readDates(textOf(startDate), textOf(endDate));
  const entryKind = kind === 'other' ? 'other' : 'work';
  return addEntry(into, { kind: entryKind, dates }, position, name, others);
}

function addVolunteer(item: Json, into: Collector) {
  const { organization, position, startDate, endDate, ...others } = item;
  const dates = readDates(textOf(startDate), textOf(endDate));
  return addEntry(into, { kind: 'volunteering', dates }, position, organization, others);
}

function addEducation(item: Json, into: Collector) {
  const { institution, studyType, area, startDate, endDate, courses, ...others } = item;
  const title = [textOf(studyType), textOf(area)].filter(Boolean).join(' ');
  const dates = readDates(textOf(startDate), textOf(endDate));
  const highlights = [...textsIn(others['highlights']), ...textsIn(courses)];
  return addEntry(into, { kind: 'education', dates }, title, institution, {
    ...others,
    highlights,
  });
}

function addAward(item: Json, into: Collector) {
  const { title, awarder, date, endDate, isOngoing, ...others } = item;
  const dates = datesOf(date, endDate, isOngoing);
  return addEntry(into, { kind: 'award', dates }, title, awarder, others);
}

function addCertificate(item: Json, into: Collector) {
  const { name, issuer, date, endDate, isOngoing, ...others } = item;
  const dates = datesOf(date, endDate, isOngoing);
  return addEntry(into, { kind: 'certificate', dates }, name, issuer, others);
}

function addPublication(item: Json, into: Collector) {
  const { name, publisher, releaseDate, endDate, isOngoing, kind, ...others } = item;
  const dates = datesOf(releaseDate, endDate, isOngoing);
  const entryKind = kind === 'talk' ? 'talk' : 'publication';
  return addEntry(into, { kind: entryKind, dates }, name, publisher, others);
}

/** For lists whose items have one date. */
function datesOf(date: unknown, endDate: unknown, isOngoing: unknown): Dates | undefined {
  const end = textOf(endDate);
  if (end !== '' || isOngoing === true) return readDates(textOf(date), end);
  return readDay(textOf(date));
}

/** Adds an entry with the properties that all of them have. Without a title, its organization is one. */
function addEntry(
  into: Collector,
  entry: Pick<RawEntry, 'kind' | 'dates'>,
  named: unknown,
  organization: unknown,
  { url, location, summary, highlights, ...rest }: Json,
) {
  const title = textOf(named) || textOf(organization);
  into.addEntry({
    ...entry,
    title,
    organization: textOf(organization),
    location: textOf(location),
    link: textOf(url),
    description: textOf(summary),
    highlights: textsIn(highlights),
  });
  return { title, rest };
}

/** A name with keywords is a category of skills. */
function addSkill(item: Json, into: Collector) {
  const { name, keywords, proficiency, category, kind, ...others } = item;
  const title = textOf(name);
  if (kind === 'tool') {
    const { url, ...rest } = others;
    into.addApplication({ name: title, link: textOf(url) });
    return { title, rest };
  }
  const level = typeof proficiency === 'number' ? proficiency : undefined;
  const skills = textsIn(keywords);
  for (const skill of skills) into.addSkill({ title: skill, category: title, proficiency: level });
  if (skills.length === 0) into.addSkill({ title, category: textOf(category), proficiency: level });
  return { title, rest: others };
}

function addProject(item: Json, into: Collector) {
  const { name, description, summary, startDate, endDate, url, keywords, roles, ...others } = item;
  const { repository, stack, deployed, highlights, ...rest } = others;
  const gitRepoLink = textOf(repository);
  const title = textOf(name);
  into.addProject({
    title,
    // Every line of a project's description is a highlight.
    description: [textOf(description), ...textsIn(highlights)].filter(Boolean).join('\n'),
    summary: textOf(summary),
    role: textsIn(roles).join(', '),
    technologies: textsIn(keywords),
    stack: STACKS.find((one) => one === stack) ?? '',
    deployed: DEPLOYED.find((one) => one === deployed) ?? '',
    // The export writes the repository as the link of a project that has no other.
    projectLink: textOf(url) === gitRepoLink ? '' : textOf(url),
    gitRepoLink,
    startedOn: readYearMonth(textOf(startDate)),
    endedOn: readYearMonth(textOf(endDate)),
  });
  return { title, rest };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Some programs write years as numbers. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text.trim() !== '') : [];
}
