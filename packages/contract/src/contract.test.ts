import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { routes, streams } from './routes.ts';

const {
  setup,
  session,
  secondFactor,
  backup,
  trash,
  history,
  image,
  icon,
  site,
  public: _public,
  ...others
} = routes;
const { loginWithCode, checkResetLink, ...user } = others.user;
const {
  update: updateApplication,
  move: moveApplication,
  ...softwareApplication
} = others.softwareApplication;
const { move: moveSkill, ...skill } = others.skill;
const { update: updateTimeline, ...timeline } = others.timeline;
const {
  move: moveProject,
  addDraft,
  saveDraft,
  discardDraft,
  publish,
  unpublish,
  schedule,
  ...project
} = others.project;
const {
  update: updateMessages,
  removeSeveral,
  reply,
  cancelReply,
  retryReply,
  ...message
} = others.message;
/** The calls of the specification; the others are additions. */
const specified = { user, softwareApplication, skill, timeline, project, message };
const additions = [
  updateApplication,
  moveApplication,
  moveSkill,
  updateTimeline,
  moveProject,
  addDraft,
  saveDraft,
  discardDraft,
  publish,
  unpublish,
  schedule,
  updateMessages,
  removeSeveral,
  reply,
  cancelReply,
  retryReply,
  ...Object.values({ ...session, ...secondFactor, ...streams, ...trash, ...history }),
  ...Object.values({ ...image, ...icon, ...site }),
];

test('has the 24 calls of the specification, in its order', () => {
  const table = Object.values(specified).flatMap((group) =>
    Object.values(group).map(({ method, path, sends }) => [method, path, sends]),
  );
  expect(table).toEqual([
    ['POST', '/user/login', 'json'],
    ['GET', '/user/me', 'nothing'],
    ['GET', '/user/logout', 'nothing'],
    ['PUT', '/user/update/password', 'json'],
    ['PUT', '/user/update/me', 'form'],
    ['POST', '/user/password/forgot', 'json'],
    ['PUT', '/user/password/reset/:token', 'json'],
    ['GET', '/softwareapplication/getall', 'nothing'],
    ['POST', '/softwareapplication/add', 'form'],
    ['DELETE', '/softwareapplication/delete/:id', 'nothing'],
    ['GET', '/skill/getall', 'nothing'],
    ['POST', '/skill/add', 'form'],
    // JSON as specified, or a form with a new icon.
    ['PUT', '/skill/update/:id', 'json or form'],
    ['DELETE', '/skill/delete/:id', 'nothing'],
    ['GET', '/timeline/getall', 'nothing'],
    ['POST', '/timeline/add', 'json or form'],
    ['DELETE', '/timeline/delete/:id', 'nothing'],
    ['GET', '/project/getall', 'nothing'],
    ['GET', '/project/get/:id', 'nothing'],
    ['POST', '/project/add', 'form'],
    ['PUT', '/project/update/:id', 'form'],
    ['DELETE', '/project/delete/:id', 'nothing'],
    ['GET', '/message/getall', 'nothing'],
    ['DELETE', '/message/delete/:id', 'nothing'],
  ]);
  expect(Object.values(setup).map(({ path }) => path)).toEqual([
    '/setup',
    '/setup/claim',
    '/setup',
    '/setup/step',
  ]);
});

test('restricts the additional calls to the owner, except the public ones', () => {
  expect(checkResetLink).toMatchObject({ method: 'GET', path: user.resetPassword.path });
  for (const { access } of additions) expect(access).toBe('owner');
  expect(loginWithCode).toMatchObject({ access: 'dashboard', path: '/user/login/code' });
  expect(Object.values(routes.public).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /public/portfolio',
    'GET /public/projects/:id',
    'GET /public/posts/:id',
    'GET /public/form',
    'POST /public/messages',
  ]);
  for (const { access } of Object.values(routes.public)) expect(access).toBe('anyone');
});

test('requires a session except for login and password reset', () => {
  const open = Object.values(specified).flatMap((group) =>
    Object.values(group).flatMap(({ access, path }) => (access === 'owner' ? [] : path)),
  );
  expect(open).toEqual(['/user/login', '/user/password/forgot', '/user/password/reset/:token']);
});

test('has a call for every route and a route for every call', () => {
  for (const [noun, group] of Object.entries<Record<string, Call>>(calls)) {
    const table = Object.entries(routes).find(([name]) => name === noun)?.[1];
    expect(Object.values(group).map((call) => call.route)).toEqual(Object.values(table ?? {}));
  }
});

test('declares exactly the parameters of each path', () => {
  for (const call of Object.values(calls).flatMap((group) => Object.values<Call>(group))) {
    const names = [...call.route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect(Object.keys(call.params.shape)).toEqual(names);
  }
});
