import { technologiesOf } from '@vitrine/contract/text-format';
import type { SitePortfolio, SiteProject } from './site.ts';

type SitePost = SitePortfolio['posts'][number];

interface Evidence {
  /** The projects whose technologies or stack name the skill. */
  readonly projects: readonly SiteProject[];
  /** The posts that have the skill as a tag. */
  readonly posts: readonly SitePost[];
  /** The first year of these, and of the timeline entries that name the skill. */
  readonly since: string | undefined;
}

/** Where a portfolio shows that its owner has a skill. */
export function findEvidence(
  skill: string,
  { projects, posts, timeline }: Pick<SitePortfolio, 'projects' | 'posts' | 'timeline'>,
): Evidence {
  const key = toKey(skill);
  const used = projects.filter(({ technologies, stack }) =>
    [...technologiesOf(technologies), stack].some((name) => toKey(name) === key),
  );
  const tagged = posts.filter(({ tags }) => tags.some((tag) => toKey(tag) === key));
  const years = [
    ...used.map(({ startedOn, endedOn }) => (startedOn || endedOn).slice(0, 4)),
    ...tagged.map(({ date }) => date.slice(0, 4)),
    ...timeline
      .filter(({ title, description, highlights }) =>
        isNamed(skill, [title, description, ...highlights].join('\n')),
      )
      .map((entry) => String(entry.timeline.from)),
  ];
  return { projects: used, posts: tagged, since: years.filter(Boolean).toSorted()[0] };
}

/** The same for `React`, `React.JS` and `ReactJS`. */
function toKey(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[\s.-]/g, '');
  return plain.replace(/(?<=..)js$/, '');
}

/** Short names, such as Go, are words of a text too. */
function isNamed(skill: string, text: string): boolean {
  if (skill.length < 3) return false;
  const parts = text.split(skill);
  return parts
    .slice(1)
    .some(
      (after, index) => !/^[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]$/u.test(parts[index] ?? ''),
    );
}
