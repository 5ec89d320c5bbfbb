/**
 * Every call: method, path under /api/v1, request format and access. No schemas here, so that the
 * browser bundle does not contain a validator.
 */

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly sends: Sends;
  readonly access: Access;
  /** The password must have been entered in this session within the last ten minutes. */
  readonly needsConfirmation?: true;
}

/** What the dashboard sends. Where it is a form, the service also accepts JSON. */
type Sends = 'nothing' | 'json' | 'form' | 'json or form' | 'archive';

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

export const routes = {
  setup: {
    status: signedOut(get('/setup')),
    create: signedOut(post('/setup', 'json')),
  },
  user: {
    login: signedOut(post('/user/login', 'json')),
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
    confirm: post('/session/confirm', 'json'),
    /** Call it before an upload or a download, which cannot prompt for the password. */
    isConfirmed: confirmed(get('/session/confirm')),
  },
  softwareApplication: {
    list: get('/softwareapplication/getall'),
    add: post('/softwareapplication/add', 'form'),
    update: put('/softwareapplication/update/:id', 'form'),
    move: put('/softwareapplication/move/:id', 'json'),
    remove: del('/softwareapplication/delete/:id'),
  },
  skill: {
    list: get('/skill/getall'),
    add: post('/skill/add', 'form'),
    update: put('/skill/update/:id', 'json or form'),
    move: put('/skill/move/:id', 'json'),
    remove: del('/skill/delete/:id'),
  },
  timeline: {
    list: get('/timeline/getall'),
    add: post('/timeline/add', 'json or form'),
    update: put('/timeline/update/:id', 'json or form'),
    remove: del('/timeline/delete/:id'),
  },
  project: {
    list: get('/project/getall'),
    get: get('/project/get/:id'),
    add: post('/project/add', 'form'),
    update: put('/project/update/:id', 'form'),
    move: put('/project/move/:id', 'json'),
    remove: del('/project/delete/:id'),
  },
  message: {
    list: get('/message/getall'),
    remove: del('/message/delete/:id'),
    // Beyond the specification.
    update: put('/message/update', 'json'),
    removeSeveral: post('/message/delete', 'json'),
  },
  trash: {
    list: get('/trash/getall'),
    /** Moves several items at once. One item is moved with the call that deletes it. */
    add: post('/trash/add', 'json'),
    restore: put('/trash/restore', 'json'),
    remove: post('/trash/delete', 'json'),
    empty: del('/trash/empty'),
  },
  history: {
    list: get('/history/getall/:noun/:id'),
    get: get('/history/get/:id'),
    restore: put('/history/restore/:id', 'nothing'),
    undo: put('/history/undo/:id', 'nothing'),
  },
  backup: {
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
export function validationOf({ method, path, access }: Route): Route {
  return { method, path: `${path}/validate`, sends: 'json', access };
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
};

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
