import { groupTimeline } from '@vitrine/contract/group-timeline';
import type { TimelineKind } from '@vitrine/contract/options';
import type { PublicProject } from '@vitrine/contract/project';
import type { ProfileContent } from '@vitrine/contract/public';
import type { Publication } from '@vitrine/contract/publication';
import type { Skill } from '@vitrine/contract/skill';
import type { SoftwareApplication } from '@vitrine/contract/software-application';
import type { Testimonial } from '@vitrine/contract/testimonial';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { periodOfTimeline } from './period.ts';
import type { EntrySectionName } from './resume.ts';

/** What a resume is made from. It may contain unsafe links, which are left out. Email address and phone number are there if readers may see them. */
export interface ResumeContent {
  readonly profile: ProfileContent;
  readonly projects: readonly PublicProject[];
  readonly skills: readonly Skill[];
  readonly softwareApplications: readonly SoftwareApplication[];
  readonly timeline: readonly TimelineEntry[];
  readonly publications: readonly Publication[];
  /** Those that are approved. */
  readonly testimonials: readonly Pick<Testimonial, 'name' | 'quote' | 'onHome' | 'projects'>[];
}

const MAX_PROJECTS = 4;

/** The kinds of timeline entries in each section. */
const KINDS: Readonly<Record<Exclude<EntrySectionName, 'projects'>, readonly TimelineKind[]>> = {
  experience: ['work', 'other'],
  education: ['education'],
  certificates: ['certificate'],
  awards: ['award'],
  publications: ['publication'],
  talks: ['talk'],
  volunteering: ['volunteering'],
};

/** The entries of a section, those at one organization together. */
export function groupEntries(
  { timeline }: ResumeContent,
  name: keyof typeof KINDS,
): readonly (readonly TimelineEntry[])[] {
  return groupTimeline(timeline.filter(({ kind }) => KINDS[name].includes(kind)));
}

/** Publications, and entries of the timeline of that kind, newest first. */
export function groupPublications(
  content: ResumeContent,
): readonly (Publication | readonly TimelineEntry[])[] {
  const dated = [
    ...content.publications.map((group) => ({ group, from: group.publishedOn })),
    ...groupEntries(content, 'publications').map((group) => ({
      group,
      from: group[0] ? periodOfTimeline(group[0]).from : '',
    })),
  ];
  return dated.toSorted((a, b) => b.from.localeCompare(a.from)).map(({ group }) => group);
}

/** The featured projects, or the first ones if none is featured. */
export function defaultProjects(projects: readonly PublicProject[]): ReadonlySet<string> {
  const featured = projects.filter((project) => project.featured);
  const defaults = (featured.length > 0 ? featured : projects).slice(0, MAX_PROJECTS);
  return new Set(defaults.map(({ _id }) => _id));
}

/** Categories in the order of their first skill. */
export function groupByCategory(skills: readonly Skill[]): { label: string; items: Skill[] }[] {
  return [...Map.groupBy(skills, ({ category }) => category)].map(([label, items]) => ({
    label,
    items,
  }));
}
