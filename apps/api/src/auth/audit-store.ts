import {
  AUDIT_KINDS,
  type AuditGroup,
  type AuditKind,
  KINDS_BY_GROUP,
} from '@vitrine/contract/options';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { limitConcurrency } from '../concurrency.ts';
import type { Db, Trx } from '../db/client.ts';
import { lock } from '../db/locks.ts';
import { clientAddress } from './client-address.ts';

/** Where an event comes from. */
export interface EventSource {
  readonly address: string;
  /** The User-Agent header, the API token, or the command on the host. */
  readonly userAgent: string;
}

export function sourceOf(request: FastifyRequest): EventSource {
  const { ip, headers, token } = request;
  return {
    address: ip,
    userAgent: token ? `Token “${token.name}”` : (headers['user-agent'] ?? ''),
  };
}

/** A command that ran on the host. */
export function fromHost(command: string): EventSource {
  return { address: '', userAgent: command };
}

/**
 * Records an event, in the transaction of the change that it reports. The subject must not contain a
 * secret, or what was typed to sign in.
 */
export async function recordEvent(
  db: Db | Trx,
  kind: AuditKind,
  source: EventSource,
  subject = '',
): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({ kind, subject: subject.slice(0, 200), ...toColumns(source) })
    .execute();
}

/** Records a failed attempt. Those of one hour, address and browser are one event. */
export async function recordFailure(
  db: Db,
  kind: AuditKind,
  source: EventSource,
  subject = '',
): Promise<void> {
  const count = async (trx: Trx) => {
    // Concurrent attempts are counted one after the other.
    await lock(trx, 'audit');
    const { address, user_agent } = toColumns(source);
    const merged = await trx
      .updateTable('audit_event')
      .set({ times: sql`times + 1`, last_at: sql`now()` })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('user_agent', '=', user_agent)
      .where(sql<boolean>`address is not distinct from ${address}::inet`)
      .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirst();
    if (merged.numUpdatedRows === 0n) await recordEvent(trx, kind, source, subject);
  };
  await takeTurn(() => db.transaction().execute(count));
}

/** A flood of failures waits here for the lock, with one connection instead of all of them. */
const takeTurn = limitConcurrency(1);

function toColumns({ address, userAgent }: EventSource) {
  return { address: clientAddress(address) ?? null, user_agent: userAgent.slice(0, 500) };
}

const PAGE = 50;

interface PageOptions {
  readonly group: AuditGroup | undefined;
  readonly before: string | undefined;
}

/** Returns a page of events, newest first, and where the next page begins. */
export async function listEvents(db: Db, { group, before }: PageOptions) {
  const kinds = group === undefined ? AUDIT_KINDS : KINDS_BY_GROUP[group];
  const [microseconds = '', id = ''] = before?.split('_') ?? [];
  const rows = await db
    .selectFrom('audit_event')
    .select(['id', 'subject', 'times', 'user_agent', 'last_at'])
    .select(sql<AuditKind>`kind`.as('kind'))
    .select(sql<string>`coalesce(host(address), '')`.as('address'))
    .select(sql<string>`(extract(epoch from last_at) * 1000000)::bigint::text`.as('microseconds'))
    .where('kind', 'in', kinds)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(last_at, id) <
          (timestamptz 'epoch' + interval '1 microsecond' * ${microseconds}::bigint, ${id}::uuid)`,
      ),
    )
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    // One extra row shows whether there is a next page.
    .limit(PAGE + 1)
    .execute();
  const events = rows.slice(0, PAGE);
  const last = events.at(-1);
  const next = rows.length > PAGE && last ? `${last.microseconds}_${last.id}` : null;
  return { events, next };
}

const DAYS = 180;

/** Each kind has a limit of its own, so that a flood of one cannot remove the events of another. */
export const MAX_OF_KIND = 1_000;

/** Deletes events that are old, or too many. */
export async function pruneEvents(db: Db): Promise<void> {
  await sql`
    delete from audit_event where last_at < now() - interval '1 day' * ${DAYS} or id in (
      select id from (
        select id, row_number() over (partition by kind order by last_at desc, id desc) as place
        from audit_event
      ) as numbered
      where place > ${MAX_OF_KIND}::int)`.execute(db);
}
