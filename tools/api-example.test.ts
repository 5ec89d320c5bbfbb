import { openApiDocument } from '@vitrine/api/http/openapi';
import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { expect, test } from 'vitest';
import { exampleBody } from './api-example.ts';

const { paths, components } = openApiDocument('https://admin.example.com');
const withBody = Object.entries(calls).flatMap(([noun, group]) =>
  Object.entries<Call>(group)
    .filter(([, { route }]) => /json|form/.test(route.sends))
    .map(([name, call]) => ({ name: `${noun}.${name}`, call })),
);

test.each(withBody)('$name accepts the request in its example', ({ call }) => {
  const path = call.route.path.replace(/:(\w+)/g, '{$1}');
  const operation = paths[path]?.[call.route.method.toLowerCase()];
  const content = Object.values(operation?.requestBody?.content ?? {}).at(-1);
  const body = exampleBody(content?.schema ?? {}, components.schemas);
  // The example sends a file.
  if ('file' in body) return;
  const fields = Object.entries(body).filter(([name]) => !(name in call.files));
  const { error } = call.input.safeParse(Object.fromEntries(fields));
  expect(error?.issues).toBeUndefined();
});
