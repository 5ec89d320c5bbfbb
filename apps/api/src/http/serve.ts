import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Call, type FileField, type ResponseOf, validationCall } from '@vitrine/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db, Trx } from '../db/client.ts';
import { UnusableMedia } from '../media/media-error.ts';
import { type PreparedMedia, prepareMedia } from '../media/media-pipeline.ts';
import { faultsOf, HttpError, invalid, JSON_TYPE } from './errors.ts';
import { keepAnswer, takeKey } from './idempotency-store.ts';
import { type Origins, onlyNamed } from './serialize-response.ts';
import { type ReadForm, readForm } from './uploads.ts';

export const API_PREFIX = '/api/v1';

/** What a whole archive is sent as. */
export const ARCHIVE_TYPE = 'application/x-tar';

type FilesOf<C extends Call> = {
  [K in keyof C['files']]: C['files'][K] extends { required: true }
    ? PreparedMedia
    : PreparedMedia | undefined;
};

type Result<C extends Call> = Omit<ResponseOf<C>, 'success'>;

/** What a handler is given: all of it checked against the contract. */
export interface Given<C extends Call> {
  readonly params: z.output<C['params']>;
  readonly query: z.output<C['query']>;
  readonly input: z.output<C['input']>;
  readonly files: FilesOf<C>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Runs the work in a transaction; sent again with the same Idempotency-Key, it is not done again. */
  readonly once: (work: (trx: Trx) => Promise<Result<C>>) => Promise<Result<C>>;
}

export type Serve = ReturnType<typeof createServe>;

/** Registers calls of the contract: the path, who may call, what comes in and what goes out. */
export function createServe(app: FastifyInstance, db: Db, origins: Origins) {
  return function serve<C extends Call>(
    call: C,
    handle: (given: Given<C>) => Promise<Result<C>>,
  ): void {
    // By then its fields have passed the checks of every call.
    if (Object.keys(call.files).length > 0) serve(validationCall(call), async () => ({}));
    const { method, path, access, sends, needsConfirmation = false } = call.route;
    // What the contract does not name cannot leave.
    const named = onlyNamed(call.response, origins);
    app.route({
      method,
      url: `${API_PREFIX}${path}`,
      config: { access, isCall: true, sends, needsConfirmation },
      async handler(request, reply) {
        const given = await readGiven(call, request);
        const once = (work: (trx: Trx) => Promise<Result<C>>) =>
          runOnce(db, call, request, given, work);
        const result = await handle({ ...given, request, reply, once });
        const answer = named({ success: true, ...result });
        return reply.code(call.status).type(JSON_TYPE).send(JSON.stringify(answer));
      },
    });
  };
}

/** Some clients say JSON whatever they send, also when it is nothing, as with a delete. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => (body === '' ? done(null) : parse(request, body, done)),
  );
}

async function readGiven<C extends Call>(
  call: C,
  request: FastifyRequest,
): Promise<Pick<Given<C>, 'params' | 'query' | 'input' | 'files'>> {
  const params = z.safeParse<C['params']>(call.params, request.params);
  if (!params.success) throw new HttpError(404, params.error.issues[0]?.message ?? 'Not found.');
  const query = z.safeParse<C['query']>(call.query, request.query);
  if (!query.success) throw invalid(faultsOf(query.error));

  const form = await readBody(call, request);
  const input = z.safeParse<C['input']>(call.input, form.fields);
  const faults = input.success ? {} : faultsOf(input.error);
  for (const [name, field] of Object.entries(call.files)) {
    if (field.required && !form.files.has(name)) faults[name] = `Choose the ${field.label}.`;
  }
  if (!input.success || Object.keys(faults).length > 0) throw invalid(faults);

  const files = (await prepareFiles(call.files, form.files)) as FilesOf<C>;
  return { params: params.data, query: query.data, input: input.data, files };
}

async function readBody(call: Call, request: FastifyRequest): Promise<ReadForm> {
  const { sends } = call.route;
  // It is not held in memory: the handler reads it as it comes.
  if (sends === 'archive') return { fields: {}, files: new Map() };
  const takesForms = sends === 'form' || sends === 'json or form';
  const isForm = request.isMultipart() || isUrlEncoded(request);
  if (isForm && !takesForms) throw new HttpError(415, 'Send this as JSON.');
  if (request.isMultipart()) return readForm(request, call.files);
  const { body } = request;
  if (body instanceof Readable)
    throw new HttpError(415, 'This kind of content is not accepted here.');
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject && sends !== 'nothing')
    throw new HttpError(400, 'The request has no content that could be read.');
  return { fields: isObject && sends !== 'nothing' ? { ...body } : {}, files: new Map() };
}

function isUrlEncoded(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
}

async function prepareFiles(
  fields: Readonly<Record<string, FileField>>,
  uploads: ReadonlyMap<string, Buffer>,
): Promise<Record<string, PreparedMedia>> {
  const prepared: Record<string, PreparedMedia> = {};
  const faults: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const bytes = uploads.get(name);
    if (bytes === undefined) continue;
    try {
      prepared[name] = await prepareMedia(bytes, field.kind);
    } catch (error) {
      if (!(error instanceof UnusableMedia)) throw error;
      faults[name] = `The ${field.label} ${error.message}`;
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return prepared;
}

async function runOnce<C extends Call>(
  db: Db,
  call: C,
  request: FastifyRequest,
  given: { input: unknown; files: Record<string, PreparedMedia | undefined> },
  work: (trx: Trx) => Promise<Result<C>>,
): Promise<Result<C>> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return db.transaction().execute(work);
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new HttpError(400, 'The Idempotency-Key must be 1 to 200 visible characters.');
  }
  const use = { route: call.route.path, key, fingerprint: fingerprintOf(given) };
  return db.transaction().execute(async (trx) => {
    const taken = await takeKey(trx, use);
    if (taken.mine) {
      const result = await work(trx);
      await keepAnswer(trx, use, result);
      return result;
    }
    if (!taken.same)
      throw new HttpError(422, 'This Idempotency-Key was used for something else before.');
    return call.response.omit({ success: true }).parse(taken.answer) as Result<C>;
  });
}

/** The same words with the same files are the same request. */
function fingerprintOf({
  input,
  files,
}: {
  input: unknown;
  files: Record<string, PreparedMedia | undefined>;
}) {
  const names = Object.entries(files).map(([field, media]) => [field, media?.name]);
  return createHash('sha256')
    .update(JSON.stringify([input, names]))
    .digest();
}
