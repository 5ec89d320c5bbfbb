import { calls } from '@vitrine/contract/calls';
import { Document } from '@vitrine/contract/media';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSerializer } from './serialize-response.ts';

const ORIGINS = { mediaOrigin: 'https://media.example', publicUrl: 'https://vitrine.example' };

const Response = z.object({
  name: z.string(),
  to: z.int().nullable(),
  picture: z.object({ url: z.string() }).optional(),
  items: z.array(z.object({ id: z.uuid(), kind: z.enum(['a', 'b']) })),
});

test('copies only fields in the schema, at any depth', () => {
  const copy = createSerializer(Response, ORIGINS);
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

test('leaves missing optional fields out', () => {
  const copy = createSerializer(Response, ORIGINS);
  expect(JSON.stringify(copy({ name: 'Ada', to: 1950, items: [] }))).toBe(
    '{"name":"Ada","to":1950,"items":[]}',
  );
});

test.each([
  ['an object instead of a string', { name: { passwordHash: 'x' }, to: null, items: [] }],
  ['a string instead of an array', { name: 'Ada', to: null, items: 'x' }],
  ['a string instead of an object', { name: 'Ada', to: null, items: ['x'] }],
  ['undefined instead of an array', { name: 'Ada', to: null }],
  ['null instead of a string', { name: null, to: null, items: [] }],
])('rejects %s', (_, response) => {
  expect(() => createSerializer(Response, ORIGINS)(response)).toThrow(
    'The response does not match the contract',
  );
});

test('validates values of other schema types with the schema', () => {
  const copy = createSerializer(z.object({ when: z.union([z.string(), z.int()]) }), ORIGINS);
  expect(copy({ when: 1 })).toEqual({ when: 1 });
  expect(() => copy({ when: {} })).toThrow();
});

test('supports every response of the contract', () => {
  for (const group of Object.values(calls))
    for (const call of Object.values(group))
      expect(createSerializer(call.response, ORIGINS)).toBeTypeOf('function');
});

test('turns the path of a file into a URL and keeps an empty one', () => {
  const copy = createSerializer(Document, ORIGINS);
  const variants = [{ url: '/media/b', width: 1, height: 1 }];
  expect(copy({ url: '/media/a', variants, preview: { url: '/media/c' } })).toEqual({
    url: 'https://media.example/media/a',
    variants: [{ url: 'https://media.example/media/b', width: 1, height: 1 }],
    preview: { url: 'https://media.example/media/c' },
  });
  expect(copy({ url: '' })).toEqual({ url: '' });
  // Opened on the service itself: a media host does not know the readable name.
  expect(copy({ url: '/media/a.pdf', viewUrl: '/media/a.pdf/b.pdf' })).toEqual({
    url: 'https://media.example/media/a.pdf',
    viewUrl: 'https://vitrine.example/media/a.pdf/b.pdf',
  });
});
