import type { Failure, ResponseOf } from '@vitrine/contract/call';
import type { AnyCall, CallOf, InputOf, QueryOf } from '@vitrine/contract/calls';
import type { ParamsOf, Route, routes } from '@vitrine/contract/routes';

/** Empty when the API is on the same origin as the dashboard. */
export const API_URL = (import.meta.env['VITE_API_URL'] ?? '').replace(/\/+$/, '');

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The route that this request prepares, named when the owner has to confirm the password. */
  readonly preparesFor?: Route;
  /** Repeats a request after a network error, which the owner already knows about. */
  readonly isRetry?: boolean;
  /** How much of the body is sent, from 0 to 100. */
  readonly onProgress?: (percent: number) => void;
}

/** Takes the change back, for calls whose response does not say how. */
type UndoWith<Response> = (response: Response) => Promise<unknown>;

/** A request whose route is not known at compile time. */
export interface AnyRequest extends RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** A form is sent as JSON where the contract says so. */
  readonly body?: FormData | File | object;
  readonly undo?: UndoWith<unknown>;
}

/** Exactly what a request to this route must send. */
export type RequestOf<R extends Route> = Route extends R
  ? AnyRequest
  : RequestOptions &
      ([keyof ParamsOf<R>] extends [never]
        ? { readonly params?: never }
        : { readonly params: ParamsOf<R> }) &
      (R['sends'] extends 'nothing' ? { readonly body?: never } : { readonly body: BodyOf<R> }) & {
        readonly query?: QueryOf<R>;
        readonly undo?: UndoWith<ApiResponse<R>>;
      };

type BodyOf<R extends Route> = R['sends'] extends 'archive' | 'file'
  ? File
  : R['sends'] extends 'form'
    ? FormData
    : FormData | InputOf<R>;

/**
 * A response. Other hosts may leave out the `message` of a specified call, and the fields that only
 * Vitrine's own service returns.
 */
export type ApiResponse<R extends Route> = R extends SpecifiedRoute
  ? Lenient<Omit<ResponseOf<CallOf<R>>, 'message'>> & { readonly message?: string }
  : ResponseOf<CallOf<R>>;

/** The calls of the specification, and those beside them. */
type SpecifiedRoute = {
  [Group in SpecifiedGroup]: (typeof routes)[Group][keyof (typeof routes)[Group]];
}[SpecifiedGroup];
type SpecifiedGroup = 'user' | 'softwareApplication' | 'skill' | 'timeline' | 'project' | 'message';

/** The event after the owner has signed in again, because the session had ended. */
export const SIGNED_IN = 'vitrine:signed-in';

const NETWORK_ERROR = 'Network Error';

export class ApiError extends Error {
  /** 0 when there was no response. */
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly code: Failure['code'];

