import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import { z } from 'zod';
import type { Client } from './api-client.ts';
import { callsOf, requestOf } from './collection-samples.ts';
import { uploads } from './uploads.ts';

/**
 * Adds one of each resource and two messages, with the longest value in every field and no place to
 * break a line. The lengths come from the contract, which covers new fields as well.
 */
export async function addLongestContent(owner: Client): Promise<void> {
  for (const name of namesOf(COLLECTIONS)) {
    const { add } = callsOf(name);
    const lists = { ...(await galleryOf(owner)), links: JSON.stringify(LONGEST_LINKS) };
    const fields = { ...longestInput(add), ...(name === 'project' && lists) };
    await expectSuccess(owner.call<Call>(add, await requestOf(add, fields)));
  }
  const profile = {
    ...formOf(calls.user.updateProfile),
    links: JSON.stringify(LONGEST_LINKS),
    languages: JSON.stringify(LONGEST_LANGUAGES),
    avatar: await uploads.png(),
  };
  await expectSuccess(owner.call(calls.user.updateProfile, { form: profile }));
  for (const letter of ['W', 'M']) {
    const message = longestInput(calls.public.send, letter);
    // Omits the form token and the honeypot field.
    const { token: _token, website: _website, ...json } = message;
    await expectSuccess(owner.call(calls.public.send, { json }));
  }
}

/** Different addresses, since each can be in the list once. Thirty would be too long for a PDF. */
const LONGEST_LINKS = Array.from({ length: 5 }, (_, index) => ({
  url: `https://example.com/${String(index).padEnd(2028, 'W')}`,
  label: 'W'.repeat(60),
}));

/** Leaves room for those of an import. */
const LONGEST_LANGUAGES = Array.from({ length: 10 }, (_, index) => ({
  name: String(index).padEnd(60, 'W'),
  level: 'B2',
}));

/** Images with the longest texts, which the schema does not tell. */
async function galleryOf(owner: Client) {
  const { body } = await owner.call(calls.image.add, {
    form: { image: await uploads.png(400, 225) },
  });
  const image = { image: body.image.name, alt: 'W'.repeat(300), caption: 'W'.repeat(300) };
  return { gallery: JSON.stringify(Array(20).fill(image)) };
}

async function expectSuccess(response: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

const Limits = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.object({ maxLength: z.number().optional(), format: z.string().optional() }).optional(),
});
const Property = Limits.extend({ anyOf: z.array(Limits).optional() });

/** What the contract allows in a field. */
export type Property = z.infer<typeof Property>;

/** The longest values of fields that take a year and a month, or a day. */
const DATES = ['2199-12', '2199-12-31'];

const SOME_ID = 'a0000000-0000-4000-8000-000000000000';

const Schema = z.object({ properties: z.record(z.string(), Property) });

export function propertiesOf(input: z.ZodType): Record<string, Property> {
  return Schema.parse(z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' })).properties;
}

/** The longest value of each field that a call takes. */
export function longestInput({ input, files }: Call, letter = 'W'): Record<string, unknown> {
  // A file replaces them.
  const names = ['banner', 'cover', ...Object.values(files).map(({ namedBy }) => namedBy)];
  const properties = propertiesOf(input);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !names.includes(name))
      .map(([name, property]) => [name, longestValue(name, property, letter)]),
  );
}

function longestValue(name: string, property: Property, letter: string): unknown {
  if (property.enum) return property.enum.toSorted((a, b) => b.length - a.length)[0];
  if (property.type === 'boolean') return true;
  const maximum = property.maximum ?? property.anyOf?.[0]?.maximum;
  if (maximum !== undefined) return maximum;
  const { maxLength, maxItems, items } = property;
  if (maxItems !== undefined)
    return Array(maxItems).fill(
      items?.format === 'uuid' ? SOME_ID : letter.repeat(items?.maxLength ?? 0),
    );
  const date = DATES.find((one) => property.pattern && new RegExp(property.pattern).test(one));
  if (date !== undefined) return date;
  if (maxLength === undefined) throw new Error(`${name} has no maximum length.`);
  const filled = (start: string, end = '') =>
    start + letter.repeat(maxLength - start.length - end.length) + end;
  if (name === 'slug') return 'w'.repeat(maxLength);
  if (name === 'doi') return filled('10.1000/');
  if (name === 'email') return filled('', '@example.com');
  if (/link$|url$/i.test(name)) return filled('https://example.com/');
  // Tests find the project by the start of its title.
  return name === 'title' ? filled('Tidewatch') : filled('');
}

function formOf(call: Call): Record<string, string> {
  return Object.fromEntries(
    Object.entries(longestInput(call)).map(([name, value]) => [name, String(value)]),
  );
}
