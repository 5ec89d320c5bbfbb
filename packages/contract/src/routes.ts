/**
 * Every call, in one table: method, path under /api/v1, what it sends.
 * It knows nothing of schemas, so that the browser can carry it without carrying a validator.
 */

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly sends: Sends;
  readonly access: Access;
  /** The password must have been entered in this session within the last ten minutes. */
  readonly needsConfirmation?: true;
}

/** What the dashboard sends. The service reads JSON and forms alike wherever a form may come. */
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
    // Ours: a dead link is known before a password is typed.
    checkResetLink: signedOut(get('/user/password/reset/:token')),
  },
  session: {
    list: get('/session/getall'),
    remove: del('/session/delete/:id'),
    removeOthers: del('/session/others'),
    confirm: post('/session/confirm', 'json'),
    /** Asked before an upload or a download, which cannot ask for the password halfway. */
    isConfirmed: confirmed(get('/session/confirm')),
  },
  softwareApplication: {
    list: get('/softwareapplication/getall'),
    add: post('/softwareapplication/add', 'form'),
    remove: del('/softwareapplication/delete/:id'),
  },
  skill: {
    list: get('/skill/getall'),
    add: post('/skill/add', 'form'),
    update: put('/skill/update/:id', 'json'),
    remove: del('/skill/delete/:id'),
  },
  timeline: {
    list: get('/timeline/getall'),
    add: post('/timeline/add', 'json or form'),
    remove: del('/timeline/delete/:id'),
  },
  project: {
    list: get('/project/getall'),
    get: get('/project/get/:id'),
    add: post('/project/add', 'form'),
    update: put('/project/update/:id', 'form'),
    remove: del('/project/delete/:id'),
  },
  message: {
    list: get('/message/getall'),
    remove: del('/message/delete/:id'),
    // Ours, beyond what a dashboard of this kind needs of its host.
    update: put('/message/update', 'json'),
    removeSeveral: post('/message/delete', 'json'),
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

/** Where the fields of a form are checked before its files are sent. Nothing is stored. */
export function validationOf({ method, path, access }: Route): Route {
  return { method, path: `${path}/validate`, sends: 'json', access };
}

/** Not calls, which are answered, but streams of server-sent events. */
export const streams = {
  /** Says that messages have changed. */
  messages: get('/message/events'),
};

/** Not calls either, but whole files. */
export const downloads = {
  /** Everything, as a tar file. */
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

/** What a stolen cookie alone must not be enough for. */
function confirmed<R extends Route>(route: R): R & { readonly needsConfirmation: true } {
  return { ...route, needsConfirmation: true };
}

/** The few calls that work before signing in. */
function signedOut<R extends Route>(
  route: R,
): Omit<R, 'access'> & { readonly access: 'dashboard' } {
  return { ...route, access: 'dashboard' };
}

/** What visitors and the owner's own site need, from wherever they are. */
function toAnyone<R extends Route>(route: R): Omit<R, 'access'> & { readonly access: 'anyone' } {
  return { ...route, access: 'anyone' };
}
