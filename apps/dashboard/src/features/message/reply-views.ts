import { SITE_SECTION_NAMES } from '@vitrine/contract/options';
import { formatRecentDay } from '../../components/text/day.ts';
import type { View } from '../../components/view/view-queries.ts';
import type { Message } from './message-queries.ts';

interface Entry {
  readonly _id: string;
  readonly title: string;
  readonly detail: string;
}

/** The projects that share the most words with the message, or the first ones. */
export function suggestProjects(
  { subject = '', message = '' }: Message,
  projects: readonly Entry[],
): readonly string[] {
  const words = new Set(wordsIn(`${subject} ${message}`));
  const scored = projects.map((project) => ({
    id: project._id,
    score: wordsIn(`${project.title} ${project.detail}`).filter((word) => words.has(word)).length,
  }));
  const ids = scored.toSorted((a, b) => b.score - a.score).map(({ id }) => id);
  return ids.slice(0, SUGGESTED);
}

const SUGGESTED = 3;

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

/** The sections of a new view that shows only these projects. */
export function sectionsWith(projects: readonly string[]) {
  return SITE_SECTION_NAMES.map((name) => ({
    name,
    shown: true,
    included: name === 'work' ? [...projects] : [],
    excluded: [],
  }));
}

/** As in 'Opened about 2 times, last on Tuesday'. */
export function describeOpens({ opens: { about, lastOn } }: View): string {
  if (about === 0) return 'Not opened yet';
  const times = about === 1 ? 'once' : `${about.toLocaleString()} times`;
  return `Opened about ${times}${lastOn === null ? '' : `, last ${formatRecentDay(`${lastOn}T12:00`)}`}`;
}
