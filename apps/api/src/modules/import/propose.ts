import type { ImportProposal } from '@vitrine/contract/import';
import type { SpokenLanguage } from '@vitrine/contract/language-list';
import { LANGUAGE_LEVELS, MAX_IMPORTED } from '@vitrine/contract/options';
import type { Post } from '@vitrine/contract/post';
import type { NewProject, Project } from '@vitrine/contract/project';
import type { NewPublication, Publication } from '@vitrine/contract/publication';
import { type Skill, skill } from '@vitrine/contract/skill';
import type {
  NewSoftwareApplication,
  SoftwareApplication,
} from '@vitrine/contract/software-application';
import { languageKey, linkKey } from '@vitrine/contract/text-format';
import type { NewTimelineEntry, TimelineEntry } from '@vitrine/contract/timeline';
import type { User } from '@vitrine/contract/user';
import { formatPeriod, periodOfProject } from '@vitrine/resume/period';
import { compareItems, findChanges, type Rules } from './compare-items.ts';
import { POST_RULES } from './compare-posts.ts';
import { compareLinks, compareProfile } from './compare-profile.ts';
import { PUBLICATION_RULES } from './compare-publications.ts';
import { compareTimeline } from './compare-timeline.ts';
import {
  citedKey,
  DEFAULT_PROFICIENCY,
  type Imported,
  type ImportedItem,
  type ImportedSkill,
  normalize,
  publicationKeys,
  shortList,
} from './imported.ts';

/** What an import is compared with. */
export interface CurrentContent {
  readonly profile: User;
  readonly timeline: readonly TimelineEntry[];
  readonly skills: readonly Skill[];
  readonly softwareApplications: readonly SoftwareApplication[];
  readonly projects: readonly Project[];
  readonly publications: readonly Publication[];
  readonly posts: readonly Post[];
  /** When an item was last changed, by its ID. Columns of the profile have their names. */
  readonly changedAt: ReadonlyMap<string, Date>;
}

/** Compares a source with the portfolio. An empty value never replaces one of the owner's. */
export async function propose(imported: Imported, current: CurrentContent) {
  const ages = { changedAt: current.changedAt, madeAt: imported.madeAt };
  const { imported: rest, known } = leaveOutMoved(imported, current);
  const results = [
    ...known,
    ...compareProfile(imported.profile, current.profile, ages),
    ...compareLinks(imported.links, { profile: imported.profile, current: current.profile }),
    ...(await compareItems(imported.languages, languagesOf(current), LANGUAGE_RULES, ages)),
    ...(await compareTimeline(rest.timeline, current.timeline, ages)),
    ...(await compareItems(imported.projects, current.projects, PROJECT_RULES, ages)),
    ...(await compareItems(rest.publications, current.publications, PUBLICATION_RULES, ages)),
    ...(await compareItems(imported.posts, current.posts, POST_RULES, ages)),
    ...(await compareItems(imported.skills, current.skills, SKILL_RULES, ages)),
    ...(await compareItems(
      imported.softwareApplications,
      current.softwareApplications,
      APPLICATION_RULES,
      ages,
    )),
  ];
  const proposals = results.filter((result) => typeof result !== 'string');
  const existing = results.filter((result) => typeof result === 'string');
  const unsupported = [...imported.unsupported];
  const { email } = imported;
  if (email !== '' && normalize(email) !== normalize(current.profile.email))
    unsupported.push('Email address');
  const fitting = fitRequest(proposals);
  const left = proposals.length - fitting.length;
  if (left > 0) unsupported.push(`${left} more items, which the next import offers`);
  return {
    proposals: fitting,
    existing: shortList(existing),
    unsupported,
    problems: [...imported.problems],
  };
}

/**
 * Leaves out publications that are entries of the timeline, and the other way around: an older
 * version imported them as entries, and the owner can turn an entry into a publication. Sources of
 * citations know more than an entry has.
 */
function leaveOutMoved(imported: Imported, current: CurrentContent) {
  const { timeline, publications, source } = imported;
  if (source !== 'json-resume' && source !== 'linkedin') return { imported, known: [] };
  const entries = new Set(
    current.timeline
      .filter(({ kind }) => kind === 'publication')
      .map((entry) => citedKey(entry.title, entry.timeline.from)),
  );
  const cited = new Set(current.publications.flatMap(publicationKeys));
  const isMovedEntry = ({ fields: { kind, title, from } }: ImportedItem<NewTimelineEntry>) =>
    kind === 'publication' &&
    cited.has(citedKey(title, from)) &&
    !entries.has(citedKey(title, from));
  const isMovedPublication = ({ fields }: ImportedItem<NewPublication>) => {
    const keys = publicationKeys(fields);
    return keys.some((key) => entries.has(key)) && !keys.some((key) => cited.has(key));
  };
  const moved = [...timeline.filter(isMovedEntry), ...publications.filter(isMovedPublication)];
  return {
    imported: {
      timeline: timeline.filter((item) => !isMovedEntry(item)),
      publications: publications.filter((item) => !isMovedPublication(item)),
    },
    known: moved.map(({ fields }) => fields.title),
  };
}

/** Below the limit of the request that applies them, with what is around them. */
const MAX_BYTES = 1_900_000;

/** As many as one import takes. */
function fitRequest(proposals: readonly ImportProposal[]): ImportProposal[] {
  let bytes = 0;
  return proposals.slice(0, MAX_IMPORTED).filter(({ item }) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes <= MAX_BYTES;
  });
}

/** Languages have no ID: they are part of the profile, and only added. */
function languagesOf({ profile }: CurrentContent) {
  return profile.languages.map((language) => ({ ...language, _id: '' }));
}

const LANGUAGE_RULES: Rules<SpokenLanguage, SpokenLanguage & { readonly _id: string }> = {
  label: 'Language',
  title: ({ name }) => name,
  keys: ({ name }) => [languageKey(name)],
  add: (fields) => ({ kind: 'add-language', fields }),
  describe: ({ level }) => [LANGUAGE_LEVELS[level]],
};

const PROJECT_RULES: Rules<NewProject, Project> = {
  label: 'Project',
  title: ({ title }) => title,
  keys: ({ title, gitRepoLink: link }) => [
    normalize(title),
    ...(link ? [`repository ${linkKey(link).toLowerCase()}`] : []),
  ],
  add: (fields) => ({ kind: 'add-project', fields }),
  describe: (fields) => [formatPeriod(periodOfProject(fields), 'en')],
};

const SKILL_RULES: Rules<ImportedSkill, Skill> = {
  label: 'Skill',
  title: ({ title }, match) => match?.title ?? title,
  keys: ({ title }) => [normalize(title)],
  add: ({ proficiency = DEFAULT_PROFICIENCY, ...fields }) => ({
    kind: 'add-skill',
    fields: { ...fields, proficiency, icon: '' },
  }),
  describe: ({ category }) => [category],
  update(match, { category, proficiency = match.proficiency }) {
    const fields = { category: category || match.category, proficiency };
    return {
      item: { kind: 'update-skill', id: match._id, fields },
      changes: findChanges(skill, toTexts(match), toTexts(fields)),
    };
  },
};

function toTexts({ category, proficiency }: Pick<Skill, 'category' | 'proficiency'>) {
  return { category, proficiency: String(proficiency) };
}

const APPLICATION_RULES: Rules<NewSoftwareApplication, SoftwareApplication> = {
  label: 'Software application',
  title: ({ name }) => name,
  keys: ({ name }) => [normalize(name)],
  add: (fields) => ({ kind: 'add-software-application', fields }),
  describe: ({ link }) => [link],
};
