/** Times of a schedule, in the time zone of the browser. */

export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Nine in the morning. */
export function tomorrow(): string {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  date.setHours(9, 0, 0, 0);
  return date.toISOString();
}

/** The values of a date input and a time input. */
export function toLocal(time: string): { readonly day: string; readonly time: string } {
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

/** As in 'In 4 days'. */
export function timeUntil(at: Date): string {
  const minutes = Math.max(1, Math.round((at.getTime() - Date.now()) / 60_000));
  const format = new Intl.RelativeTimeFormat('en');
  const text =
    minutes < 90
      ? format.format(minutes, 'minute')
      : minutes < 36 * 60
        ? format.format(Math.round(minutes / 60), 'hour')
        : format.format(Math.round(minutes / 60 / 24), 'day');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
