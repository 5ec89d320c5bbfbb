import { linkOf, venueOf } from '@vitrine/contract/citation';
import { namesOf } from '@vitrine/contract/collections';
import type { Publication } from '@vitrine/contract/publication';
import { webLink } from '@vitrine/contract/text-format';
import type { Contact, Entry, EntrySectionName, ItemSection, Period, Resume } from './resume.ts';

interface JsonObject {
  readonly [name: string]: JsonValue;
}
type JsonValue = string | number | boolean | JsonObject | readonly JsonValue[];

const SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';

/** The list of each section, in the order of the schema. Talks follow the publications. */
const LISTS: Readonly<Record<EntrySectionName | ItemSection['name'], string>> = {
  experience: 'work',
  volunteering: 'volunteer',
  education: 'education',
  awards: 'awards',
  certificates: 'certificates',
  publications: 'publications',
  talks: 'publications',
  skills: 'skills',
  tools: 'skills',
  languages: 'languages',
  projects: 'projects',
};

/**
 * Writes the resume as JSON Resume 1.0.0. The schema allows further properties everywhere, so
 * that nothing is lost. They are marked with a plus sign here. Empty values are left out.
 *
 * | Resume                  | JSON Resume                                                            |
 * | ----------------------- | ---------------------------------------------------------------------- |
 * | name, headline          | basics.name, basics.label                                              |
 * | location                | basics.location.city, all of it                                        |
 * | photo                   | basics.image                                                           |
 * | email, phone, website   | basics.email, basics.phone, basics.url                                 |
 * | GitHub, LinkedIn, links | basics.profiles: the label of a link is the network                    |
 * | summary                 | basics.summary                                                         |
 * | experience              | work: position, name, +kind `other` for entries of that kind           |
 * | volunteering            | volunteer: position, organization, +location                           |
 * | education               | education: studyType, institution, +summary, +highlights, +location    |
 * | awards                  | awards: title, awarder, +url, +highlights, +location                   |
 * | certificates            | certificates: name, issuer, +summary, +highlights, +location           |
 * | publications            | publications: name, publisher, +citation with its other fields         |
 * | … and talks of the      | publications: name, publisher, +kind `timeline` or `talk`,             |
 * | timeline                | +highlights, +location                                                 |
 * | period of an entry      | startDate and endDate. No endDate while it is ongoing.                 |
 * | … in the last three     | date or releaseDate, +endDate if it differs, +isOngoing                |
 * | projects                | projects: name, description, +summary, roles, +repository, +stack,     |
 * |                         | +deployed, +links. url is the project's link, or else its repository.  |
 * | period of a project     | startDate and endDate. Without a start, they are equal.                |
 * | technologies            | projects[].keywords                                                    |
 * | skills                  | skills: name, +proficiency, +category                                  |
 * | tools                   | skills: name, +kind `tool`, +url                                       |
 * | languages               | languages: language, fluency                                           |
 * | references              | references: name, reference                                            |
 *
 * The origin completes the path of the photo.
 */
