import { type SpokenLanguage, SpokenLanguageInput } from '@vitrine/contract/language-list';
import type { Link } from '@vitrine/contract/link-list';
import { type LinkIcon, recognizeLink } from '@vitrine/contract/link-services';
import { type ImportSource, MAX_IMPORTED } from '@vitrine/contract/options';
import { NewPost } from '@vitrine/contract/post';
import { NewProject } from '@vitrine/contract/project';
import { NewPublication } from '@vitrine/contract/publication';
import { NewSkill } from '@vitrine/contract/skill';
import { NewSoftwareApplication } from '@vitrine/contract/software-application';
import { addScheme } from '@vitrine/contract/text-format';
import { NewTimelineEntry } from '@vitrine/contract/timeline';
import { Profile } from '@vitrine/contract/user';
import { clip, createFitter, isShortened } from './fit.ts';
import {
  DEFAULT_LEVEL,
  DEFAULT_PROFICIENCY,
  entryKey,
  type Imported,
  type ImportedItem,
  type ImportedPost,
  type ImportedProfile,
  type ImportedSkill,
  publicationKeys,
  shortList,
} from './imported.ts';
import type { RawPublication } from './read-csl.ts';
import type { Dates } from './read-date.ts';
import { readLevel } from './read-level.ts';
import type { RawPost } from './read-post.ts';
import { SourceChecker } from './source-checker.ts';

/** Of each list: more than an import takes, so that the owner learns that there is more. */
const MAX_READ = 2 * MAX_IMPORTED;

/** The length of the text of a post. */
const MAX_BODY = 50_000;

/** Texts as a source has them: any length, with or without a value. */
type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export interface RawEntry extends Texts<'organization' | 'location' | 'link' | 'description'> {
  readonly kind: NewTimelineEntry['kind'];
  readonly title: string;
  readonly highlights?: readonly string[];
  /** Undefined if the source has no start. */
  readonly dates: Dates | undefined;
}

/** Sources other than those of citations have no more than a title and a date. */
type SomePublication = Pick<RawPublication, 'title' | 'publishedOn'> & Partial<RawPublication>;

interface RawProject extends Texts<Exclude<keyof NewProject, 'title' | 'technologies' | 'links'>> {
  readonly title: string;
  readonly technologies?: readonly string[];
  readonly links?: readonly Link[];
  readonly remarks?: readonly string[];
  readonly isSelected?: boolean;
}

/** Collects the items of a source. What the portfolio has no field for is listed instead. */
export class Collector extends SourceChecker {
  readonly #source: ImportSource;
  readonly #profile: ImportedProfile = {};
  readonly #links: Link[] = [];
  readonly #languages: ImportedItem<SpokenLanguage>[] = [];
  readonly #timeline = new Map<string, ImportedItem<NewTimelineEntry>>();
  readonly #skills = new Map<string, ImportedItem<ImportedSkill>>();
  readonly #softwareApplications = new Map<string, ImportedItem<NewSoftwareApplication>>();
  readonly #projects: ImportedItem<NewProject>[] = [];
  readonly #publications: ImportedItem<NewPublication>[] = [];
  readonly #publicationKeys = new Set<string>();
  readonly #posts = new Map<string, ImportedItem<ImportedPost>>();
  #email = '';
  readonly #fitProfile = createFitter(Profile);
  readonly #fitEntry = createFitter(NewTimelineEntry);
  readonly #fitSkill = createFitter(NewSkill);
  readonly #fitLanguage = createFitter(SpokenLanguageInput);
  readonly #fitApplication = createFitter(NewSoftwareApplication);
  readonly #fitProject = createFitter(NewProject);
  readonly #fitPublication = createFitter(NewPublication);
  readonly #fitPost = createFitter(NewPost.omit({ body: true }));

  constructor(source: ImportSource) {
    super();
    this.#source = source;
  }

  setEmail(value: string): void {
    this.#email = clip(value);
  }

  setProfile(name: keyof ImportedProfile, value = ''): void {
    const text = name.endsWith('URL')
      ? this.link(value, 'the profile')
      : this.#fitProfile({ [name]: value })[name];
    if (text) this.#profile[name] ??= text;
  }

