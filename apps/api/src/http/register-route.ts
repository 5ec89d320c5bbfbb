import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Call, type FileField, type ResponseOf, validationCall } from '@vitrine/contract/call';
import { describeIssue } from '@vitrine/contract/field';
import { UPLOAD_LIMIT } from '@vitrine/contract/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireAccess } from '../auth/auth-guard.ts';
import type { Db, Trx } from '../db/client.ts';
import { ExpectedError, validationError } from '../expected-error.ts';
import { InvalidMediaError } from '../media/media-error.ts';
import { type PreparedMedia, prepareMedia } from '../media/media-pipeline.ts';
import { JSON_TYPE, listFieldErrors } from './errors.ts';
import type { OriginOf } from './hosts.ts';
import { claimKey, storeResponse } from './idempotency-store.ts';
import { type ReadForm, readForm } from './multipart-form.ts';
import { createSerializer, type Origins } from './serialize-response.ts';

export const API_PREFIX = '/api/v1';

const LARGE_BODY = 2 * 1024 * 1024;

/** The content type of a backup archive. */
export const ARCHIVE_TYPE = 'application/x-tar';

/** The content type of a file that is sent alone. */
export const FILE_TYPE = 'application/octet-stream';

type FilesOf<C extends Call> = {
  [K in keyof C['files']]: C['files'][K] extends { required: true }
    ? PreparedMedia
    : PreparedMedia | undefined;
};

type Result<C extends Call> = Omit<ResponseOf<C>, 'success'>;

/** A request after validation against the contract. */
interface ValidRequest<C extends Call> {
  readonly params: z.output<C['params']>;
  readonly query: z.output<C['query']>;
  readonly input: z.output<C['input']>;
  readonly files: FilesOf<C>;
  /** The body of a call that sends a file. Empty for all others. */
  readonly file: Buffer;
}

export interface RequestContext<C extends Call> extends ValidRequest<C> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /**
   * Runs the work in a transaction. A retry with the same Idempotency-Key returns the stored
   * response instead of running it again.
   */
  readonly runIdempotently: (work: (trx: Trx) => Promise<Result<C>>) => Promise<Result<C>>;
}

export type RegisterRoute = ReturnType<typeof createRouteRegistrar>;

interface RegistrarOptions {
  readonly db: Db;
  readonly origins: Origins;
  readonly originOf: OriginOf;
}

/** Returns the function that registers a contract call as a Fastify route. */
export function createRouteRegistrar(
  app: FastifyInstance,
  { db, origins, originOf }: RegistrarOptions,
) {
  return function registerRoute<C extends Call>(
    call: C,
    handle: (context: RequestContext<C>) => Promise<Result<C>>,
  ): void {
    // The validation route's handler does nothing: validation runs before every handler.
    if (Object.keys(call.files).length > 0) registerRoute(validationCall(call), async () => ({}));
    const { method, path, access, sends, scope } = call.route;
    const { needsConfirmation = false, isLarge = false } = call.route;
    const serialize = createSerializer(call.response, origins);
    app.route({
      method,
      url: `${API_PREFIX}${path}`,
      ...(isLarge && { bodyLimit: LARGE_BODY }),
      config: { access, isCall: true, sends, isLarge, needsConfirmation, scope },
      async handler(request, reply) {
        const valid = await validateRequest(call, request);
        if (access === 'owner' && method !== 'GET') await requireAccess(db, request);
        const runIdempotently = (work: (trx: Trx) => Promise<Result<C>>) =>
          runOncePerKey(db, call, request, valid, work);
        const result = await handle({ ...valid, request, reply, runIdempotently });
        const body = serialize({ success: true, ...result }, originOf(request.raw));
        return reply.code(call.status).type(JSON_TYPE).send(JSON.stringify(body));
      },
    });
  };
}

/** Passes on the body unread: only calls that send a file or an archive read it. */
export function acceptFiles(app: FastifyInstance): void {
  app.addContentTypeParser([FILE_TYPE, ARCHIVE_TYPE], (_request, body, done) => done(null, body));
}

