import { z } from 'zod';
import { addScheme, formatList, isSlug, MAX_SLUG_BYTES, utf8Length } from './text-format.ts';

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
    .refine(isStorable, `Enter the ${label} without the character that cannot be stored.`);
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
    .refine(isStorable, `Enter the ${label} without the character that cannot be stored.`);
}

/** The last part of a page's address, or an empty string. */
export function slug(label: string) {
  return optionalText(label, 80)
    .normalize('NFC')
    .refine(
      (value) => value === '' || isSlug(value),
      `Use small letters, digits and hyphens for the ${label}, like my-project.`,
    )
    .refine((value) => utf8Length(value) <= MAX_SLUG_BYTES, `Choose a shorter ${label}.`);
}

/** The name of a stored file. */
export function mediaName(label: string) {
  return z
    .string(`Choose the ${label}.`)
    .regex(/^[0-9a-f]{64}\.[a-z0-9]+$/, `Choose the ${label}.`);
}

/** The name of a stored file, or an empty string. */
export function optionalMediaName(label: string) {
  return z
    .string(`Choose the ${label}.`)
    .regex(/^([0-9a-f]{64}\.[a-z0-9]+)?$/, `Choose the ${label}.`);
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
export function jsonList<T extends z.ZodType>(
  label: string,
  item: T,
  maxCount: number,
  things = 'images',
) {
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
      .max(maxCount, `The ${label} can have at most ${maxCount} ${things}.`),
  );
}

/** Rejects an item of a list that has the same key as an earlier one. */
export function rejectRepeated<T>(
  field: keyof T & string,
  keyOf: (item: T) => string,
  item: string,
) {
  return (list: readonly T[], context: z.RefinementCtx) => {
    const seen = new Set<string>();
    for (const [index, one] of list.entries()) {
      const message = `This ${item} is already in the list.`;
      if (seen.has(keyOf(one))) context.addIssue({ code: 'custom', message, path: [index, field] });
      seen.add(keyOf(one));
    }
  };
}

/** A comma-separated list, stored with a space after each comma. */
export function commaList(label: string, max: number) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? formatList(value) : value),
      optionalText(label, max),
    )
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
export function yearMonth() {
  const rule = 'Use 2024 or 2024-09.';
  return z
    .string(rule)
    .trim()
    .regex(/^((19|20|21)\d{2}(-(0[1-9]|1[0-2]))?)?$/, rule);
}

/** A day, like 2026-05-12, or an empty string. */
export function day() {
  const rule = 'Use a day, like 2026-05-12.';
  return z
    .string(rule)
    .trim()
    .regex(/^((19|20|21)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/, rule)
    .refine((value) => value === '' || z.iso.date().safeParse(value).success, rule);
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

export function oneOf<const V extends readonly string[]>(label: string, values: V) {
  return z.enum(values, mustBeOneOf(label, values));
}

/** One of these values, or an empty string. */
export function optionalOneOf<const V extends readonly string[]>(label: string, values: V) {
  return z.enum(['', ...values], mustBeOneOf(label, values));
}

function mustBeOneOf(label: string, values: readonly string[]): string {
  return `The ${label} must be one of: ${values.join(', ')}.`;
}

/** A list of sections in the owner's order. It has each of them once. */
export function eachOnce<S extends z.ZodType<{ name: string }>>(
  Section: S,
  names: readonly string[],
) {
  return z
    .array(Section, 'Send the sections as a list.')
    .refine(
      (sections) =>
        sections.length === names.length &&
        new Set(sections.map(({ name }) => name)).size === names.length,
      'Send each section once.',
    );
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
    .max(1024, 'Enter a password of at most 1024 characters.');
}

/** Accepts http and https only: a `javascript:` link must never be stored or rendered. */
export function isWebLink(value: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value);
}

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/**
 * For the `when` of a rule about several fields: it runs if these are valid, although others may not be.
 * Otherwise the owner would learn of it only after correcting the others.
 */
export function ifValid(fields: z.ZodObject) {
  const schema = fields.strip();
  return ({ value }: z.core.ParsePayload): boolean => schema.safeParse(value).success;
}

/** The messages of rules that have none of their own. Pass it to zod as the `error` of a parse. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return ENTER[issue.expected] ?? 'Enter a text.';
    case 'invalid_value':
      return `Choose one of: ${issue.values.join(', ')}.`;
    case 'too_big':
      return issue.origin === 'string'
        ? `Enter at most ${issue.maximum} characters.`
        : `Choose at most ${issue.maximum}.`;
    case 'unrecognized_keys':
      return `Send only known fields, without ${issue.keys.join(', ')}.`;
    case 'invalid_union':
      return 'Choose one of the kinds that are offered.';
    default:
      return undefined;
  }
}

const ENTER: Readonly<Record<string, string>> = {
  object: 'Send an object with the fields of the item.',
  array: 'Send a list.',
  boolean: 'Set it to true or false.',
  int: 'Enter a whole number.',
  number: 'Enter a number.',
};
