import { CsvError, parse } from 'csv-parse/sync';
import { Collector } from './collector.ts';
import { type Imported, UnreadableImportError } from './imported.ts';
import { readDates, readDay, readYearMonth } from './read-date.ts';
import { readZip } from './read-zip.ts';

const MAX_ROWS = 2000;
const MAX_COLUMNS = 200;

/** A row by the names of its columns, in lower case. */
type Row = Readonly<Record<string, string>>;

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
  'positions.csv': { label: 'Positions', column: 'company name', add: addPosition },
  'education.csv': { label: 'Education', column: 'school name', add: addEducation },
  'skills.csv': { label: 'Skills', column: 'name', add: addSkill },
  'projects.csv': { label: 'Projects', column: 'title', add: addProject },
  'certifications.csv': { label: 'Certifications', column: 'name', add: addCertificate },
  'publications.csv': { label: 'Publications', column: 'name', add: addPublication },
  'honors.csv': { label: 'Honors', column: 'title', add: addHonor },
  'volunteering.csv': { label: 'Volunteering', column: 'company name', add: addVolunteering },
  'phonenumbers.csv': { label: 'Phone numbers', column: 'number', add: addPhone },
  'email addresses.csv': { label: 'Email addresses', column: 'email address', add: addEmail },
};

/** The files that a resume could have, but the portfolio has no field for. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  'languages.csv': 'Languages',
  'courses.csv': 'Courses',
  'patents.csv': 'Patents',
  'organizations.csv': 'Organizations',
  'test_scores.csv': 'Test scores',
  'test scores.csv': 'Test scores',
  'recommendations_received.csv': 'Recommendations',
  'recommendations received.csv': 'Recommendations',
};

/** Reads the ZIP file of a LinkedIn data export. */
export async function readLinkedIn(bytes: Buffer): Promise<Imported> {
  const isWanted = (name: string) =>
    Object.hasOwn(SOURCES, name.toLowerCase()) || Object.hasOwn(UNSUPPORTED, name.toLowerCase());
  const { count, newest, files } = await readZip(bytes, isWanted);
  const collector = new Collector('linkedin');
  const byName = new Map([...files].map(([name, file]) => [name.toLowerCase(), { name, file }]));
  const labels: string[] = [];
  for (const [key, { label, column, add }] of Object.entries(SOURCES)) {
    const found = byName.get(key);
    if (!found) continue;
    labels.push(label);
    for (const row of readRows(found.name, found.file, column)) {
      const rest = add(row, collector);
      collector.listRest(rest, key === 'profile.csv' ? '' : titleOf(row));
    }
  }
  if (labels.length === 0)
    throw new UnreadableImportError(
      'This ZIP file has no data from LinkedIn. Choose the file of your data export.',
    );
  for (const [key, label] of Object.entries(UNSUPPORTED))
    if (byName.has(key)) collector.unsupported.add(label);
  return collector.finish(`Read ${labels.length} of ${count} files: ${labels.join(', ')}`, newest);
}

function readRows(name: string, file: Buffer, column: string): Row[] {
  const records = readRecords(name, file);
  const start = records.findIndex((record) => record.some((cell) => keyOf(cell) === column));
  const [header = [], ...rows] = start < 0 ? [] : records.slice(start);
  if (rows.length > MAX_ROWS)
    throw new UnreadableImportError(
      `${name} in this ZIP file has more than ${MAX_ROWS.toLocaleString('en')} rows. Choose the file as LinkedIn sent it.`,
    );
  if (header.length > MAX_COLUMNS)
    throw new UnreadableImportError(
      `${name} in this ZIP file has more than ${MAX_COLUMNS} columns. Choose the file as LinkedIn sent it.`,
    );
  const keys = header.map(keyOf);
  return rows.map((row) =>
    Object.fromEntries(keys.map((key, index) => [key, (row[index] ?? '').trim()])),
  );
}

function readRecords(name: string, file: Buffer): string[][] {
  try {
    return parse(file, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 500_000,
      // Stops here: the header and the notes before it are rows too.
      to: MAX_ROWS + 20,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableImportError(
      `${name} in this ZIP file cannot be read. Download your data from LinkedIn again.`,
    );
  }
}

function keyOf(cell: string): string {
  return cell.trim().toLowerCase();
}

function titleOf(row: Row): string {
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
    const url = site.trim().replace(/^[A-Z_]+:(?!\/\/)/, '');
    into.setProfile(
      /^(https?:\/\/)?(www\.)?github\.com\//i.test(url) ? 'githubURL' : 'portfolioURL',
      url,
    );
  }
  const [handle = ''] = handles.replace(/^\[|\]$/g, '').split(',');
  if (/^@?\w{1,15}$/.test(handle.trim()))
    into.setProfile('twitterURL', `https://x.com/${handle.trim().replace('@', '')}`);
  return rest;
}

function addPosition(row: Row, into: Collector): Row {
  const {
    'company name': organization = '',
    title = '',
    description = '',
    location = '',
    'started on': start = '',
    'finished on': end = '',
    ...rest
  } = row;
  const dates = readDates(start, end);
  into.addEntry({
    kind: 'work',
    title: title || organization,
    organization,
    description,
    location,
    dates,
  });
  return rest;
}

function addEducation(row: Row, into: Collector): Row {
  const {
    'school name': organization = '',
    'start date': start = '',
    'end date': end = '',
    notes = '',
    'degree name': degree = '',
    activities = '',
    ...rest
  } = row;
  into.addEntry({
    kind: 'education',
    title: degree || organization,
    organization,
    description: [notes, activities].filter(Boolean).join('\n'),
    dates: readDates(start, end),
  });
  return rest;
}

function addSkill({ name = '', ...rest }: Row, into: Collector): Row {
  into.addSkill({ title: name });
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

function addCertificate(row: Row, into: Collector): Row {
  const {
    name = '',
    url = '',
    authority = '',
    'started on': start = '',
    'finished on': end = '',
    ...rest
  } = row;
  // A certificate without an end does not expire, which is not the same as ongoing.
  const dates = end === '' ? readDay(start) : readDates(start, end);
  into.addEntry({ kind: 'certificate', title: name, organization: authority, link: url, dates });
  return rest;
}

function addPublication(row: Row, into: Collector): Row {
  const {
    name = '',
    'published on': day = '',
    description = '',
    publisher = '',
    url = '',
    ...rest
  } = row;
  into.addEntry({
    kind: 'publication',
    title: name,
    organization: publisher,
    description,
    link: url,
    dates: readDay(day),
  });
  return rest;
}

function addHonor(row: Row, into: Collector): Row {
  const { title = '', description = '', 'issued on': day = '', ...rest } = row;
  into.addEntry({ kind: 'award', title, description, dates: readDay(day) });
  return rest;
}

function addVolunteering(row: Row, into: Collector): Row {
  const {
    'company name': organization = '',
    role = '',
    'started on': start = '',
    'finished on': end = '',
    description = '',
    ...rest
  } = row;
  into.addEntry({
    kind: 'volunteering',
    title: role || organization,
    organization,
    description,
    dates: readDates(start, end),
  });
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
