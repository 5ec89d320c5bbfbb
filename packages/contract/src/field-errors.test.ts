import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { describeIssue } from './field.ts';

const WRONG_VALUES: readonly (readonly [string, unknown])[] = [
  ['missing', undefined],
  ['null', null],
  ['a number', 0.5],
  ['true', true],
  ['an object', {}],
  ['a list', [[]]],
  ['words', 'last year'],
  ['an empty text', ''],
  ['markup', '<b>#"'],
  ['a text that is too long', 'x'.repeat(200_001)],
  ['a list that is too long', Array(5_001).fill('x')],
  ['a character that cannot be stored', 'a\0'],
];

/** A sentence that says what to enter or to choose, or, for an ID, that there is no such item. */
const SAYS_WHAT_TO_ENTER =
  /^((Enter|Choose|Use|Send|Set) .+|.+ must (be (a whole number from|one of:)|start with) .+|.+ can have at most .+|.+ does not exist\. .+)\.$/s;

/** Every field of a schema by its path, and the items of lists. */
function fieldsIn(schema: z.core.$ZodType, path: string): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => {
      const place = path === '' ? name : `${path}.${name}`;
      return [[place, field], ...fieldsIn(field, place)];
    });
  if (schema instanceof z.ZodArray)
    return [[`${path}[]`, schema.element], ...fieldsIn(schema.element, `${path}[]`)];
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option, index) => fieldsIn(option, `${path}|${index}`));
  if (schema instanceof z.ZodPipe) return fieldsIn(schema.out, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  )
    return fieldsIn(schema.unwrap(), path);
  return [];
}

const fields = Object.entries<Record<string, Call>>(calls).flatMap(([noun, group]) =>
  Object.entries(group).flatMap(([name, { input, query }]) =>
    [...fieldsIn(input, ''), ...fieldsIn(query, '')].map(
      ([path, schema]) => [`${noun}.${name}: ${path}`, schema] as const,
    ),
  ),
);

const inputs = Object.entries<Record<string, Call>>(calls).flatMap(([noun, group]) =>
  Object.entries(group).flatMap(([name, { input }]) =>
    input instanceof z.ZodObject && Object.keys(input.shape).length > 0
      ? [[`${noun}.${name}`, input] as const]
      : [],
  ),
);

describe('the errors of every field', () => {
  test('cover the fields of all calls', () => {
    const names = fields.map(([name]) => name);
    expect(names).toContain('project.add: endedOn');
    expect(names).toContain('project.add: gallery[].decorative');
    expect(names).toContain('import.apply: items[]|0.fields.highlights[]');
    expect(names.length).toBeGreaterThan(200);
  });

  test('say what to enter', () => {
    const unclear = fields.flatMap(([name, schema]) =>
      WRONG_VALUES.flatMap(([what, value]) => {
        const { error } = z.safeParse(schema, value, { error: describeIssue });
        const messages = (error?.issues ?? []).map(({ message }) => message);
        return messages
          .filter((message) => !SAYS_WHAT_TO_ENTER.test(message))
          .map((message) => `${name}, ${what}: ${message}`);
      }),
    );
    expect(unclear).toEqual([]);
  });

  test('are reported for all fields at once', () => {
    const missing = inputs.flatMap(([call, schema]) => {
      const names = Object.keys(schema.shape);
      const wrong = Object.fromEntries(names.map((name) => [name, [[]]]));
      const reported = schema.safeParse(wrong).error?.issues.map(({ path }) => path[0]);
      return names.filter((name) => !reported?.includes(name)).map((name) => `${call}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  test.each<[string, Call, unknown, Record<string, string>]>([
    [
      'a year before another',
      calls.timeline.add,
      { title: '', description: 'x', from: 2020, to: 2019 },
      { title: 'Enter the title.', to: 'Enter an end year that is not before the start year.' },
    ],
    [
      'a month before another',
      calls.timeline.add,
      { title: 'x', description: '', from: '2020', to: '2020', fromMonth: '9', toMonth: '2' },
      {
        description: 'Enter the description.',
        toMonth: 'Enter an end month that is not before the start month.',
      },
    ],
    [
      'passwords that differ',
      calls.user.updatePassword,
      { currentPassword: '', newPassword: 'short', confirmNewPassword: 'other' },
      {
        currentPassword: 'Enter your password.',
        newPassword: 'Choose a password with at least 8 characters.',
        confirmNewPassword: 'Enter the same new password again. The two do not match.',
      },
    ],
  ])('are reported for %s beside those of other fields', (_, { input }, value, expected) => {
    const issues = input.safeParse(value).error?.issues ?? [];
    expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(
      expected,
    );
  });

  test.each(['last year', '2024-9', '2024-13', '09/2024', '1850'])(
    'say how to write a date instead of %s',
    (endedOn) => {
      const { error } = calls.project.add.input.pick({ endedOn: true }).safeParse({ endedOn });
      expect(error?.issues.map(({ message }) => message)).toEqual(['Use 2024 or 2024-09.']);
    },
  );
});
