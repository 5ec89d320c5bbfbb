import { calls } from '@vitrine/contract/calls';
import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { useApp } from '@vitrine/testing/app';
import { beforeAll, expect, test } from 'vitest';

const site = useApp();

beforeAll(async () => {
  await site.owner.call(calls.timeline.add, {
    json: {
      title: 'Engineer',
      organization: 'Analytical Company',
      description: 'Wrote the first program.',
      from: 2021,
      kind: 'work',
    },
  });
});

test('the preview has the pages with settings that are not saved', async () => {
  const json = { ...DEFAULT_RESUME_SETTINGS, paper: 'letter' } as const;
  const { body } = await site.owner.call(calls.resume.preview, { json });
  expect(body.pages).toHaveLength(1);
  expect(body.pages[0]).toMatch(/^<svg [^>]*viewBox="0 0 612.00 792.00">/);
  expect(body.replaced).toEqual([]);
  const { settings } = (await site.owner.call(calls.resume.get)).body;
  expect(settings.paper).toBe('a4');
});

test('the machine check finds what is on the resume', async () => {
  const { body } = await site.owner.call(calls.resume.check, { json: DEFAULT_RESUME_SETTINGS });
  expect(body.problems).toEqual([]);
  expect(body.isInOrder).toBe(true);
  expect(body.facts).toContainEqual({ label: 'Email', found: 1, expected: 1 });
  expect(body.facts).toContainEqual({ label: 'Roles, with dates', found: 1, expected: 1 });
  expect(body.lines).toContainEqual({
    text: 'Analytical Company, Engineer · 2021 – now',
    state: 'found',
  });
});

test('the machine check reports that the email address is off', async () => {
  const json = { ...DEFAULT_RESUME_SETTINGS, contact: false };
  const { body } = await site.owner.call(calls.resume.check, { json });
  expect(body.problems.map(({ title }) => title)).toEqual(['Your email is missing']);
  expect(body.lines).toContainEqual({ text: 'ada@example.com', state: 'missing' });
});

test('a resume that is too long for a PDF is refused with a sentence', async () => {
  for (let year = 2000; year < 2014; year += 1)
    await site.owner.call(calls.timeline.add, {
      json: {
        title: 'Engineer',
        description: 'x'.repeat(5000),
        from: year,
        to: year,
        kind: 'work',
      },
    });
  for (const call of [calls.resume.preview, calls.resume.check]) {
    const { status, body } = await site.owner.call(call, { json: DEFAULT_RESUME_SETTINGS });
    expect([status, body]).toEqual([
      422,
      {
        success: false,
        message: 'The resume is too long for a PDF. Take entries off it, or shorten their texts.',
      },
    ]);
  }
});
