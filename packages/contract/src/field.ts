import { z } from 'zod';
import { addScheme, formatList } from './text-format.ts';

/** The kinds of input fields. The dashboard shows their messages unchanged. */

/** Required text, trimmed. */
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
  return text('email address', 254).refine(
    (value) => value === '' || /^[^\s\p{Cc}@<>(),;:"\\]+@[^\s\p{Cc}@<>(),;:"\\]+$/u.test(value),
    'Enter a valid email address, like m@example.com.',
  );
}

/** Text that is stored as it is, with its line breaks and spaces. */
export function verbatim(label: string, max: number) {
  return z
    .string(`Enter the ${label}.`)
    .max(max, {
      // A function, because the first use of a locale takes 20 ms, which would slow down each start.
      error: () => `The ${label} can have at most ${max.toLocaleString('en')} characters.`,
    })
    .refine(isStorable, `The ${label} contains a character that cannot be stored.`);
}

/** The last part of a page's address, or an empty string. */
export function slug(label: string) {
  return optionalText(label, 80).refine(
    (value) => value === '' || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
    `The ${label} can have small letters, digits and hyphens.`,
  );
}

/** The name of a stored file. */
export function mediaName(label: string) {
  return z
    .string(`Choose the ${label}.`)
    .regex(/^[0-9a-f]{64}\.[a-z0-9]+$/, `Choose the ${label}.`);
}

/** A color like #0b6e63, or an empty string. */
export function color(label: string) {
  const rule = `Enter the ${label} as a color, like #0b6e63.`;
  return z
    .string(rule)
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, rule);
}

/** A list of objects, also as JSON text, since a form can only send text. */
export function jsonList<T extends z.ZodType>(label: string, item: T, maxCount: number) {
  return z.preprocess(
    (value) => {
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value);
      } catch {
        return value;
      }
    },
    z
      .array(item, `Send the ${label} as a list.`)
      .max(maxCount, `The ${label} can have at most ${maxCount} images.`),
  );
}

/** A comma-separated list, stored with a space after each comma. */
export function commaList(label: string, max: number) {
  return formatted(text(label, max));
}

export function optionalList(label: string, max: number) {
  return formatted(optionalText(label, max));
}

function formatted(schema: z.ZodType<string>) {
  return z
    .preprocess((value) => (typeof value === 'string' ? formatList(value) : value), schema)
    .meta({ type: 'string' });
}

/** A web link, or an empty string. */
export function link(label: string) {
  return z
    .preprocess(
      (value) => {
        // Some clients send this word when they have no value.
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

/** A year or a month, like 2024 or 2024-03, or an empty string. */
export function yearMonth(label: string) {
  return optionalText(label, 7).refine(
    (value) => value === '' || /^(19|20|21)\d{2}(-(0[1-9]|1[0-2]))?$/.test(value),
    `Enter the ${label} as a year or a month, like 2024 or 2024-03.`,
  );
}

/** Sentences, also as one text with a line for each, since a form can only send text. */
export function sentences(label: string, maxCount: number, maxLength: number) {
  return z.preprocess(
    (value) => {
      const lines: unknown = typeof value === 'string' ? value.split('\n') : value;
      const isFilled = (line: unknown) => typeof line !== 'string' || line.trim() !== '';
      return Array.isArray(lines) ? lines.filter(isFilled) : lines;
    },
    z
      .array(optionalText(label, maxLength), `Send the ${label} as a list.`)
      .max(maxCount, `Enter at most ${maxCount} ${label}.`),
  );
}

/** A month as a number, or null. */
export function month(label: string) {
  return z.preprocess(
    (value) => (value === '' ? null : value),
    wholeNumber(label, 1, 12).nullable(),
  );
}

/** A whole number, also as digits, since a form can only send text. */
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

/** A boolean, also as text, since a form can only send text. */
export function flag(label: string) {
  return z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean(`Set ${label} to true or false.`),
  );
}

export function oneOf<const V extends readonly [string, ...string[]]>(label: string, values: V) {
  return z.enum(values, `The ${label} must be one of: ${values.join(', ')}.`);
}

/** A new password. The length is limited to keep hashing cheap. */
export function newPassword() {
  return z
    .string('Enter a password.')
    .min(8, 'Choose a password with at least 8 characters.')
    .max(128, 'Choose a password with at most 128 characters.');
}

/** A password to verify. */
export function currentPassword() {
  return z
    .string('Enter your password.')
    .min(1, 'Enter your password.')
    .max(1024, 'That password is too long.');
}

/** Accepts http and https only: a `javascript:` link must never be stored or rendered. */
export function isWebLink(value: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value);
}

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}
