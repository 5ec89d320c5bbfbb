import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import type { RequestOptions } from '@vitrine/testing/api-client';
import { useApp } from '@vitrine/testing/app';
import { callsOf, requestOf, sampleOf } from '@vitrine/testing/collection-samples';
import { uploads } from '@vitrine/testing/uploads';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const site = useApp();

interface Example {
  readonly call: Call;
  /** Where the call adds one row. */
  readonly table: string | RawBuilder<unknown>;
  readonly sent: (title: string) => Promise<RequestOptions>;
}

const MESSAGE = { senderName: 'Mary', email: 'mary@example.com', message: 'Hello' };

const EXAMPLES: readonly Example[] = [
  ...namesOf(COLLECTIONS).map((name) => {
    const call = callsOf(name).add;
    const sent = (title: string) => requestOf(call, sampleOf(name, title));
    return { call, table: COLLECTIONS[name].table, sent };
  }),
  ...(['project', 'post'] as const).map((name) => ({
    call: calls[name].addDraft,
    table: name,
    sent: async (title: string) => ({ form: { title } }),
  })),
  {
    call: calls.image.add,
    table: 'media',
    sent: async (title) => ({ form: { image: await uploads.png(64 + title.length, 64) } }),
  },
  {
    call: calls.import.apply,
    table: 'timeline',
    sent: async (title) => ({
      json: { items: [{ kind: 'add-timeline', fields: sampleOf('timeline', title) }] },
    }),
  },
  {
    call: calls.public.send,
    table: 'message',
    sent: async (subject) => ({ json: { subject, ...MESSAGE } }),
  },
  { call: calls.view.add, table: 'view', sent: async (name) => ({ json: { name } }) },
  {
    call: calls.view.duplicate,
    table: sql`view where name like '%(copy)'`,
    sent: async (name) => {
      const { body } = await site.owner.call(calls.view.add, { json: { name } });
      return { params: { id: body.view._id } };
    },
  },
  {
    call: calls.message.reply,
    table: sql`message, jsonb_array_elements(replies)`,
    sent: async (text) => ({ params: { id: await findMessage() }, json: { text } }),
  },
];

/** A message that can be answered. Its replies are in its row. */
async function findMessage(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into message (id, sender_name, subject, email, message)
    values ('00000000-0000-4000-8000-000000000001', 'Mary', 'Book', 'mary@example.com', 'Hello')
    on conflict (id) do update set subject = 'Book' returning id`.execute(site.app.db);
  return rows[0]?.id ?? '';
}

const nameOf = ({ route }: Call) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;

async function countRows(table: Example['table']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from ${typeof table === 'string' ? sql.table(table) : table}`.execute(site.app.db);
  return rows[0]?.count ?? 0;
}

describe('a request with an Idempotency-Key', () => {
  test('is possible for exactly these calls, according to the API reference', async () => {
    const Operation = z.object({ parameters: z.array(z.object({ name: z.string() })) });
    const Reference = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });
    const response = await site.app.visitor().fetch('/api/v1/openapi.json');
    const { paths } = Reference.parse(await response.json());
    const named = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(named.toSorted()).toEqual(EXAMPLES.map(({ call }) => nameOf(call)).toSorted());
  });

  test('takes effect once, and the same key for other content is rejected', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const seen: Record<string, unknown> = {};
    for (const { call, table, sent } of EXAMPLES) {
      const before = await countRows(table);
      const request = { ...(await sent('Once')), headers };
      const send = () => site.owner.call(call, request);
      const responses = [...(await Promise.all([send(), send()])), await send()];
      const [first] = responses;
      const other = await site.owner.call(call, { ...(await sent('Another')), headers });
      seen[nameOf(call)] = {
        statuses: [...responses, other].map(({ status }) => status),
        isSame: responses.every(({ body }) => JSON.stringify(body) === JSON.stringify(first?.body)),
        rows: (await countRows(table)) - before,
      };
    }
    const expected = { statuses: [201, 201, 201, 422], isSame: true, rows: 1 };
    expect(seen).toEqual(Object.fromEntries(EXAMPLES.map(({ call }) => [nameOf(call), expected])));
  });

  test('is rejected if the key is too long', async () => {
    const headers = { 'idempotency-key': 'x'.repeat(201) };
    const statuses = EXAMPLES.map(async ({ call, sent }) =>
      site.owner.call(call, { ...(await sent('Too long')), headers }).then(({ status }) => status),
    );
    expect(await Promise.all(statuses)).toEqual(EXAMPLES.map(() => 400));
  });
});