export function toJsonResume(resume: Resume, origin: string): string {
  const lists: Record<string, JsonObject[]> = {};
  for (const name of namesOf(LISTS)) {
    const section = resume.sections.find((one) => one.name === name);
    if (section === undefined || section.kind === 'text') continue;
    const items =
      section.kind === 'items'
        ? listItems(section)
        : section.groups.flatMap(({ entries }) =>
            entries.map((entry) => filled(ENTRIES[section.name](entry))),
          );
    lists[LISTS[name]] = [...(lists[LISTS[name]] ?? []), ...items];
  }
  const json = {
    $schema: SCHEMA,
    basics: writeBasics(resume, origin),
    ...lists,
    ...filled({ references: resume.references }),
    meta: { version: 'v1.0.0', language: resume.language },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

function writeBasics(resume: Resume, origin: string): JsonObject {
  const { headline, location, photo, contacts, sections } = resume;
  const findContact = (kind: Contact['kind']) => contacts.find((contact) => contact.kind === kind);
  const profiles = contacts
    .filter(({ kind }) => kind === 'GitHub' || kind === 'LinkedIn' || kind === 'link')
    .map(({ kind, name = kind, url }) =>
      filled({ network: name, username: findUserName(url), url: toUri(url) }),
    );
  return filled({
    name: resume.name,
    label: headline,
    image: photo === '' ? '' : (URL.parse(photo, origin)?.href ?? ''),
    email: findContact('email')?.text,
    phone: findContact('phone')?.text,
    url: toUri(findContact('website')?.url),
    summary: sections.find((section) => section.kind === 'text')?.text,
    location: filled({ city: location }),
    profiles,
  });
}

type Fields = Readonly<Record<string, JsonValue | undefined>>;

const ENTRIES: Readonly<Record<EntrySectionName, (entry: Entry) => Fields>> = {
  experience: (entry) => ({
    name: entry.organization,
    position: entry.title,
    ...writeDates(entry.period),
    ...writeTexts(entry),
    kind: entry.isOther ? 'other' : '',
  }),
  volunteering: (entry) => ({
    organization: entry.organization,
    position: entry.title,
    ...writeDates(entry.period),
    ...writeTexts(entry),
  }),
  education: (entry) => ({
    institution: entry.organization,
    studyType: entry.title,
    ...writeDates(entry.period),
    ...writeTexts(entry),
  }),
  awards: (entry) => ({
    title: entry.title,
    awarder: entry.organization,
    ...writeDate('date', entry.period),
    ...writeTexts(entry),
  }),
  certificates: (entry) => ({
    name: entry.title,
    issuer: entry.organization,
    ...writeDate('date', entry.period),
    ...writeTexts(entry),
  }),
  publications: (entry) =>
    entry.publication
      ? writePublication(entry.publication)
      : { ...writeRelease(entry), kind: 'timeline' },
  talks: (entry) => ({ ...writeRelease(entry), kind: 'talk' }),
  projects: (entry) => ({
    name: entry.title,
    description: entry.project?.description,
    summary: entry.project?.summary,
    ...writeDates(entry.period),
    url: toUri(entry.url),
    keywords: entry.technologies,
    roles: entry.project?.role ? [entry.project.role] : [],
    repository: toUri(entry.project?.repository),
    stack: entry.project?.stack,
    deployed: entry.project?.deployed,
    links: entry.project?.links.map(({ label, url }) => ({ label, url: toUri(url) })),
  }),
};

/** The import reads the links from the citation, which need not be ASCII. */
function writePublication(publication: Publication): Fields {
  const { _id, title, publishedOn, abstract, link, pdfLink, ...citation } = publication;
  return {
    name: title,
    publisher: venueOf(publication),
    releaseDate: publishedOn,
    url: toUri(webLink(linkOf(publication))),
    summary: abstract,
    citation: filled({ ...citation, link: webLink(link), pdfLink: webLink(pdfLink) }),
  };
}

function writeRelease(entry: Entry): Fields {
  return {
    name: entry.title,
    publisher: entry.organization,
    ...writeDate('releaseDate', entry.period),
    ...writeTexts(entry),
  };
}

function writeTexts({ url, location, text, highlights }: Entry): Fields {
  return { url: toUri(url), location, summary: text, highlights };
}

function writeDates(period: Period | undefined): Fields {
  return { startDate: period?.from, endDate: period?.to };
}

/** For lists whose items have one date. */
function writeDate(name: 'date' | 'releaseDate', period: Period | undefined): Fields {
  if (!period) return {};
  const { from, to } = period;
  if (to === undefined) return { [name]: from, isOngoing: true };
  return { [name]: from, endDate: to === from ? '' : to };
}

function listItems({ name, groups }: ItemSection): JsonObject[] {
  return groups.flatMap(({ label, items }) =>
    items.map(({ title, proficiency, url, spoken }) => {
      if (spoken) return { language: spoken.name, fluency: spoken.level };
      return filled({
        name: title,
        proficiency,
        category: label,
        kind: name === 'tools' ? 'tool' : '',
        url: toUri(url),
      });
    }),
  );
}

/** The schema takes ASCII only. */
function toUri(link: string | undefined): string {
  if (link === undefined || !URL.canParse(link)) return '';
  return /^[!-~]*$/.test(link) ? link : new URL(link).href;
}

/** The last part of a path, like `ada` in https://github.com/ada. */
function findUserName(link: string): string {
  if (!URL.canParse(link)) return '';
  return new URL(link).pathname.split('/').findLast((part) => part !== '') ?? '';
}

/** Leaves out empty values. */
function filled(fields: Fields): JsonObject {
  const object: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && !isEmpty(value)) object[name] = value;
  return object;
}

function isEmpty(value: JsonValue): boolean {
  return value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
