import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createVitrine, VitrineError } from './client.ts';

const MESSAGE = {
  senderName: 'Mary Somerville',
  subject: 'A visit',
  email: 'mary@example.com',
  message: 'May I come and see the engine?',
};
/** To be sent faster than this counts toward spam. */
const WRITING_MS = 3_100;

const site = useApp();
let line: Line;

beforeAll(async () => {
  line = await startLine(site.app.origin);
});

afterAll(() => line.stop());

beforeEach(async () => {
  line.does('work');
  await site.app.db.deleteFrom('rate_limit').execute();
  await site.app.db.deleteFrom('message').execute();
});

describe('reading', () => {
  test('returns the portfolio as one typed document', async () => {
    const form = { title: 'Weaving', proficiency: '80', svg: uploads.svg() };
    await site.owner.call(calls.skill.add, { form });
    await site.app.waitUntilIdle();
    const { profile, projects, skills } = await createVitrine(line.origin).portfolio();
    expect(profile.fullName).toBe('Ada Lovelace');
    expect(profile.email).toBeUndefined();
    expect(projects).toEqual([]);
    expect(skills).toMatchObject([{ title: 'Weaving', proficiency: 80 }]);
  });

  test('returns a single project', async () => {
    const added = await site.owner.call(calls.project.add, {
      form: {
        title: 'Engine',
        description: 'It weaves.',
        technologies: 'Brass',
        stack: 'Mern',
        deployed: 'No',
        projectBanner: await uploads.png(),
      },
    });
    await site.app.waitUntilIdle();
    const project = await createVitrine(`${line.origin}/`).project(added.body.project._id);
    expect(project.title).toBe('Engine');
    expect(project.projectBanner.placeholder).toMatch(/^data:image\//);
  });

  test('rejects with the service’s message for an unknown project', async () => {
    const failure = await failureOf(createVitrine(line.origin).project(UNKNOWN));
    expect(failure).toMatchObject({
      name: 'VitrineError',
      status: 404,
      message: 'This project does not exist. It may have been deleted.',
      fields: {},
    });
  });

  test('rejects with a readable message without a response', async () => {
    line.does('break');
    const failure = await failureOf(createVitrine(line.origin).portfolio());
    expect(failure.status).toBe(0);
    expect(failure.message).toBe(
      'The server did not respond. Check your connection and try again.',
    );
  });

  test('rejects with a readable message for a response that is not from Vitrine', async () => {
    line.does('respond itself');
    const failure = await failureOf(createVitrine(line.origin).portfolio());
    expect(failure.status).toBe(502);
    expect(failure.message).toBe('Something went wrong. Please try again later.');
  });
});

describe('the contact form', () => {
  /** Forms that have been open long enough for a person to write a message. */
  let inbox: Form, honeypot: Form, retried: Form, shared: Form;

  beforeAll(async () => {
    line.does('work');
    const before = line.responses();
    const open = () => createVitrine(line.origin).contactForm();
    [inbox, honeypot, retried, shared] = [open(), open(), open(), open()];
    // The time counts from the tokens, which arrive late on a busy machine.
    await vi.waitUntil(() => line.responses() === before + 4, 30_000);
    await sleep(WRITING_MS);
  });

  test('delivers a message to the inbox', async () => {
    expect(await inbox.send(MESSAGE)).toBe('Thank you. Your message was sent.');
    expect(await received()).toEqual([{ subject: 'A visit', folder: 'inbox' }]);
  });

  test('reports invalid fields by name', async () => {
    const form = createVitrine(line.origin).contactForm();
    const failure = await failureOf(form.send({ ...MESSAGE, email: 'mary', subject: ' ' }));
    expect(failure.status).toBe(400);
    expect(failure.fields).toEqual({
      email: 'Enter a valid email address, like m@example.com.',
      subject: 'Enter the subject.',
    });
    expect(await received()).toEqual([]);
  });

  test('returns the same response to a bot that fills in the honeypot', async () => {
    const result = await honeypot.send({ ...MESSAGE, website: 'https://spam.example' });
    expect(result).toBe('Thank you. Your message was sent.');
    expect(await received()).toEqual([{ subject: 'A visit', folder: 'spam' }]);
  });

  test('stores a message once when it is retried after a lost response', async () => {
    line.does('lose responses');
    for (let n = 0; n < 2; n += 1) expect((await failureOf(retried.send(MESSAGE))).status).toBe(0);
    line.does('work');
    expect(await retried.send({ ...MESSAGE })).toBe('Thank you. Your message was sent.');
    expect(await received()).toEqual([{ subject: 'A visit', folder: 'inbox' }]);
  });

  test('sends a message once on a double click', async () => {
    const form = createVitrine(line.origin).contactForm();
    await Promise.all([form.send(MESSAGE), form.send(MESSAGE)]);
    expect(await received()).toHaveLength(1);
  });

  test('stores another message, and the same message sent again later', async () => {
    const form = createVitrine(line.origin).contactForm();
    line.does('lose responses');
    await failureOf(form.send(MESSAGE));
    line.does('work');
    await form.send({ ...MESSAGE, subject: 'A second visit' });
    await form.send({ ...MESSAGE, subject: 'A second visit' });
    const subjects = (await received()).map(({ subject }) => subject);
    expect(subjects).toEqual(['A visit', 'A second visit', 'A second visit']);
  });

  test('delivers a second message from the same form while the first has no response', async () => {
    await Promise.all([
      shared.send(MESSAGE),
      shared.send({ ...MESSAGE, subject: 'A second visit', message: 'I forgot to say when.' }),
    ]);
    await shared.send({ ...MESSAGE, subject: 'A third visit', message: 'And with whom.' });
    expect(await received()).toEqual([
      { subject: 'A visit', folder: 'inbox' },
      { subject: 'A second visit', folder: 'inbox' },
      { subject: 'A third visit', folder: 'inbox' },
    ]);
  });

  test('delivers a message from a form that was shown while offline', async () => {
    line.does('break');
    const form = createVitrine(line.origin).contactForm();
    expect((await failureOf(form.send(MESSAGE))).status).toBe(0);
    line.does('work');
    expect(await form.send(MESSAGE)).toBe('Thank you. Your message was sent.');
    expect(await received()).toEqual([{ subject: 'A visit', folder: 'inbox' }]);
  });
});

async function failureOf(call: Promise<unknown>): Promise<VitrineError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof VitrineError)) throw new Error('It did not fail as it should.');
  return error;
}

