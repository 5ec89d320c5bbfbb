import { isWebLink } from '@vitrine/contract/field';
import { type ImportSource, MAX_IMPORTED } from '@vitrine/contract/options';
import { NewDraft } from '@vitrine/contract/project';
import { NewSkill } from '@vitrine/contract/skill';
import { NewSoftwareApplication } from '@vitrine/contract/software-application';
import { addScheme } from '@vitrine/contract/text-format';
import { NewTimelineEntry } from '@vitrine/contract/timeline';
import {
  DEFAULT_PROFICIENCY,
  type Imported,
  type ImportedItem,
  type ImportedProfile,
  type ImportedProject,
  type ImportedSkill,
  shortList,
} from './imported.ts';
import type { Dates } from './read-date.ts';

/** The lengths of a profile's fields. The others are links. */
const PROFILE_LENGTHS: Readonly<Partial<Record<keyof ImportedProfile, number>>> = {
  fullName: 100,
  headline: 120,
  location: 120,
  aboutMe: 5000,
  phone: 40,
};

/** An entry of the timeline, as a source has it. */
export interface RawEntry {
  readonly kind: NewTimelineEntry['kind'];
  readonly title: string;
  readonly organization?: string;
  readonly location?: string;
  readonly link?: string;
  readonly description?: string;
  readonly highlights?: readonly string[];
  /** Undefined if the source has no start. */
  readonly dates: Dates | undefined;
}

interface RawProject {
  readonly title: string;
  readonly description?: string;
  readonly summary?: string;
  readonly role?: string;
  readonly technologies?: readonly string[];
  readonly stack?: string;
  readonly deployed?: string;
  readonly projectLink?: string;
  readonly gitRepoLink?: string;
  /** As in `2024-03`. */
  readonly startedOn?: string;
  readonly endedOn?: string;
  readonly remarks?: readonly string[];
  readonly isSelected?: boolean;
}

/** Collects the items of a source. What the portfolio has no field for is listed instead. */
export class Collector {
  readonly unsupported = new Set<string>();
  readonly #source: ImportSource;
  readonly #profile: ImportedProfile = {};
  readonly #timeline: ImportedItem<NewTimelineEntry>[] = [];
  readonly #skills = new Map<string, ImportedSkill>();
  readonly #softwareApplications = new Map<string, NewSoftwareApplication>();
  readonly #projects: ImportedItem<ImportedProject>[] = [];
  #email = '';

  constructor(source: ImportSource) {
    this.#source = source;
  }

  setEmail(value: string): void {
    this.#email = clean(value);
  }

  setProfile(name: keyof ImportedProfile, value: string | undefined): void {
    const length = PROFILE_LENGTHS[name];
    const text = length ? clip(value ?? '', length) : this.#link(value, 'the profile');
    if (text !== '') this.#profile[name] ??= text;
  }

  /** Lists the fields that have a value but no place in the portfolio, as in `Score of BSc Mathematics`. */
  listRest(rest: Readonly<Record<string, unknown>>, title: string): void {
    for (const [name, value] of Object.entries(rest)) {
      const label = labelOf(name);
      if (label === '' || !hasValue(value)) continue;
      this.unsupported.add(title === '' ? label : `${label} of ${clip(title, 120)}`);
    }
  }

  addEntry(raw: RawEntry): void {
    const title = clip(raw.title, 120);
    if (title === '') return;
    if (raw.dates === undefined) {
      this.unsupported.add(`${title}, which has no date`);
      return;
    }
    const description = clip(raw.description ?? '', 5000);
    const highlights = (raw.highlights ?? []).map((line) => clip(line, 300)).filter(Boolean);
    const fields = {
      ...raw.dates,
      kind: raw.kind,
      title,
      // Every entry of the timeline has a description.
      description: description || title,
      organization: clip(raw.organization ?? '', 120),
      location: clip(raw.location ?? '', 120),
      link: this.#link(raw.link, title),
      highlights: highlights.slice(0, 20),
    };
    const remarks = [
      ...(description === '' ? ['No description, so it starts as the title'] : []),
      ...(isShortened(raw) ? ['Shortened, because it is too long'] : []),
    ];
    const parsed = NewTimelineEntry.safeParse(fields);
    if (parsed.success) this.#timeline.push({ fields: parsed.data, remarks, isSelected: true });
    else this.unsupported.add(`${title}: ${parsed.error.issues[0]?.message}`);
  }