/** Some clients send `content-type: application/json` without a body, for example with DELETE. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => (body === '' ? done(null) : parse(request, body, done)),
  );
}

const MESSAGES = { error: describeIssue };

async function validateRequest<C extends Call>(
  call: C,
  request: FastifyRequest,
): Promise<ValidRequest<C>> {
  const params = z.safeParse<C['params']>(call.params, request.params, MESSAGES);
  if (!params.success)
    throw new ExpectedError(404, params.error.issues[0]?.message ?? 'Not found.');
  const query = z.safeParse<C['query']>(call.query, request.query, MESSAGES);
  if (!query.success) throw validationError(listFieldErrors(query.error));

  const file = call.route.sends === 'file' ? await readFile(request) : Buffer.alloc(0);
  const form = await readBody(call, request);
  const input = z.safeParse<C['input']>(call.input, form.fields, MESSAGES);
  const errors = input.success ? {} : listFieldErrors(input.error);
  for (const [name, { required, label }] of Object.entries(call.files))
    if (required && !form.files.has(name)) errors[name] = `Choose a file for the ${label}.`;
  if (!input.success || Object.keys(errors).length > 0) throw validationError(errors);

  const files = (await prepareFiles(call.files, form.files)) as FilesOf<C>;
  return { params: params.data, query: query.data, input: input.data, files, file };
}

async function readBody(call: Call, request: FastifyRequest): Promise<ReadForm> {
  const { sends } = call.route;
  // The handler streams an archive instead of holding it in memory.
  if (sends === 'archive' || sends === 'file') return { fields: {}, files: new Map() };
  const takesForms = sends === 'form' || sends === 'json or form';
  const isForm = request.isMultipart() || isUrlEncoded(request);
  if (isForm && !takesForms) throw new ExpectedError(415, 'Send this as JSON.');
  if (request.isMultipart()) return readForm(request, call.files);
  const { body } = request;
  if (body instanceof Readable) throw new ExpectedError(415, 'This content type is not supported.');
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject && sends !== 'nothing')
    throw new ExpectedError(400, 'The request body is missing or invalid.');
  return { fields: isObject && sends !== 'nothing' ? { ...body } : {}, files: new Map() };
}

/** Reads a file to its end even if it is too large: a browser that is still sending ignores the response. */
async function readFile({ body }: FastifyRequest): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new ExpectedError(415, `Send the file as ${FILE_TYPE}.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= UPLOAD_LIMIT) chunks.push(chunk);
  }
  if (size > UPLOAD_LIMIT)
    throw new ExpectedError(413, 'The file is larger than 10 MB. Choose a smaller file.');
  return Buffer.concat(chunks);
}

function isUrlEncoded(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
}

async function prepareFiles(
  fields: Readonly<Record<string, FileField>>,
  uploads: ReadonlyMap<string, Buffer>,
): Promise<Record<string, PreparedMedia>> {
  const prepared: Record<string, PreparedMedia> = {};
  const errors: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const bytes = uploads.get(name);
    if (bytes === undefined) continue;
    try {
      prepared[name] = await prepareMedia(bytes, field.kind);
    } catch (error) {
      if (!(error instanceof InvalidMediaError)) throw error;
      errors[name] = `The ${field.label} ${error.message}`;
    }
  }
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return prepared;
}

async function runOncePerKey<C extends Call>(
  db: Db,
  call: C,
  request: FastifyRequest,
  valid: Pick<ValidRequest<C>, 'params' | 'input' | 'files'>,
  work: (trx: Trx) => Promise<Result<C>>,
): Promise<Result<C>> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return db.transaction().execute(work);
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ExpectedError(400, 'The Idempotency-Key must be 1 to 200 visible characters.');
  }
  const claim = { route: call.route.path, key, fingerprint: fingerprintOf(valid) };
  return db.transaction().execute(async (trx) => {
    const earlier = await claimKey(trx, claim);
    if (!earlier) {
      const result = await work(trx);
      await storeResponse(trx, claim, result);
      return result;
    }
    if (!earlier.isSameRequest)
      throw new ExpectedError(
        422,
        'This was already added with other content (same Idempotency-Key). Reload to see it.',
      );
    return call.response.omit({ success: true }).parse(earlier.response) as Result<C>;
  });
}

/** Requests for the same item, with the same input and files, have the same fingerprint. */
function fingerprintOf({
  params,
  input,
  files,
}: {
  params: unknown;
  input: unknown;
  files: Record<string, PreparedMedia | undefined>;
}) {
  const names = Object.entries(files).map(([field, media]) => [field, media?.name]);
  return createHash('sha256')
    .update(JSON.stringify([params, input, names]))
    .digest();
}
