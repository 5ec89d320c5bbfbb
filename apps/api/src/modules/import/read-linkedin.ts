import { Collector, type RawEntry } from './collector.ts';
import { type Imported, UnreadableImportError } from './imported.ts';
import { type Row, readRows } from './read-csv.ts';
import { readDates, readDay, readYearMonth } from './read-date.ts';
import { fileNameOf, type ZipContent } from './read-zip.ts';
import { toLabel } from './source-checker.ts';

interface Source {
  /** As it is shown. */
  readonly label: string;
  /** A column by which the header is found: some files start with notes. */
  readonly column: string;
  /** Adds a row, and returns the columns that the portfolio has no field for. */
  readonly add: (row: Row, into: Collector) => Row;
}

/** The files of an export that are read, by their names in lower case. */
const SOURCES: Readonly<Record<string, Source>> = {
  'profile.csv': { label: 'Profile', column: 'first name', add: addProfile },
  'positions.csv': entries('Positions', 'work', {
    title: ['title', 'company name'],
    organization: 'company name',
    description: ['description'],
    location: 'location',
    start: 'started on',
    end: 'finished on',
  }),
  'education.csv': entries('Education', 'education', {
    title: ['degree name', 'school name'],
    organization: 'school name',
    description: ['notes', 'activities'],
    start: 'start date',
    end: 'end date',
  }),
  'skills.csv': { label: 'Skills', column: 'name', add: addSkill },
  'languages.csv': { label: 'Languages', column: 'name', add: addLanguage },
  'projects.csv': { label: 'Projects', column: 'title', add: addProject },
  'certifications.csv': entries('Certifications', 'certificate', {
    title: ['name'],
    organization: 'authority',
    link: 'url',
    start: 'started on',
    end: 'finished on',
  }),
  'publications.csv': { label: 'Publications', column: 'name', add: addPublication },
  'honors.csv': entries('Honors', 'award', {
    title: ['title'],
    description: ['description'],
    start: 'issued on',
  }),
  'volunteering.csv': entries('Volunteering', 'volunteering', {
    title: ['role', 'company name'],
    organization: 'company name',
    description: ['description'],
    start: 'started on',
    end: 'finished on',
  }),
  'phonenumbers.csv': { label: 'Phone numbers', column: 'number', add: addPhone },
  'email addresses.csv': { label: 'Email addresses', column: 'email address', add: addEmail },
};

/** The files that a resume could have, but the portfolio has no field for. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  'courses.csv': 'Courses',
  'patents.csv': 'Patents',
  'organizations.csv': 'Organizations',
  'test_scores.csv': 'Test scores',
  'test scores.csv': 'Test scores',
  'recommendations_received.csv': 'Recommendations',
  'recommendations received.csv': 'Recommendations',
};

/** Whether a file of an export is read. */
export function isOfLinkedIn(path: string): boolean {
  const key = fileNameOf(path).toLowerCase();
  return Object.hasOwn(SOURCES, key) || Object.hasOwn(UNSUPPORTED, key);
}

/** Reads the ZIP file of a LinkedIn data export. */
export function readLinkedIn({ count, newest, files }: ZipContent): Imported {
  const collector = new Collector('linkedin');
  // Of files with the same name in different folders, the first one.
  const found = [...files].toReversed().map(([path, file]) => ({ name: fileNameOf(path), file }));
  const byName = new Map(found.map((one) => [one.name.toLowerCase(), one]));
  const labels: string[] = [];
  for (const [key, { label, column, add }] of Object.entries(SOURCES)) {
    const found = byName.get(key);
    if (!found) continue;
    labels.push(label);
    for (const row of readRows(found.name, found.file, column)) {
      const rest = add(row, collector);
      collector.listRest(rest, key === 'profile.csv' ? '' : findTitle(row));
    }
  }
  if (labels.length === 0)
    throw new UnreadableImportError(
      'This ZIP file has no data from LinkedIn and no Markdown files. Choose another one.',
    );
  for (const [key, label] of Object.entries(UNSUPPORTED))
    if (byName.has(key)) collector.unsupported.add(label);
  return collector.finish(`Read ${labels.length} of ${count} files: ${labels.join(', ')}`, newest);
}

