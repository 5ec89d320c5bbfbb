import { randomUUID } from 'node:crypto';
import {
  CopyChanges,
  type CopyDestination,
  type CopyRun,
  LISTED_FILES,
  type NewDestination,
} from '@vitrine/contract/copy';
import { COPY_CAUSES, COPY_CONTACTS, COPY_KINDS } from '@vitrine/contract/options';
import { sql, type UpdateObject } from 'kysely';
import { z } from 'zod';
import { openSealed, seal } from '../../auth/seal.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { DB } from '../../db/tables.ts';
import { COPIES } from '../../jobs/jobs.ts';
import { type KeyedJob, listJobs } from '../../jobs/queue-store.ts';
import { type Changes, sortForOwner } from './plan-update.ts';

const SHOWN_RUNS = 10;

const Secrets = z.object({ accessKey: z.string(), secretKey: z.string(), token: z.string() });
const NO_SECRETS = { accessKey: '', secretKey: '', token: '' };

/** The database has constraints for these values, and no types. */
const Chosen = z.object({ kind: z.enum(COPY_KINDS), contact: z.enum(COPY_CONTACTS) });
const Cause = z.enum(COPY_CAUSES);

/** The columns with the owner's choices. */
const CHOICES = [
  'kind',
  'url',
  'contact',
  'endpoint',
  'bucket',
  'region',
  'prefix',
  'repository',
  'branch',
  'folder',
] as const;

