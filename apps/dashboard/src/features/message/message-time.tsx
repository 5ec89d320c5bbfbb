import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** One timer for every time on the page. */
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

/** The result of `read` for the current time. Renders only when the result changes. */
function useClock<T extends string | number>(read: (now: number) => T): T {
  return useSyncExternalStore(onTick, () => read(Date.now()));
}

/** Midnight today, in the browser's time zone. */
export function useToday(): number {
  return useClock(startOfDay);
}

/** '12 min', 'Yesterday' or 'Nov 6', with the full date in the tooltip. */
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

/** 'Today, 16:05' with '3 hours ago' below it. */
export function LongTime({ date }: { readonly date: string }) {
  const time = new Date(date).getTime();
  const label = useClock((now) => longLabel(time, now) ?? date);
  const relative = useClock((now) => relativeLabel(time, now));
  return (
    <time dateTime={date} title={fullDate(date)} className="text-xs text-ink-3 tabular-nums">
      {label}
      <span className="block max-sm:hidden">{relative}</span>
    </time>
  );
}

/** The group heading for a date. Undefined if the host sent no date, or an invalid one. */
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
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

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

function relativeLabel(time: number, now: number): string {
  const minutes = Math.floor((now - time) / MINUTE);
  const days = daysBetween(time, now);
  if (Number.isNaN(days)) return '';
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return RELATIVE.format(-minutes, 'minute');
  if (days < 1) return RELATIVE.format(-Math.floor(minutes / 60), 'hour');
  if (days === 1) return '';
  if (days < 31) return RELATIVE.format(-days, 'day');
  if (days < 365) return RELATIVE.format(-Math.floor(days / 30.5), 'month');
  return RELATIVE.format(-Math.floor(days / 365), 'year');
}

function format(style: Intl.DateTimeFormat, time: number): string | undefined {
  return Number.isNaN(time) ? undefined : style.format(time);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** Calendar days, not 24-hour periods. Rounded, because days with a clock change are 23 or 25 hours. */
function daysBetween(time: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(time)) / DAY);
}
