/**
 * Every call: method, path under /api/v1, request format and access. No schemas here, so that the
 * browser bundle does not contain a validator.
 */

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
type Sends = 'nothing' | 'json' | 'form' | 'json or form' | 'archive' | 'file';

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

const { list, ...writesOfProjects } = orderedCollection('/project', 'form', 'form');

export const routes = {
  setup: {
    status: signedOut(get('/setup')),
    create: signedOut(post('/setup', 'json')),
  },
  user: {
    login: signedOut(post('/user/login', 'json')),
    // Beyond the specification: the second step of a login, if the second factor is on.
    loginWithCode: signedOut(post('/user/login/code', 'json')),
    me: get('/user/me'),
    logout: get('/user/logout'),
    updatePassword: put('/user/update/password', 'json'),
    updateProfile: put('/user/update/me', 'form'),
    forgotPassword: signedOut(post('/user/password/forgot', 'json')),
    resetPassword: signedOut(put('/user/password/reset/:token', 'json')),
    // Beyond the specification: reports an expired link before a password is typed.
    checkResetLink: signedOut(get('/user/password/reset/:token')),
  },
  session: {
    list: get('/session/getall'),
    remove: del('/session/delete/:id'),
    removeOthers: del('/session/others'),
    /** The ways in which this session can be confirmed. */
    confirmOptions: get('/session/confirm/options'),
    confirm: post('/session/confirm', 'json'),
    /** Call it before an upload or a download, which cannot prompt for the password. */
    isConfirmed: confirmed(get('/session/confirm')),
  },
  passkey: {
    list: get('/passkey/getall'),
    registerOptions: confirmed(post('/passkey/register/options', 'nothing')),
    register: confirmed(post('/passkey/register', 'json')),
    rename: put('/passkey/update/:id', 'json'),
    remove: confirmed(del('/passkey/delete/:id')),
    loginOptions: signedOut(post('/passkey/login/options', 'nothing')),
    login: signedOut(post('/passkey/login', 'json')),
    confirmOptions: post('/passkey/confirm/options', 'nothing'),
  },
  secondFactor: {
    get: get('/secondfactor/get'),
    /** Creates a secret, which `turnOn` confirms. */
    setUp: confirmed(post('/secondfactor/setup', 'nothing')),
    turnOn: confirmed(post('/secondfactor/add', 'json')),
    turnOff: confirmed(del('/secondfactor/delete')),
    renewCodes: confirmed(post('/secondfactor/codes', 'nothing')),
  },
  token: {
    list: get('/token/getall'),
    add: confirmed(post('/token/add', 'json')),
    remove: del('/token/delete/:id'),
  },
  audit: {
    list: get('/audit/getall'),
  },
  softwareApplication: orderedCollection('/softwareapplication', 'form', 'form'),
  skill: orderedCollection('/skill', 'form', 'json or form'),
  timeline: collection('/timeline', 'json or form', 'json or form'),
  project: {
    list,
    get: reads(get('/project/get/:id')),
    ...writesOfProjects,
    addDraft: writesDrafts(post('/project/draft/add', 'form')),
    saveDraft: writesDrafts(put('/project/draft/update/:id', 'form')),
    discardDraft: writesDrafts(del('/project/draft/delete/:id')),
    publish: writes(put('/project/publish/:id', 'json')),
    unpublish: writes(put('/project/unpublish/:id', 'nothing')),
    schedule: writes(put('/project/schedule/:id', 'json')),
  },
  image: {
    list: reads(get('/image/getall')),
    add: writesDrafts(post('/image/add', 'form')),
  },
  icon: {
    search: reads(get('/icon/search')),
  },
  message: {
    list: readsMessages(get('/message/getall')),
    remove: writes(del('/message/delete/:id')),
    // Beyond the specification.
    update: writes(put('/message/update', 'json')),
    removeSeveral: writes(post('/message/delete', 'json')),
  },
  trash: {
    list: reads(get('/trash/getall')),
    /** Moves several items at once. One item is moved with the call that deletes it. */
    add: writes(post('/trash/add', 'json')),
    restore: writes(put('/trash/restore', 'json')),
    remove: confirmed(post('/trash/delete', 'json')),
    empty: confirmed(del('/trash/empty')),
  },
  history: {
    list: get('/history/getall/:noun/:id'),
    get: get('/history/get/:id'),
    restore: put('/history/restore/:id', 'nothing'),
    undo: put('/history/undo/:id', 'nothing'),
  },
  site: {
    get: reads(get('/site/get')),
    saveDraft: writes(put('/site/draft/update', 'json')),
    discardDraft: writes(del('/site/draft/delete')),
    publish: writes(put('/site/publish', 'nothing')),
    preview: writes(post('/site/preview', 'nothing')),
  },
  resume: {
    get: reads(get('/resume/get')),
    update: writes(put('/resume/update', 'json')),
    preview: reads(post('/resume/preview', 'json')),
    check: reads(post('/resume/check', 'json')),
    failures: reads(get('/resume/failures')),
  },
  import: {
    read: post('/import/read', 'file'),
    readGithub: post('/import/github', 'json'),
    apply: large(post('/import/apply', 'json')),
    undo: put('/import/undo/:id', 'nothing'),
  },
  backup: {
    status: get('/backup/status'),
    missing: get('/backup/missing'),
    restore: confirmed(post('/backup/restore', 'archive')),
  },
  public: {
    portfolio: toAnyone(get('/public/portfolio')),
    project: toAnyone(get('/public/projects/:id')),
    form: toAnyone(get('/public/form')),
    send: toAnyone(post('/public/messages', 'json')),
  },
};

