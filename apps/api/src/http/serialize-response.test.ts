import { calls } from '@vitrine/contract/calls';
import { Document } from '@vitrine/contract/media';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSerializer } from './serialize-response.ts';

const ORIGINS = { mediaOrigin: 'https://media.example', publicUrl: 'https://vitrine.example' };

const Answer = z.object({
  name: z.string(),
  to: z.int().nullable(),
  picture: z.object({ url: z.string() }).optional(),
  items: z.array(z.object({ id: z.uuid(), kind: z.enum(['a', 'b']) })),
});

test('what is named is copied, however deep, and what is not stays behind', () => {
  const copy = createSerializer(Answer, ORIGINS);
  const secret = { passwordHash: 'x' };
  expect(
    copy({
      ...secret,
      name: 'Ada',
      to: null,
      picture: { url: '/a.png', ...secret },
      items: [
        { id: '1', kind: 'a', ...secret },
        { id: '2', kind: 'b' },
      ],
    }),
  ).toStrictEqual({
    name: 'Ada',
    to: null,
    picture: { url: '/a.png' },
    items: [
      { id: '1', kind: 'a' },
      { id: '2', kind: 'b' },
    ],
  });
});

test('what is not there is not made up', () => {
  const copy = createSerializer(Answer, ORIGINS);
  expect(JSON.stringify(copy({ name: 'Ada', to: 1950, items: [] }))).toBe(
    '{"name":"Ada","to":1950,"items":[]}',
  );
});

test.each([
  ['an object where a word is named', { name: { passwordHash: 'x' }, to: null, items: [] }],
  ['a word where a list is named', { name: 'Ada', to: null, items: 'x' }],
  ['a word where an object is named', { name: 'Ada', to: null, items: ['x'] }],
  ['nothing where a list is named', { name: 'Ada', to: null }],
  ['null where a word is named', { name: null, to: null, items: [] }],
])('%s does not leave', (_, answer) => {
  expect(() => createSerializer(Answer, ORIGINS)(answer)).toThrow(
    'The contract names no such answer',
  );
});

test('a kind of schema that it does not know is checked by the schema itself', () => {
  const copy = createSerializer(z.object({ when: z.union([z.string(), z.int()]) }), ORIGINS);
  expect(copy({ when: 1 })).toEqual({ when: 1 });
  expect(() => copy({ when: {} })).toThrow();
});

test('every answer of the contract can be copied', () => {
  for (const group of Object.values(calls))
    for (const call of Object.values(group))
      expect(createSerializer(call.response, ORIGINS)).toBeTypeOf('function');
});

test('the path of a stored file becomes a URL, and no file stays none', () => {
  const copy = createSerializer(Document, ORIGINS);
  const variants = [{ url: '/media/b', width: 1, height: 1 }];
  expect(copy({ url: '/media/a', variants, preview: { url: '/media/c' } })).toEqual({
    url: 'https://media.example/media/a',
    variants: [{ url: 'https://media.example/media/b', width: 1, height: 1 }],
    preview: { url: 'https://media.example/media/c' },
  });
  expect(copy({ url: '' })).toEqual({ url: '' });
  // It is opened at the service itself: a store that serves media alone does not know the name.
  expect(copy({ url: '/media/a.pdf', viewUrl: '/media/a.pdf/b.pdf' })).toEqual({
    url: 'https://media.example/media/a.pdf',
    viewUrl: 'https://vitrine.example/media/a.pdf/b.pdf',
  });
});
