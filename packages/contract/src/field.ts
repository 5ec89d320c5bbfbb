import { z } from 'zod';
import { addScheme, formatList } from './text-format.ts';

/**
 * The kinds of input that forms are made of. Each says what is wrong in a sentence that a person
 * can act on: the dashboard shows these words as they are.
 */

/** A line or a text; spaces around it do not count. */
export function text(label: string, max: number) {
  return optionalText(label, max).min(1, `Enter the ${label}.`);
}

export function optionalText(label: string, max: number) {
  return z
    .string(`Enter the ${label}.`)
    .trim()
    .max(max, `The ${label} can have at most ${max} characters.`)
    .refine(isStorable, `The ${label} contains a character that cannot be stored.`);
}

export function email() {
  return text('e-mail address', 254).refine(
    (value) => value === '' || /^[^\s\p{Cc}@<>(),;:"\\]+@[^\s\p{Cc}@<>(),;:"\\]+$/u.test(value),
    'Enter a valid e-mail address, like m@example.com.',
  );
}

/** A list with commas between its items, stored with a space after each comma. */
export function commaList(label: string, max: number) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? formatList(value) : value),
      text(label, max),
    )
    .meta({ type: 'string' });
}

/** A link to the web, or nothing. */
export function link(label: string) {
  return z
    .preprocess(
      (value) => {
        // Clients that never had a value send this word; it has never been a link.
        if (value === 'undefined') return '';
        return typeof value === 'string' ? addScheme(value) : value;
      },
      optionalText(label, 2048).refine(
        (value) => value === '' || isWebLink(value),
        `The ${label} must start with http:// or https://.`,
      ),
    )
    .meta({ type: 'string' });
}

/** A whole number, as a number or in digits: a form can only send digits. */
export function wholeNumber(label: string, min: number, max: number) {
  const rule = `The ${label} must be a whole number from ${min} to ${max}.`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
    z
      .int({
        error: ({ input }) => (input === '' || input === undefined ? `Enter the ${label}.` : rule),
      })
      .min(min, rule)
      .max(max, rule),
  );
}

/** Yes or no, as such or as the word that a form can send. */
export function flag(label: string) {
  return z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean(`Say true or false for: ${label}.`),
  );
}

export function oneOf<const V extends readonly [string, ...string[]]>(label: string, values: V) {
  return z.enum(values, `The ${label} must be one of: ${values.join(', ')}.`);
}

/** A password that is being chosen. Long ones are refused so that hashing one stays cheap. */
export function newPassword() {
  return z
    .string('Enter a password.')
    .min(8, 'Choose a password of at least 8 characters.')
    .max(128, 'Choose a password of at most 128 characters.');
}

/** A password that is being checked: any string may be wrong. */
export function givenPassword() {
  return z
    .string('Enter your password.')
    .min(1, 'Enter your password.')
    .max(1024, 'That password is too long.');
}

/** http and https only: a `javascript:` link must never be stored, nor rendered. */
export function isWebLink(value: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value);
}

/** PostgreSQL cannot hold NUL, and half a surrogate pair is not text. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}
