/** A route, and the functions that make one. No schemas here, so that the browser bundle does not contain a validator. */

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly sends: Sends;
  readonly access: Access;
  /** The session must have been confirmed within the last ten minutes. */
  readonly needsConfirmation?: true;
  /** The JSON can have up to 2 MB instead of 512 KB. */
  readonly isLarge?: true;
  /** The least scope of an API token that may make the call. Without one, no token may. */
  readonly scope?: TokenScope;
}

/** What an API token allows in the portfolio. Each of these scopes includes those before it. */
export const PORTFOLIO_SCOPES = ['read', 'write-drafts', 'write'] as const;
/** Only `read-messages` opens the inbox. */
export const TOKEN_SCOPES = [...PORTFOLIO_SCOPES, 'read-messages'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Whether a token with these scopes may make a call that needs `needed`. */
export function hasScope(scopes: readonly TokenScope[], needed: TokenScope): boolean {
  if (needed === 'read-messages') return scopes.includes(needed);
  const enough = PORTFOLIO_SCOPES.slice(PORTFOLIO_SCOPES.indexOf(needed));
  return enough.some((scope) => scopes.includes(scope));
}

/** What the dashboard sends. Where it is a form, the service also accepts JSON. */
export type Sends = 'nothing' | 'json' | 'form' | 'json or form' | 'archive' | 'file';

/**
 * owner: the owner's session, from the dashboard's own origin.
 * dashboard: no session, but from the dashboard's own origin only.
 * anyone: any site, any visitor.
 */
export type Access = 'owner' | 'dashboard' | 'anyone';

/** The parameters in a route's path: `{ id: string }` for `/skill/delete/:id`. */
export type ParamsOf<R extends Route> = { readonly [Name in ParamNamesIn<R['path']>]: string };

type ParamNamesIn<Path extends string> = string extends Path
  ? string
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | ParamNamesIn<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** The route that validates the fields of a form before its files are sent. */
export function makeValidation({ method, path, access, scope }: Route): Route {
  return { method, path: `${path}/validate`, sends: 'json', access, ...(scope && { scope }) };
}

export function get<P extends string>(path: P) {
  return { method: 'GET', path, sends: 'nothing', access: 'owner' } as const;
}

export function post<P extends string, S extends Sends>(path: P, sends: S) {
  return { method: 'POST', path, sends, access: 'owner' } as const;
}

export function put<P extends string, S extends Sends>(path: P, sends: S) {
  return { method: 'PUT', path, sends, access: 'owner' } as const;
}

export function del<P extends string>(path: P) {
  return { method: 'DELETE', path, sends: 'nothing', access: 'owner' } as const;
}

/** Calls for which a stolen session cookie must not be enough. */
export function confirmed<R extends Route>(route: R): R & { readonly needsConfirmation: true } {
  return { ...route, needsConfirmation: true };
}

/** Calls that an API token may make. Calls that can change the profile or the account have no scope. */
export function withScope<R extends Route, S extends TokenScope>(
  scope: S,
  route: R,
): R & { readonly scope: S } {
  return { ...route, scope };
}

export function reads<R extends Route>(route: R) {
  return withScope('read', route);
}

/** Not part of the portfolio, so that a script that builds a site does not get what visitors wrote. */
export function readsMessages<R extends Route>(route: R) {
  return withScope('read-messages', route);
}

/** Calls that store something that visitors do not see. */
export function writesDrafts<R extends Route>(route: R) {
  return withScope('write-drafts', route);
}

export function writes<R extends Route>(route: R) {
  return withScope('write', route);
}

/** Calls that take many items at once. */
export function large<R extends Route>(route: R): R & { readonly isLarge: true } {
  return { ...route, isLarge: true };
}

/** Calls that work before signing in. */
export function signedOut<R extends Route>(
  route: R,
): Omit<R, 'access'> & { readonly access: 'dashboard' } {
  return { ...route, access: 'dashboard' };
}

/** Calls for visitors and the owner's site, from any origin. */
export function toAnyone<R extends Route>(
  route: R,
): Omit<R, 'access'> & { readonly access: 'anyone' } {
  return { ...route, access: 'anyone' };
}
