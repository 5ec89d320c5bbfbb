import { belongTogether } from '@vitrine/contract/group-timeline';
import type { Change } from '@vitrine/contract/history';
import type { ImportItem, ImportProposal } from '@vitrine/contract/import';
import { type HistoryCollection, type ImportSource, MAX_IMPORTED } from '@vitrine/contract/options';
import type { Project } from '@vitrine/contract/project';
import type { Skill } from '@vitrine/contract/skill';
import type { SoftwareApplication } from '@vitrine/contract/software-application';
import type { NewTimelineEntry, TimelineEntry } from '@vitrine/contract/timeline';
import type { User } from '@vitrine/contract/user';
import { formatPeriod, periodOfProject, periodOfTimeline } from '@vitrine/resume/period';
import { mapInParts } from '../../concurrency.ts';
import { HISTORY } from '../../content/collections.ts';
import {
  DEFAULT_PROFICIENCY,
  type Imported,
  type ImportedProfile,
  type ImportedSkill,
  shortList,
} from './imported.ts';

/** What an import is compared with. */
export interface CurrentContent {
  readonly profile: User;
  readonly timeline: readonly TimelineEntry[];
  readonly skills: readonly Skill[];
  readonly softwareApplications: readonly SoftwareApplication[];
  readonly projects: readonly Project[];
  /** When an item was last changed, by its ID. Columns of the profile have their names. */
  readonly changedAt: ReadonlyMap<string, Date>;
}

interface Proposals {
  readonly proposals: ImportProposal[];
  readonly existing: string[];
  readonly unsupported: string[];
}

/** Compares a source with the portfolio. An empty value never replaces one of the owner's. */
export async function propose(imported: Imported, current: CurrentContent): Promise<Proposals> {
  const results = [
    ...proposeProfile(imported, current),
    ...(await proposeTimeline(imported, current)),
    ...proposeProjects(imported, current),
    ...proposeSkills(imported, current),
    ...proposeSoftwareApplications(imported, current),
  ];
  const proposals = results.filter((result) => typeof result !== 'string');
  const existing = results.filter((result) => typeof result === 'string');
  const unsupported = [...imported.unsupported];
  const { email } = imported;
  if (email !== '' && !isSame(email, current.profile.email)) unsupported.push('Email address');
  const left = proposals.length - MAX_IMPORTED;
  if (left > 0) unsupported.push(`${left} more items, which the next import offers`);
  return {
    proposals: proposals.slice(0, MAX_IMPORTED),
    existing: shortList(existing),
    unsupported,
  };
}

type TextChange = Extract<Change, { type: 'text' }>;

/** A proposal, or the title of what the portfolio already has. */
type Result = ImportProposal | string;

function isSame(one: string, other: string): boolean {
  return normalize(one) === normalize(other);
}

function normalize(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The fields of a profile and their columns, in the order of the form. */
const PROFILE_COLUMNS: Readonly<Record<keyof ImportedProfile, string>> = {
  fullName: 'full_name',
  headline: 'headline',
  location: 'location',
  aboutMe: 'about_me',
  phone: 'phone',
  portfolioURL: 'portfolio_url',
  githubURL: 'github_url',
  linkedInURL: 'linkedin_url',
  instagramURL: 'instagram_url',
  twitterURL: 'twitter_url',
  facebookURL: 'facebook_url',
};

function proposeProfile({ profile, madeAt }: Imported, current: CurrentContent): Result[] {
  return namesOf(PROFILE_COLUMNS).flatMap((name): Result[] => {
    const after = profile[name];
    if (after === undefined) return [];
    const before = current.profile[name];
    const column = PROFILE_COLUMNS[name];
    const label = labelOf('profile', column);
    const isEqual = name.endsWith('URL')
      ? withoutSlash(before) === withoutSlash(after)
      : textOf(before) === textOf(after);
    if (isEqual) return [label];
    const item: ImportItem = { kind: 'update-profile', fields: { [name]: after } };
    const changes = changesIn('profile', [[column, before, after]]);
    return [toChange(item, label, 'Profile', changes, current.changedAt.get(column), madeAt)];
  });
}

function withoutSlash(link: string): string {
  return link
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '');
}