function received() {
  return site.app.db.selectFrom('message').select(['subject', 'folder']).orderBy('seq').execute();
}

type Form = ReturnType<ReturnType<typeof createVitrine>['contactForm']>;
type Behavior = 'work' | 'break' | 'lose responses' | 'respond itself';
type Line = Awaited<ReturnType<typeof startLine>>;

/** A proxy to the service that can simulate network failures. */
async function startLine(target: string) {
  let behavior: Behavior = 'work';
  let responses = 0;
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (behavior === 'break') return void request.socket.destroy();
    if (behavior === 'respond itself') return void response.writeHead(502).end('<h1>502</h1>');
    const result = await fetch(`${target}${request.url}`, await sentBy(request));
    const body = await result.text();
    if (behavior === 'lose responses' && request.method === 'POST') request.socket.destroy();
    else response.writeHead(result.status, { 'content-type': 'application/json' }).end(body);
    responses += 1;
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    responses: () => responses,
    does(next: Behavior) {
      behavior = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function sentBy(request: IncomingMessage): Promise<RequestInit> {
  if (request.method !== 'POST') return {};
  const headers = new Headers();
  for (const name of ['content-type', 'idempotency-key'])
    headers.set(name, String(request.headers[name]));
  const body = Buffer.concat(await request.toArray()).toString();
  return { method: 'POST', headers, body };
}
