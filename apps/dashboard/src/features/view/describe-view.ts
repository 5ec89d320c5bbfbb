import { formatDate, formatRecentDay } from '../../components/text/day.ts';
import type { View } from '../../components/view/view-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** From this many days on, the list says in how many days a link expires. */
const SOON_DAYS = 14;

export function daysLeft(expiresAt: string): number {
  return Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS);
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** As in 'Expires in 9 days', if an active link expires soon. */
export function expiresSoon({ state, expiresAt }: View): string | undefined {
  if (state !== 'active' || expiresAt === null) return undefined;
  const days = daysLeft(expiresAt);
  if (days > SOON_DAYS) return undefined;
  return days > 1 ? `Expires in ${days} days` : 'Expires in 1 day';
}

/** What the state leaves out, as in 'On Nov 26'. */
export function describeLink(view: View): string {
  const { state, expiresAt, revokedAt } = view;
  if (state === 'draft') return 'No link yet';
  if (state === 'revoked') return revokedAt ? `On ${formatDate(revokedAt)}` : '';
  if (expiresAt === null) return 'No end date';
  const isDateOnly = state === 'expired' || expiresSoon(view) !== undefined;
  return `${isDateOnly ? 'On' : 'Expires'} ${formatDate(expiresAt)}`;
}

/** As in ['About 2 times', 'Last on Saturday']. */
export function describeOpens({ opens: { about, lastOn } }: View): readonly [string, string] {
  if (about === 0) return ['Not opened yet', ''];
  const times = about === 1 ? 'About once' : `About ${about.toLocaleString()} times`;
  return [times, lastOn === null ? '' : `Last ${formatRecentDay(`${lastOn}T12:00`)}`];
}

const COUNTED = [
  ['work', 'project', 'projects'],
  ['path', 'timeline entry', 'timeline entries'],
  ['writing', 'post', 'posts'],
] as const;

/** As in '3 projects, 4 timeline entries'. */
export function describeContent({ sections }: View): string {
  const parts = COUNTED.flatMap(([name, one, many]) => {
    const section = sections.find((other) => other.name === name);
    const count = section?.shown ? section.included.length : 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.join(', ');
}