/** The route that validates the fields of a form before its files are sent. */
export function validationOf({ method, path, access, scope }: Route): Route {
  return { method, path: `${path}/validate`, sends: 'json', access, ...(scope && { scope }) };
}

/** Streams of server-sent events. */
export const streams = {
  /** Sends an event when messages have changed. */
  messages: get('/message/events'),
};

/** Downloads of files. */
export const downloads = {
  /** A backup as a tar file. */
  backup: confirmed(get('/backup/download')),
  /**
   * The public site as a zip of static files. The query takes `contact`, which is `form` or `mail`, and
   * `url`, the address of the export if it is not that of the site. The response starts when all pages
   * are rendered, with the exact Content-Length. Returns 409 if there is no site or no address for mail.
   */
  site: reads(get('/site/download')),
  /** The resume as a file, with the saved settings. */
  resume: reads(get('/resume/download/:format')),
};

/** The calls of a collection, with what the forms to add and to update an item send. */
function collection<P extends string, A extends Sends, U extends Sends>(
  path: P,
  adds: A,
  updates: U,
) {
  return {
    list: reads(get(`${path}/getall` as const)),
    add: writes(post(`${path}/add` as const, adds)),
    update: writes(put(`${path}/update/:id` as const, updates)),
    remove: writes(del(`${path}/delete/:id` as const)),
  };
}

/** Those of a collection that the owner orders. */
function orderedCollection<P extends string, A extends Sends, U extends Sends>(
  path: P,
  adds: A,
  updates: U,
) {
  const { remove, ...others } = collection(path, adds, updates);
  return { ...others, move: writes(put(`${path}/move/:id` as const, 'json')), remove };
}

function get<P extends string>(path: P) {
  return { method: 'GET', path, sends: 'nothing', access: 'owner' } as const;
}

function post<P extends string, S extends Sends>(path: P, sends: S) {
  return { method: 'POST', path, sends, access: 'owner' } as const;
}

function put<P extends string, S extends Sends>(path: P, sends: S) {
  return { method: 'PUT', path, sends, access: 'owner' } as const;
}

function del<P extends string>(path: P) {
  return { method: 'DELETE', path, sends: 'nothing', access: 'owner' } as const;
}

/** Calls for which a stolen session cookie must not be enough. */
function confirmed<R extends Route>(route: R): R & { readonly needsConfirmation: true } {
  return { ...route, needsConfirmation: true };
}

/** Calls that an API token may make. Calls that can change the profile or the account have no scope. */
function withScope<R extends Route, S extends TokenScope>(
  scope: S,
  route: R,
): R & { readonly scope: S } {
  return { ...route, scope };
}

function reads<R extends Route>(route: R) {
  return withScope('read', route);
}

/** Not part of the portfolio, so that a script that builds a site does not get what visitors wrote. */
function readsMessages<R extends Route>(route: R) {
  return withScope('read-messages', route);
}

/** Calls that store something that visitors do not see. */
function writesDrafts<R extends Route>(route: R) {
  return withScope('write-drafts', route);
}

function writes<R extends Route>(route: R) {
  return withScope('write', route);
}

/** Calls that take many items at once. */
function large<R extends Route>(route: R): R & { readonly isLarge: true } {
  return { ...route, isLarge: true };
}

/** Calls that work before signing in. */
function signedOut<R extends Route>(
  route: R,
): Omit<R, 'access'> & { readonly access: 'dashboard' } {
  return { ...route, access: 'dashboard' };
}

/** Calls for visitors and the owner's site, from any origin. */
function toAnyone<R extends Route>(route: R): Omit<R, 'access'> & { readonly access: 'anyone' } {
  return { ...route, access: 'anyone' };
}