  addSkill(skill: { title: string; category?: string; proficiency?: number | undefined }): void {
    const title = clip(skill.title, 80);
    const category = clip(skill.category ?? '', 60);
    const parsed = NewSkill.safeParse({
      title,
      category,
      proficiency: skill.proficiency ?? DEFAULT_PROFICIENCY,
    });
    const { proficiency } = skill;
    if (parsed.success) setIfNew(this.#skills, title, { title, category, proficiency });
    else if (title !== '') this.unsupported.add(`${title}: ${parsed.error.issues[0]?.message}`);
  }

  addApplication(application: { name: string; link: string }): void {
    const name = clip(application.name, 80);
    const parsed = NewSoftwareApplication.safeParse({
      name,
      link: this.#link(application.link, name),
    });
    if (parsed.success) setIfNew(this.#softwareApplications, name, parsed.data);
  }

  addProject({ remarks = [], isSelected = true, ...raw }: RawProject): void {
    const title = clip(raw.title, 120);
    if (title === '') return;
    const parsed = NewDraft.safeParse({
      title,
      description: clip(raw.description ?? '', 5000),
      summary: clip(raw.summary ?? '', 200),
      role: clip(raw.role ?? '', 120),
      technologies: clip((raw.technologies ?? []).map(clean).join(', '), 500),
      stack: raw.stack ?? '',
      deployed: raw.deployed ?? '',
      projectLink: this.#link(raw.projectLink, title),
      gitRepoLink: this.#link(raw.gitRepoLink, title),
      startedOn: raw.startedOn ?? '',
      endedOn: raw.endedOn ?? '',
    });
    if (parsed.success) this.#projects.push({ fields: parsed.data, remarks, isSelected });
    else this.unsupported.add(`${title}: ${parsed.error.issues[0]?.message}`);
  }

  finish(summary: string, madeAt: Date | undefined): Imported {
    return {
      source: this.#source,
      summary,
      madeAt,
      email: this.#email,
      profile: this.#profile,
      timeline: this.#timeline.slice(0, MAX_READ),
      skills: [...this.#skills.values()].slice(0, MAX_READ),
      softwareApplications: [...this.#softwareApplications.values()].slice(0, MAX_READ),
      projects: this.#projects.slice(0, MAX_READ),
      unsupported: shortList([...this.unsupported]),
    };
  }

  /** Returns a link that can be stored, or an empty text. */
  #link(value: string | undefined, title: string): string {
    const cleaned = addScheme(clean(value ?? ''));
    if (cleaned === '' || (isWebLink(cleaned) && cleaned.length <= 2048)) return cleaned;
    this.unsupported.add(`Link of ${title}`);
    return '';
  }
}

/** Of each list: more than an import takes, so that the owner learns that there is more. */
const MAX_READ = 2 * MAX_IMPORTED;
function setIfNew<T>(map: Map<string, T>, title: string, item: T): void {
  const key = title.toLowerCase();
  if (!map.has(key)) map.set(key, item);
}

/** Turns `studyType`, `study type` and `study_type` into `Study type`. */
export function labelOf(name: string): string {
  const words = clip(name, 60)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function hasValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function isShortened({ title, organization, location, description, highlights }: RawEntry) {
  return (
    clean(title).length > 120 ||
    clean(organization ?? '').length > 120 ||
    clean(location ?? '').length > 120 ||
    clean(description ?? '').length > 5000 ||
    (highlights ?? []).length > 20 ||
    (highlights ?? []).some((line) => clean(line).length > 300)
  );
}

/** Removes what cannot be stored. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim();
}

/** Cuts a text between two characters, also if they take two units each. */
function clip(text: string, max: number): string {
  const cleaned = clean(text);
  if (cleaned.length <= max) return cleaned;
  return `${cleaned
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
