import { collectionRoutes, publicRoutes } from './collection-routes.ts';
import {
  confirmed,
  del,
  get,
  large,
  post,
  put,
  reads,
  readsMessages,
  signedOut,
  toAnyone,
  writes,
  writesDrafts,
} from './route.ts';

/**
 * Every call: method, path under /api/v1, request format and access. No schemas here, so that the
 * browser bundle does not contain a validator.
 */

export type { Access, ParamsOf, Route, TokenScope } from './route.ts';

export const routes = {
  setup: {
    status: signedOut(get('/setup')),
    claim: signedOut(post('/setup/claim', 'nothing')),
    create: signedOut(post('/setup', 'json')),
    /** Where the first run continues. */
    saveStep: put('/setup/step', 'json'),
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
  ...collectionRoutes,
  testimonial: {
    ...collectionRoutes.testimonial,
    // A token must not get the link of an author.
    link: post('/testimonial/link/:id', 'nothing'),
    approve: writes(put('/testimonial/approve/:id', 'nothing')),
    decline: writes(put('/testimonial/decline/:id', 'nothing')),
    suggest: writes(put('/testimonial/suggest/:id', 'json')),
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
    reply: writes(post('/message/reply/:id', 'json')),
    cancelReply: writes(del('/message/reply/:id/:reply')),
    retryReply: writes(put('/message/reply/:id/:reply', 'nothing')),
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
    /** The page of an item with drafts. */
    previewItem: post('/site/preview/:noun', 'json'),
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
    readDoi: post('/import/doi', 'json'),
    readOrcid: post('/import/orcid', 'json'),
    apply: large(post('/import/apply', 'json')),
    /** The ID is that of an entry of the timeline. */
    citeEntry: post('/import/entry/:id', 'nothing'),
    undo: put('/import/undo/:id', 'nothing'),
  },
  // A token must not get the links of views, or the names of their readers.
  view: {
    list: get('/view/getall'),
    get: get('/view/get/:id'),
    choices: get('/view/choices'),
    add: post('/view/add', 'json'),
    update: put('/view/update/:id', 'json'),
    preview: post('/view/preview', 'json'),
    publish: put('/view/publish/:id', 'nothing'),
    revoke: put('/view/revoke/:id', 'nothing'),
    extend: put('/view/extend/:id', 'json'),
    duplicate: post('/view/duplicate/:id', 'nothing'),
    remove: del('/view/delete/:id'),
  },
  visit: {
    get: get('/visit/get'),
    update: put('/visit/update', 'json'),
  },
  /** With HOME_NETWORK only. */
  address: {
    get: get('/address/get'),
    update: confirmed(put('/address/update', 'json')),
  },
  // No token gets these: a destination decides where the site is sent to.
  copy: {
    list: get('/copy/getall'),
    add: confirmed(post('/copy/add', 'json')),
    test: confirmed(post('/copy/test', 'json')),
    update: confirmed(put('/copy/update/:id', 'json')),
    remove: confirmed(del('/copy/delete/:id')),
    start: post('/copy/start', 'json'),
  },
  backup: {
    status: get('/backup/status'),
    missing: get('/backup/missing'),
    createKey: confirmed(post('/backup/key', 'nothing')),
    saveKey: confirmed(put('/backup/key', 'json')),
    restore: confirmed(post('/backup/restore', 'archive')),
  },
  public: {
    portfolio: toAnyone(get('/public/portfolio')),
    ...publicRoutes,
    form: toAnyone(get('/public/form')),
    send: toAnyone(post('/public/messages', 'json')),
  },
};

/** Streams of server-sent events. */
export const streams = {
  /** Sends an event when messages have changed. */
  messages: get('/message/events'),
};

/** The header with the key of an encrypted backup that is restored. */
export const BACKUP_KEY = 'backup-key';

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
  /**
   * All posts as a zip of Markdown files with YAML front matter, and their pictures. Of a published post,
   * it has what visitors see.
   */
  posts: reads(get('/post/export')),
  /** The visits of each day as a CSV file with the columns day, kind, name and count. */
  visits: get('/visit/download'),
  /** The resume as a file, with the saved settings. */
  resume: reads(get('/resume/download/:format')),
};
