/** Dates in lists, in the browser's language and time zone. */

/** 'Today', 'Yesterday' or 'Thursday, November 12', with the year unless it is this one. */
export function formatDay(date: string): string {
  const relative = relativeDay(date);
  if (relative) return relative;
  return new Date(date).toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...yearOf(date),
  });
}

/** 'Today', 'Yesterday' or 'Nov 12'. */
export function formatShortDay(date: string): string {
  return relativeDay(date) ?? formatDate(date);
}

/** 'today, 6:42 PM' or 'Nov 12, 6:42 PM', for the middle of a sentence. */
export function formatMoment(date: string): string {
  return `${relativeDay(date)?.toLowerCase() ?? formatDate(date)}, ${formatTime(date)}`;
}

/** 'today', 'yesterday', 'on Saturday' or 'on Nov 9', for the middle of a sentence. */
export function formatRecentDay(date: string): string {
  const relative = relativeDay(date)?.toLowerCase();
  if (relative) return relative;
  const isRecent = Date.now() - Date.parse(date) < 6 * 24 * 60 * 60 * 1000;
  if (!isRecent) return `on ${formatDate(date)}`;
  return `on ${new Date(date).toLocaleDateString(undefined, { weekday: 'long' })}`;
}

/** '6:42 PM' */
export function formatTime(date: string): string {
  return new Date(date).toLocaleTimeString(undefined, { timeStyle: 'short' });
}

/** 'Nov 12, 9:14 AM' */
export function formatDateTime(date: string): string {
  return `${formatDate(date)}, ${formatTime(date)}`;
}

/** 'Nov 12', with the year unless it is this one. */
export function formatDate(date: string): string {
  return new Date(date).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...yearOf(date),
  });
}

function relativeDay(date: string): string | undefined {
  const day = new Date(date).toDateString();
  const today = new Date();
  if (day === today.toDateString()) return 'Today';
  today.setDate(today.getDate() - 1);
  return day === today.toDateString() ? 'Yesterday' : undefined;
}

function yearOf(date: string): { readonly year?: 'numeric' } {
  const isThisYear = new Date(date).getFullYear() === new Date().getFullYear();
  return isThisYear ? {} : { year: 'numeric' };
}