function findTitle(row: Row): string {
  return row['title'] || row['name'] || row['degree name'] || row['role'] || '';
}

function addProfile(row: Row, into: Collector): Row {
  const {
    'first name': first = '',
    'last name': last = '',
    headline,
    summary,
    'geo location': location,
    'twitter handles': handles = '',
    websites = '',
    ...rest
  } = row;
  into.setProfile('fullName', `${first} ${last}`);
  into.setProfile('headline', headline);
  into.setProfile('aboutMe', summary);
  into.setProfile('location', location);
  // As in `[PERSONAL:https://example.com,BLOG:https://example.com/blog]`.
  for (const site of websites.replace(/^\[|\]$/g, '').split(',')) {
    const [, kind = '', url = ''] = /^(?:([A-Z_]+):(?!\/\/))?(.*)$/.exec(site.trim()) ?? [];
    into.addWebsite(url, /^(PERSONAL|OTHER)?$/.test(kind) ? '' : toLabel(kind));
  }
  const [handle = ''] = handles.replace(/^\[|\]$/g, '').split(',');
  if (/^@?\w{1,15}$/.test(handle.trim()))
    into.setProfile('twitterURL', `https://x.com/${handle.trim().replace('@', '')}`);
  return rest;
}

/** The columns of a file whose rows are entries of the timeline. */
interface EntryColumns {
  /** The first one that is filled in. Every file has the last one. */
  readonly title: readonly string[];
  readonly organization?: string;
  readonly description?: readonly string[];
  readonly location?: string;
  readonly link?: string;
  readonly start: string;
  /** Without one, the entry happens once. */
  readonly end?: string;
}

/** A file whose rows are entries of the timeline. */
function entries(label: string, kind: RawEntry['kind'], columns: EntryColumns): Source {
  const used = new Set<string>(Object.values(columns).flat());
  function add(row: Row, into: Collector): Row {
    const read = (column = '') => row[column] ?? '';
    const [start, end] = [read(columns.start), read(columns.end)];
    // A certificate without an end does not expire, which is not the same as ongoing.
    const isOneDay = columns.end === undefined || (kind === 'certificate' && end === '');
    into.addEntry({
      kind,
      title: columns.title.map(read).find(Boolean) ?? '',
      organization: read(columns.organization),
      description: (columns.description ?? []).map(read).filter(Boolean).join('\n'),
      location: read(columns.location),
      link: read(columns.link),
      dates: isOneDay ? readDay(start) : readDates(start, end),
    });
    return Object.fromEntries(Object.entries(row).filter(([column]) => !used.has(column)));
  }
  return { label, column: columns.title.at(-1) ?? '', add };
}

function addSkill({ name = '', ...rest }: Row, into: Collector): Row {
  into.addSkill({ title: name });
  return rest;
}

function addLanguage({ name = '', proficiency = '', ...rest }: Row, into: Collector): Row {
  into.addLanguage({ name, fluency: proficiency });
  return rest;
}

function addProject(row: Row, into: Collector): Row {
  const {
    title = '',
    description = '',
    url = '',
    'started on': start = '',
    'finished on': end = '',
    ...rest
  } = row;
  into.addProject({
    title,
    description,
    projectLink: url,
    startedOn: readYearMonth(start),
    endedOn: readYearMonth(end),
  });
  return rest;
}

function addPublication(row: Row, into: Collector): Row {
  const {
    name: title = '',
    publisher: venue = '',
    description: abstract = '',
    url: link = '',
    'published on': published = '',
    ...rest
  } = row;
  into.addPublication({ title, venue, abstract, link, publishedOn: readYearMonth(published) });
  return rest;
}

/** The extension and the type of a number are not listed: they are not worth reading. */
function addPhone({ number = '' }: Row, into: Collector): Row {
  into.setProfile('phone', number);
  return {};
}

function addEmail({ 'email address': email = '', primary = '' }: Row, into: Collector): Row {
  if (/^yes$/i.test(primary)) into.setEmail(email);
  return {};
}