function textOf(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

async function proposeTimeline(
  { timeline, madeAt }: Imported,
  current: CurrentContent,
): Promise<Result[]> {
  const found = new Map(current.timeline.map((entry) => [keyOf(toFields(entry)), entry]));
  // Entries that follow each other at one organization are shown together.
  const byOrganization = Map.groupBy(current.timeline, ({ organization }) =>
    normalize(organization),
  );
  const seen = new Set<string>();
  const results = await mapInParts(timeline, ({ fields, remarks, isSelected }): Result[] => {
    const key = keyOf(fields);
    if (seen.has(key)) return [];
    seen.add(key);
    const title = titleOf(fields);
    const match = found.get(key);
    if (!match) {
      const entry = toEntry(fields);
      const others = byOrganization.get(normalize(fields.organization)) ?? [];
      const partner = others.find((other) => belongTogether(other, entry));
      others.push(entry);
      byOrganization.set(normalize(fields.organization), others);
      const item: ImportItem = { kind: 'add-timeline', fields };
      const detail = detailOf('Timeline', ...describeEntry(fields, entry), ...remarks);
      const note = partner ? `Grouped with ${partner.title}` : '';
      return [{ ...toAddition(item, title, detail, isSelected), note }];
    }
    const before = toFields(match);
    const merged = mergeEntry(before, fields);
    const changes = changesOfEntry(before, merged);
    if (changes.length === 0) return [title];
    const item: ImportItem = { kind: 'update-timeline', id: match._id, fields: merged };
    return [toChange(item, title, 'Timeline', changes, current.changedAt.get(match._id), madeAt)];
  });
  return results.flat();
}

/** The same role at the same organization that started in the same year. */
function keyOf({ title, organization, from }: NewTimelineEntry): string {
  return JSON.stringify([normalize(title), normalize(organization), from]);
}

function titleOf({ kind, title, organization }: NewTimelineEntry): string {
  const isJob = kind === 'work' || kind === 'education' || kind === 'volunteering';
  return isJob && organization !== '' && organization !== title
    ? `${title}, ${organization}`
    : title;
}

function describeEntry(fields: NewTimelineEntry, entry: TimelineEntry): string[] {
  const { kind, organization, title, location } = fields;
  const isInTitle = titleOf(fields) !== title || organization === title;
  return [
    kind.charAt(0).toUpperCase() + kind.slice(1),
    isInTitle ? '' : organization,
    formatPeriod(periodOfTimeline(entry), 'en'),
    location,
  ];
}

function toEntry({ from, to, fromMonth, toMonth, ...fields }: NewTimelineEntry): TimelineEntry {
  return { _id: '', ...fields, timeline: { from, to, fromMonth, toMonth } };
}

function toFields({ _id, timeline, ...fields }: TimelineEntry): NewTimelineEntry {
  return { ...fields, ...timeline };
}

function mergeEntry(before: NewTimelineEntry, after: NewTimelineEntry): NewTimelineEntry {
  // A month that the source lacks does not replace one, and neither does an end.
  const isSameEnd = after.to === null || (after.to === before.to && after.toMonth === null);
  const { to, toMonth } = isSameEnd ? before : after;
  // The title stands for a description that the source lacks.
  const isSameText =
    after.description === after.title || textOf(before.description) === textOf(after.description);
  return {
    title: before.title,
    organization: before.organization,
    kind: after.kind,
    description: isSameText ? before.description : after.description,
    from: before.from,
    fromMonth: after.fromMonth ?? before.fromMonth,
    to,
    toMonth,
    location: after.location || before.location,
    link: after.link || before.link,
    highlights: after.highlights.length > 0 ? after.highlights : before.highlights,
  };
}

function changesOfEntry(before: NewTimelineEntry, after: NewTimelineEntry): TextChange[] {
  return changesIn('timeline', [
    ['kind', before.kind, after.kind],
    ['location', before.location, after.location],
    [
      'from_year',
      formatMonth(before.from, before.fromMonth),
      formatMonth(after.from, after.fromMonth),
    ],
    ['to_year', formatMonth(before.to, before.toMonth), formatMonth(after.to, after.toMonth)],
    ['link', before.link, after.link],
    ['description', before.description, after.description],
    ['highlights', before.highlights.join('\n'), after.highlights.join('\n')],
  ]);
}

function formatMonth(year: number | null, month: number | null): string {
  if (year === null) return '';
  const date = month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
  return formatPeriod({ from: date, to: date }, 'en');
}

function proposeProjects({ projects }: Imported, current: CurrentContent): Result[] {
  const titles = new Set(current.projects.map(({ title }) => normalize(title)));
  const links = new Set(
    current.projects.flatMap(({ gitRepoLink: link }) => (link ? withoutSlash(link) : [])),
  );
  return projects.flatMap(({ fields, remarks, isSelected }): Result[] => {
    const { title, gitRepoLink } = fields;
    if (titles.has(normalize(title)) || links.has(withoutSlash(gitRepoLink))) return [title];
    titles.add(normalize(title));
    const dates = formatPeriod(periodOfProject(fields), 'en');
    const detail = detailOf('Project', dates, ...remarks, 'No banner');
    return [toAddition({ kind: 'add-project', fields }, title, detail, isSelected)];
  });
}

function proposeSkills({ skills, source, madeAt }: Imported, current: CurrentContent): Result[] {
  const found = new Map(current.skills.map((skill) => [normalize(skill.title), skill]));
  return skills.map((skill): Result => {
    const match = found.get(normalize(skill.title));
    if (!match) return addSkill(skill, source);
    const { category, proficiency = match.proficiency } = skill;
    const after = { category: category || match.category, proficiency };
    const changes = changesIn('skill', [
      ['category', match.category, after.category],
      ['proficiency', String(match.proficiency), String(after.proficiency)],
    ]);
    if (changes.length === 0) return match.title;
    const item: ImportItem = { kind: 'update-skill', id: match._id, fields: after };
    const changedAt = current.changedAt.get(match._id);
    return toChange(item, match.title, 'Skill', changes, changedAt, madeAt);
  });
}

const SOURCE_NAMES: Readonly<Record<ImportSource, string>> = {
  linkedin: 'LinkedIn',
  'json-resume': 'This file',
  github: 'GitHub',
};

function addSkill(
  { title, category, proficiency }: ImportedSkill,
  source: ImportSource,
): ImportProposal {
  const remark =
    proficiency === undefined
      ? `${SOURCE_NAMES[source]} has no proficiency, so it starts at ${DEFAULT_PROFICIENCY}`
      : `Proficiency ${proficiency}`;
  const fields = { title, category, proficiency: proficiency ?? DEFAULT_PROFICIENCY, icon: '' };
  return toAddition({ kind: 'add-skill', fields }, title, detailOf('Skill', category, remark));
}

function proposeSoftwareApplications(
  { softwareApplications }: Imported,
  current: CurrentContent,
): Result[] {
  const names = new Set(current.softwareApplications.map(({ name }) => normalize(name)));
  return softwareApplications.map((fields): Result => {
    const { name, link } = fields;
    if (names.has(normalize(name))) return name;
    const detail = detailOf('Software application', link);
    return toAddition({ kind: 'add-software-application', fields }, name, detail);
  });
}

function toAddition(
  item: ImportItem,
  title: string,
  detail: string,
  isSelected = true,
): ImportProposal {
  return { item, title, detail, note: '', changes: [], isNewer: false, isSelected };
}

function toChange(
  item: ImportItem,
  title: string,
  noun: string,
  changes: TextChange[],
  changedAt: Date | undefined,
  madeAt: Date | undefined,
): ImportProposal {
  const isReplacing = changes.some(({ before }) => before !== '');
  const isAgeKnown = changedAt !== undefined && madeAt !== undefined;
  const isNewer = isReplacing && isAgeKnown && changedAt >= madeAt;
  // GitHub, for one, does not say when a profile was written.
  const isUnknown = isReplacing && !isAgeKnown;
  const reason = isUnknown ? 'Not known which is newer' : isNewer && dateOfChange(changedAt);
  return {
    item,
    title,
    detail: detailOf(noun, differing(changes.length), reason),
    note: '',
    changes,
    isNewer,
    isSelected: !isNewer && !isUnknown,
  };
}

function dateOfChange(changedAt: Date): string {
  const day = changedAt.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return `You changed it on ${day}`;
}

function differing(count: number): string {
  return count === 1 ? '1 field differs' : `${count} fields differ`;
}

function detailOf(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}

function changesIn(
  noun: HistoryCollection,
  columns: readonly (readonly [column: string, before: string, after: string])[],
): TextChange[] {
  return columns
    .filter(([, before, after]) => before !== after)
    .map(([column, before, after]) => ({
      type: 'text',
      label: labelOf(noun, column),
      before,
      after,
    }));
}

function labelOf(noun: HistoryCollection, column: string): string {
  return HISTORY[noun].labels[column] ?? column;
}

function namesOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record).filter((name): name is K => name in record);
}