/** Lists the destinations without their secrets, oldest first. */
export async function listDestinations(db: Db | Trx): Promise<CopyDestination[]> {
  const rows = await db
    .selectFrom('copy_destination')
    .select([...CHOICES, 'id', 'failed_runs', 'failed_since', 'has_final_failure'])
    .select(['token_expires_at', 'created_at', 'updated_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const runs = await db
    .selectFrom('copy_run')
    .selectAll()
    .select(sql<number>`extract(epoch from ended_at - started_at)::float`.as('seconds'))
    .orderBy('ended_at', 'desc')
    .execute();
  const jobs = await listJobs(db, COPIES);
  return rows.map(({ id, failed_runs, failed_since, has_final_failure, ...row }) => {
    const own = runs.filter(({ destination_id }) => destination_id === id);
    const [last] = own;
    const lastUpdate = own.find(({ failure }) => failure === null);
    const { token_expires_at, created_at, updated_at, ...choices } = row;
    return {
      _id: id,
      ...choices,
      ...Chosen.parse(choices),
      state: last === undefined ? 'new' : last.failure === null ? 'online' : 'failed',
      ...describeJobs(jobs.filter(({ key }) => key === id)),
      lastUpdate: lastUpdate ? toRun(lastUpdate) : null,
      failure:
        last?.failure != null
          ? {
              reason: last.failure,
              firstAt: (failed_since ?? last.ended_at).toISOString(),
              lastAt: last.ended_at.toISOString(),
              attempts: failed_runs,
              isFinal: has_final_failure,
            }
          : null,
      tokenExpiresAt: token_expires_at?.toISOString() ?? null,
      runs: own.slice(0, SHOWN_RUNS).map(toRun),
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
    };
  });
}

function describeJobs(jobs: readonly KeyedJob[]) {
  const next = jobs.find(({ isActive }) => !isActive);
  return {
    isUpdating: jobs.some(({ isActive }) => isActive),
    nextUpdateAt: next?.startsAt.toISOString() ?? null,
  };
}

type RunRow = Pick<CopyRun, 'seconds' | 'files' | 'failure'> & {
  readonly id: string;
  readonly cause: string;
  readonly started_at: Date;
  readonly changes: unknown;
};

function toRun({ id, started_at, seconds, cause, files, changes, failure }: RunRow): CopyRun {
  return {
    _id: id,
    startedAt: started_at.toISOString(),
    seconds,
    cause: Cause.parse(cause),
    files,
    ...CopyChanges.parse(changes),
    failure,
  };
}

/** Returns undefined if there is no such destination. */
export async function findDestination(
  db: Db | Trx,
  id: string,
): Promise<CopyDestination | undefined> {
  return (await listDestinations(db)).find(({ _id }) => _id === id);
}

/** What an update needs to know. */
export type StoredDestination = Awaited<ReturnType<typeof openStored>>;

/** A destination with its secrets. They are empty if another key has encrypted them. */
export async function openStored(db: Db | Trx, id: string) {
  const row = await db
    .selectFrom('copy_destination')
    .innerJoin('copy_key', (join) => join.onTrue())
    .select([...CHOICES, 'id', 'secrets', 'key'])
    .select(['published', 'sends_everything', 'failed_runs', 'is_reported'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { key, secrets, ...stored } = row;
  const text = openSealed(key, id, secrets);
  const { kind, contact } = Chosen.parse(stored);
  return {
    ...stored,
    /** Differs after each change of the destination. */
    sealed: secrets,
    kind,
    contact,
    ...(text === undefined ? NO_SECRETS : Secrets.parse(JSON.parse(text))),
  };
}

/** Adds a destination, or replaces the choices in one. Returns its ID. */
export async function saveDestination(
  trx: Trx,
  input: NewDestination,
  id: string = randomUUID(),
): Promise<string> {
  const { key } = await trx.selectFrom('copy_key').select('key').executeTakeFirstOrThrow();
  const { accessKey, secretKey, token, ...choices } = input;
  const secrets = seal(key, id, JSON.stringify({ accessKey, secretKey, token }));
  await trx
    .insertInto('copy_destination')
    .values({ id, ...choices, secrets })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...choices,
        secrets,
        published: '',
        token_expires_at: null,
        updated_at: sql`now()`,
      }),
    )
    .execute();
  return id;
}

/** Whether another destination is at the same place. */
export async function isTaken(trx: Trx, input: NewDestination, id?: string): Promise<boolean> {
  const { kind, endpoint, bucket, prefix, repository, branch, folder } = input;
  const place = { kind, endpoint, bucket, prefix, repository, branch, folder };
  const others = await trx
    .selectFrom('copy_destination')
    .select('id')
    .where((where) => where.and(place))
    .execute();
  return others.some((other) => other.id !== id);
}

export async function removeDestination(trx: Trx, id: string): Promise<string | undefined> {
  const removed = await trx
    .deleteFrom('copy_destination')
    .where('id', '=', id)
    .returning('url')
    .executeTakeFirst();
  return removed?.url;
}

/** The destinations, with what their copies were last made from. */
export async function listPublished(db: Db | Trx) {
  return db.selectFrom('copy_destination').select(['id', 'published', 'failed_runs']).execute();
}

/** Makes the next update send all files. */
export async function sendEverything(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('copy_destination')
    .set({ sends_everything: true })
    .where('id', 'in', ids)
    .execute();
}

type Opened = Pick<NonNullable<StoredDestination>, 'id' | 'sealed'>;

/** From now on, the copy may have files of two versions. */
export async function markUnfinished(db: Db, id: string): Promise<void> {
  await db.updateTable('copy_destination').set({ published: '' }).where('id', '=', id).execute();
}

/** Whether the destination is still the one that was opened: the owner may change or remove it. */
export async function isUnchanged(db: Db, { id, sealed }: Opened): Promise<boolean> {
  const found = await db
    .selectFrom('copy_destination')
    .select('id')
    .where('id', '=', id)
    .where('secrets', '=', sealed)
    .executeTakeFirst();
  return found !== undefined;
}

interface NewRun extends Pick<CopyRun, 'cause' | 'files'> {
  readonly destination: Opened;
  readonly ms: number;
  readonly changes: Changes;
}

interface Success {
  readonly published: string;
  /** Whether all files were sent. The owner may have asked for that in the meantime. */
  readonly hadEverything: boolean;
  readonly tokenExpiresAt: Date | undefined;
}

/** Returns false if the owner has changed or removed the destination in the meantime. */
export async function recordSuccess(
  trx: Trx,
  run: NewRun,
  { published, hadEverything, tokenExpiresAt }: Success,
): Promise<boolean> {
  const expiry = tokenExpiresAt ?? null;
  return record(trx, run, null, {
    published,
    ...(hadEverything && { sends_everything: false }),
    token_expires_at: expiry,
    is_expiry_reported: sql`is_expiry_reported and token_expires_at is not distinct from ${expiry}`,
    failed_runs: 0,
    failed_since: null,
    has_final_failure: false,
    is_reported: false,
  });
}

/** Returns the destinations whose tokens expire within two weeks, each once. */
export async function takeExpiringTokens(trx: Trx) {
  return trx
    .updateTable('copy_destination')
    .set({ is_expiry_reported: true })
    .where('is_expiry_reported', '=', false)
    .where('token_expires_at', '<', sql<Date>`now() + interval '14 days'`)
    .returning('url')
    .returning(sql<Date>`token_expires_at`.as('token_expires_at'))
    .execute();
}

interface Failure {
  readonly reason: string;
  readonly isFinal: boolean;
  readonly isReported: boolean;
}

/** Returns false if the owner has changed or removed the destination in the meantime. */
export async function recordFailure(
  trx: Trx,
  run: NewRun,
  { reason, isFinal, isReported }: Failure,
): Promise<boolean> {
  return record(trx, run, reason, {
    failed_runs: sql`failed_runs + 1`,
    failed_since: sql`coalesce(failed_since, now())`,
    has_final_failure: isFinal,
    is_reported: isReported,
  });
}

async function record(
  trx: Trx,
  run: NewRun,
  failure: string | null,
  columns: UpdateObject<DB, 'copy_destination'>,
): Promise<boolean> {
  const { id, sealed } = run.destination;
  const { numUpdatedRows } = await trx
    .updateTable('copy_destination')
    .set(columns)
    .where('id', '=', id)
    .where('secrets', '=', sealed)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await addRun(trx, run, failure);
  return numUpdatedRows > 0n;
}

/** Keeps as many as are shown, and the last that succeeded. */
async function addRun(trx: Trx, run: NewRun, failure: string | null): Promise<void> {
  const { destination, ms, cause, files, changes } = run;
  const { added, changed, removed } = changes;
  const listed: CopyChanges = {
    added: summarize(added),
    changed: summarize(changed),
    removed: summarize(removed),
  };
  await trx
    .insertInto('copy_run')
    .values({
      destination_id: destination.id,
      started_at: sql`now() - make_interval(secs => ${ms / 1000}::float)`,
      cause,
      files,
      changes: JSON.stringify(listed),
      failure,
    })
    .execute();
  await sql`
    delete from copy_run where destination_id = ${destination.id} and id not in (
      select id from copy_run where destination_id = ${destination.id}
      order by ended_at desc limit ${SHOWN_RUNS})
    and id not in (
      select id from copy_run where destination_id = ${destination.id} and failure is null
      order by ended_at desc limit 1)`.execute(trx);
}

function summarize(paths: readonly string[]): CopyChanges['added'] {
  return { count: paths.length, paths: sortForOwner(paths).slice(0, LISTED_FILES) };
}