  /** Sets the field that the profile has for a service, or else adds a link. */
  addLink(url: string, label = '', wanted?: keyof ImportedProfile): void {
    const link = this.labeled({ url, label }, 'the profile');
    if (!link) return;
    const service = recognizeLink(link.url)?.icon;
    const field = wanted ?? (service && SERVICE_FIELDS[service]);
    if (field && this.#profile[field] === undefined) this.setProfile(field, link.url);
    else this.#links.push(link);
  }

  /** The first page that is of no known service is the portfolio. */
  addWebsite(url: string, label = ''): void {
    const isPage = recognizeLink(addScheme(clip(url))) === undefined;
    if (isPage && this.#profile.portfolioURL === undefined) this.setProfile('portfolioURL', url);
    else this.addLink(url, label);
  }

  /** A profile is public at once, so that a level that is a guess is not selected. */
  addLanguage(raw: { name: string; fluency: string }): void {
    const { name } = this.#fitLanguage({ name: raw.name });
    if (name === '') return;
    const level = readLevel(raw.fluency);
    const values = { name, level: level ?? DEFAULT_LEVEL };
    const fields = this.parse(SpokenLanguageInput, name, values);
    const guess = `${SOURCE_NAMES[this.#source]} has no known level, so this is a guess`;
    const remarks = level ? [] : [guess];
    if (fields) this.#languages.push({ fields, remarks, isSelected: level !== undefined });
  }

  addEntry({ dates, link, ...raw }: RawEntry): void {
    const fitted = this.#fitEntry(raw);
    const { title, description } = fitted;
    if (title !== '' && dates === undefined) this.unsupported.add(`${title}, which has no date`);
    if (title === '' || dates === undefined) return;
    const fields = this.parse(NewTimelineEntry, title, {
      ...fitted,
      ...dates,
      // Every entry of the timeline has a description.
      description: description || title,
      link: this.link(link, title),
    });
    const remarks = [
      ...(description ? [] : ['No description, so it starts as the title']),
      ...(isShortened(raw, fitted) ? ['Shortened, because it is too long'] : []),
    ];
    if (fields) setIfNew(this.#timeline, entryKey(fields), { fields, remarks, isSelected: true });
  }

  addSkill(raw: { title: string; category?: string; proficiency?: number | undefined }): void {
    const { title, category = '', proficiency } = this.#fitSkill(raw);
    const values = { title, category, proficiency: proficiency ?? DEFAULT_PROFICIENCY };
    if (title === '' || !this.parse(NewSkill, title, values)) return;
    const remark =
      proficiency === undefined
        ? `${SOURCE_NAMES[this.#source]} has no proficiency, so it starts at ${DEFAULT_PROFICIENCY}`
        : `Proficiency ${proficiency}`;
    setIfNew(this.#skills, title, {
      fields: { title, category, proficiency },
      remarks: [remark],
      isSelected: true,
    });
  }

  addApplication(raw: { name: string; link: string }): void {
    const { name } = this.#fitApplication(raw);
    if (name === '') return;
    const link = this.link(raw.link, name);
    const fields = this.parse(NewSoftwareApplication, name, { name, link });
    if (fields)
      setIfNew(this.#softwareApplications, name, { fields, remarks: [], isSelected: true });
  }

  addProject(project: RawProject): void {
    const { remarks = [], isSelected = true, technologies = [], links = [], ...raw } = project;
    const list = technologies.map((name) => clip(name)).join(', ');
    const fitted = this.#fitProject({ ...raw, technologies: list });
    const { title } = fitted;
    if (title === '') return;
    const fields = this.parse(NewProject, title, {
      ...fitted,
      projectLink: this.link(raw.projectLink, title),
      gitRepoLink: this.link(raw.gitRepoLink, title),
      links: this.labeledOnce(links, title),
    });
    if (!fields) return;
    const hasText = fields.description !== '';
    this.#projects.push({
      fields,
      remarks: [...remarks, ...(hasText ? [] : ['No description'])],
      isSelected: isSelected && hasText,
    });
  }

  addPublication({ link, pdfLink, citationKey = '', ...raw }: SomePublication): void {
    const fitted = this.#fitPublication({ kind: 'other', ...raw });
    const { title, publishedOn } = fitted;
    if (title !== '' && publishedOn === '') this.unsupported.add(`${title}, which has no date`);
    if (title === '' || publishedOn === '') return;
    const fields = this.parse(NewPublication, title, {
      ...fitted,
      link: this.link(link, title),
      pdfLink: this.link(pdfLink, title),
      citationKey: clip(citationKey.replace(/[\s{}(),=#%"'\\~]/g, ''), 100),
    });
    const keys = fields ? publicationKeys(fields) : [];
    if (!fields || keys.some((key) => this.#publicationKeys.has(key))) return;
    for (const key of keys) this.#publicationKeys.add(key);
    this.#publications.push({
      fields,
      remarks: isShortened({ kind: 'other', ...raw }, fitted)
        ? ['Shortened, because it is too long']
        : [],
      // What has no DOI and is of another kind is often not a publication.
      isSelected: raw.kind !== 'other' || fields.doi !== '',
    });
  }

  /** Of two posts with the same address, the second one gets another. */
  addPost(post: RawPost, isSelected: boolean): void {
    const { body: whole, isDraft, pictures, missingPictures, remarks, ...raw } = post;
    const tags = [...new Map(raw.tags.map((tag) => [tag.toLowerCase(), tag])).values()];
    const fitted = this.#fitPost({ ...raw, tags });
    const body = whole.replaceAll('\0', '').toWellFormed();
    const fields = this.parse(NewPost, fitted.title, {
      ...fitted,
      slug: this.#freeSlug(fitted.slug || 'post'),
      body: body.slice(0, MAX_BODY),
    });
    if (!fields) return;
    for (const address of missingPictures)
      this.unsupported.add(`Picture ${clip(address, 120)} of ${fields.title}`);
    const isCut = body.length > MAX_BODY || isShortened({ ...raw, tags }, fitted);
    this.#posts.set(fields.slug ?? '', {
      fields: { ...fields, isDraft, pictures },
      remarks: [...remarks, ...(isCut ? ['Shortened, because it is too long'] : [])],
      isSelected: isSelected && body.length <= MAX_BODY,
    });
  }

  #freeSlug(wanted: string): string {
    let slug = wanted;
    for (let number = 2; this.#posts.has(slug); number += 1) slug = `${wanted}-${number}`;
    return slug;
  }

  finish(summary: string, madeAt: Date | undefined, problems: readonly string[] = []): Imported {
    return {
      source: this.#source,
      summary,
      madeAt,
      email: this.#email,
      profile: this.#profile,
      links: this.#links.slice(0, MAX_READ),
      languages: this.#languages.slice(0, MAX_READ),
      timeline: [...this.#timeline.values()].slice(0, MAX_READ),
      skills: [...this.#skills.values()].slice(0, MAX_READ),
      softwareApplications: [...this.#softwareApplications.values()].slice(0, MAX_READ),
      projects: this.#projects.slice(0, MAX_READ),
      publications: this.#publications.slice(0, MAX_READ),
      posts: [...this.#posts.values()].slice(0, MAX_READ),
      unsupported: shortList([...this.unsupported]),
      problems: shortList(problems),
    };
  }
}

/** The services that a profile has a field for. */
const SERVICE_FIELDS: Readonly<Partial<Record<LinkIcon, keyof ImportedProfile>>> = {
  github: 'githubURL',
  linkedin: 'linkedInURL',
  x: 'twitterURL',
  instagram: 'instagramURL',
  facebook: 'facebookURL',
};

const SOURCE_NAMES: Readonly<Record<ImportSource, string>> = {
  linkedin: 'LinkedIn',
  'json-resume': 'This file',
  github: 'GitHub',
  bibtex: 'BibTeX',
  ris: 'RIS',
  doi: 'This DOI',
  orcid: 'ORCID',
  markdown: 'This file',
};

function setIfNew<T>(map: Map<string, T>, title: string, item: T): void {
  const key = title.toLowerCase();
  if (!map.has(key)) map.set(key, item);
}
