import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** One timer for all times on the page. */
const listeners = new Set<() => void>();
let timer: number | undefined;

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    for (const each of listeners) each();
  }, MINUTE / 4);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** What `read` says of the time that it is, kept current; draws again only when that changes. */
function useClock<T extends string | number>(read: (now: number) => T): T {
  return useSyncExternalStore(onTick, () => read(Date.now()));
}

/** When today began, by the clock of the person who reads. */
export function useToday(): number {
  return useClock(startOfDay);
}

/** '12 min', 'Yesterday', 'Nov 6': short enough for a row. The full date is in its tooltip. */
export function ShortTime({ date }: { readonly date: string }) {
  const time = new Date(date).getTime();
  const label = useClock((now) => shortLabel(time, now) ?? date);
  return (
    <time dateTime={date} title={fullDate(date)}>
      {label}
    </time>
  );
}

export function fullDate(date: string): string {
  return format(FULL, new Date(date).getTime()) ?? date;
}

/** 'Today, 16:05' and, below it, '3 hours ago'; 'Yesterday, 16:05' says it all. */
export function LongTime({ date }: { readonly date: string }) {
  const time = new Date(date).getTime();
  const label = useClock((now) => longLabel(time, now) ?? date);
  const distance = useClock((now) => distanceLabel(time, now));
  return (
    <time dateTime={date} title={fullDate(date)} className="text-xs text-ink-3 tabular-nums">
      {label}
      <span className="block max-sm:hidden">{distance}</span>
    </time>
  );
}

/** The heading that a message stands under. A host may send no date, or one that is none. */
export function groupOf(date: string | undefined, today: number): string | undefined {
  const days = date === undefined ? Number.NaN : daysBetween(new Date(date).getTime(), today);
  if (Number.isNaN(days)) return undefined;
  if (days <= 0) return 'Today';
  return days < 7 ? 'Last 7 days' : 'Earlier';
}

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const MEDIUM = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const DISTANCE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function shortLabel(time: number, now: number): string | undefined {
  const minutes = Math.floor((now - time) / MINUTE);
  const days = daysBetween(time, now);
  if (minutes < 1) return 'Now';
  if (minutes < 60) return `${minutes} min`;
  if (days < 1) return `${Math.floor(minutes / 60)} h`;
  if (days === 1) return 'Yesterday';
  if (days < 7) return format(WEEKDAY, time);
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return format(isThisYear ? MONTH : YEAR, time);
}

function longLabel(time: number, now: number): string | undefined {
  const days = daysBetween(time, now);
  if (days === 0) return `Today, ${CLOCK.format(time)}`;
  if (days === 1) return `Yesterday, ${CLOCK.format(time)}`;
  return format(MEDIUM, time);
}

function distanceLabel(time: number, now: number): string {
  const minutes = Math.floor((now - time) / MINUTE);
  const days = daysBetween(time, now);
  if (Number.isNaN(days)) return '';
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return DISTANCE.format(-minutes, 'minute');
  if (days < 1) return DISTANCE.format(-Math.floor(minutes / 60), 'hour');
  if (days === 1) return '';
  if (days < 31) return DISTANCE.format(-days, 'day');
  if (days < 365) return DISTANCE.format(-Math.floor(days / 30.5), 'month');
  return DISTANCE.format(-Math.floor(days / 365), 'year');
}

function format(style: Intl.DateTimeFormat, time: number): string | undefined {
  return Number.isNaN(time) ? undefined : style.format(time);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** Calendar days: a message of last night is of yesterday. Days with a clock change are rounded. */
function daysBetween(time: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(time)) / DAY);
}
