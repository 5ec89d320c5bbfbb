import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { z } from 'zod';
import type { Client } from './api-client.ts';
import { uploads } from './uploads.ts';

/**
 * Adds one of each resource and two messages, with the longest value in every field and no place to
 * break a line. The lengths come from the contract, which covers new fields as well.
 */
export async function addLongestContent(owner: Client): Promise<void> {
  await addLongestProject(owner);
  for (const call of [calls.skill.add, calls.softwareApplication.add]) {
    // The file replaces the name of an icon.
    const { icon: _, ...fields } = formOf(call);
    await expectSuccess(owner.call(call, { form: { ...fields, ...(await filesOf(call)) } }));
  }
  await expectSuccess(owner.call(calls.timeline.add, { json: longestInput(calls.timeline.add) }));
  const profile = { ...formOf(calls.user.updateProfile), avatar: await uploads.png() };
  await expectSuccess(owner.call(calls.user.updateProfile, { form: profile }));
  for (const letter of ['W', 'M']) {
    const message = longestInput(calls.public.send, letter);
    // Omits the form token and the honeypot field.
    const { token: _token, website: _website, ...json } = message;
    await expectSuccess(owner.call(calls.public.send, { json }));
  }
}

async function addLongestProject(owner: Client): Promise<void> {
  const call = calls.project.add;
  const { body } = await owner.call(calls.image.add, {
    form: { image: await uploads.png(400, 225) },
  });
  const image = { image: body.image.name, alt: 'W'.repeat(300), caption: 'W'.repeat(300) };
  const { banner: _, ...fields } = formOf(call);
  const gallery = JSON.stringify(Array(20).fill(image));
  const form = { ...fields, slug: 'w'.repeat(80), gallery, ...(await filesOf(call)) };
  await expectSuccess(owner.call(call, { form }));
}

async function expectSuccess(response: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

const Property = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  anyOf: z.array(z.object({ maximum: z.number().optional() })).optional(),
  maxLength: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.object({ maxLength: z.number().optional() }).optional(),
});

const Schema = z.object({ properties: z.record(z.string(), Property) });

function longestInput({ input }: Call, letter = 'W'): Record<string, unknown> {
  const { properties } = Schema.parse(
    z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }),
  );
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      longestValue(name, property, letter),
    ]),
  );
}

function longestValue(name: string, property: z.infer<typeof Property>, letter: string): unknown {
  if (property.enum) return property.enum.toSorted((a, b) => b.length - a.length)[0];
  if (property.type === 'boolean') return true;
  const maximum = property.maximum ?? property.anyOf?.[0]?.maximum;
  if (maximum !== undefined) return maximum;
  const { maxLength, maxItems, items } = property;
  if (maxItems !== undefined) return Array(maxItems).fill(letter.repeat(items?.maxLength ?? 0));
  // The name of a file.
  if (name === 'banner') return '';
  // A year and a month.
  if (/On$/.test(name)) return '2199-12';
  if (maxLength === undefined) throw new Error(`${name} has no maximum length.`);
  const filled = (start: string, end = '') =>
    start + letter.repeat(maxLength - start.length - end.length) + end;
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

async function filesOf({ files }: Call): Promise<Record<string, File>> {
  const uploaded = Object.entries(files).map(async ([name, { kind }]) => [
    name,
    kind === 'icon' ? uploads.svg() : await uploads.png(),
  ]);
  return Object.fromEntries(await Promise.all(uploaded));
}