  constructor(
    message: string,
    status = 0,
    fields: Readonly<Record<string, string>> = {},
    code: Failure['code'] = undefined,
  ) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.code = code;
  }

  /** There was no response, so it is not known whether the request arrived. */
  get isNetworkError(): boolean {
    return this.status === 0 && this.message === NETWORK_ERROR;
  }

  /** A 4xx response, such as 401 without a session. */
  get isClientError(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

export function urlOf(route: Route, { params = {}, query }: AnyRequest = {}): string {
  const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  return `${API_URL}/api/v1${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
}

type AskForPassword = (route: Route) => Promise<boolean>;
let askForPassword: AskForPassword = () => Promise.resolve(false);

/** Sets the function that asks the owner for the password. It resolves to whether it was confirmed. */
export function onPasswordNeeded(ask: AskForPassword): void {
  askForPassword = ask;
}

/**
 * Sends a request of the contract. If the host needs the password confirmed first, this asks the
 * owner for it and repeats the request. Responses are not validated: the browser ships no schemas.
 */
export function callApi<R extends Route>(route: R, request: RequestOf<R>): Promise<ApiResponse<R>>;
export async function callApi(route: Route, request: AnyRequest): Promise<unknown> {
  try {
    return await send(route, request);
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'confirm-password';
    if (!isNeeded || !(await askForPassword(request.preparesFor ?? route))) throw error;
    return send(route, request);
  }
}

/**
 * XMLHttpRequest, because fetch does not report upload progress. There is no timeout: a slow
 * connection is not an error.
 */
function send(route: Route, options: AnyRequest): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, urlOf(route, options));
    request.withCredentials = true;
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300;
      // Other hosts may respond to a change with an empty body, but not to a GET.
      const isEmpty = isDone && request.responseText === '' && route.method !== 'GET';
      const response = isEmpty ? {} : readJson(request.responseText);
      if (isDone && response !== undefined) resolve(response);
      else reject(errorOf(request.status, response));
    };
    request.onerror = () => reject(new ApiError(NETWORK_ERROR));
    request.onabort = () => reject(new ApiError('Request aborted'));
    request.ontimeout = () => reject(new ApiError(`timeout of ${request.timeout} ms exceeded`));
    options.signal?.addEventListener('abort', () => request.abort());

    const { onProgress } = options;
    // An upload listener makes a cross-origin request need a preflight, so add it only when used.
    if (onProgress)
      request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);

    const body = bodyOf(route, options);
    if (typeof body === 'string') request.setRequestHeader('content-type', 'application/json');
    // Otherwise the browser would choose the type by the file, and send a .json file as JSON.
    if (route.sends === 'file')
      request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(options.headers ?? {}))
      request.setRequestHeader(name, value);
    request.send(body ?? null);
  });
}

function bodyOf({ sends }: Route, { body }: AnyRequest): FormData | File | string | undefined {
  if (sends === 'nothing' || body === undefined) return undefined;
  if (body instanceof File) return body;
  const hasFile = body instanceof FormData && [...body.values()].some(isFile);
  if (body instanceof FormData && (sends === 'form' || hasFile)) return body;
  return JSON.stringify(body instanceof FormData ? Object.fromEntries(body) : body);
}

function isFile(value: FormDataEntryValue): value is File {
  return value instanceof File;
}

const CODES = ['confirm-password', 'second-factor'] as const satisfies readonly Failure['code'][];

export function errorOf(status: number, response: Record<string, unknown> | undefined): ApiError {
  const message = textOf(response?.['message']) ?? `Request failed with status code ${status}`;
  const fields = Object.entries(recordOf(response?.['fields']) ?? {}).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text]];
  });
  const code = CODES.find((one) => one === response?.['code']);
  return new ApiError(message, status, Object.fromEntries(fields), code);
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What only Vitrine's own service returns. Another host of the specified calls may leave it out. */
type Extra = KeyInResponses<
  | 'version'
  | 'revision'
  | 'trashed'
  | 'bannerAlt'
  | 'state'
  | 'publishAt'
  | 'hasDraft'
  | 'summary'
  | 'role'
  | 'startedOn'
  | 'endedOn'
  | 'featured'
  | 'gallery'
  | 'category'
  | 'link'
  | 'kind'
  | 'organization'
  | 'location'
  | 'fromMonth'
  | 'toMonth'
  | 'highlights'
  | 'links'
  | 'languages'
  | 'headline'
  | 'availability'
  | 'pronouns'
  | 'createdAt'
  | 'next'
  | 'unread'
  | 'unreadByFolder'
  | 'spamReasons'
  | 'showEmail'
  | 'showPhone'
  | 'mailMessages'
>;
type KeyInResponses<Key extends KeyIn<ResponseOf<AnyCall>>> = Key;
type KeyIn<T> = T extends readonly (infer Item)[]
  ? KeyIn<Item>
  : T extends object
    ? keyof T | KeyIn<T[keyof T]>
    : never;

type Lenient<T> = T extends readonly (infer Item)[]
  ? Lenient<Item>[]
  : T extends object
    ? { [K in keyof T as Exclude<K, Extra>]: Lenient<T[K]> } & {
        [K in keyof T as Extract<K, Extra>]?: T[K];
      }
    : T;
