import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setupCalls } from '@vitrine/contract/user';
import type { z } from 'zod';
import type { Db } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { deleteDevices } from '../http/device-store.ts';
import { HttpError } from '../http/errors.ts';
import { deleteAllSessions } from '../http/session-store.ts';
import { hashPassword } from '../modules/user/password.ts';
import { requireStrongPassword } from '../modules/user/password-policy.ts';
import { deleteResets } from '../modules/user/password-reset-store.ts';
import { deleteSetupCodes } from '../modules/user/setup-store.ts';
import { createOwner, findLogin, findUser, setPassword } from '../modules/user/user-store.ts';

/** Why it cannot be done, for the person at the terminal. */
export class Unusable extends Error {}

const NewOwner = setupCalls.create.input.omit({ code: true });

const HINT = 'vitrine owner create, or vitrine owner password';

/**
 * `vitrine owner create` makes the owner, `vitrine owner password` sets a new password, for whoever
 * has the machine. Both ask; answers may also be piped in, one a line. Says what was done.
 */
export async function changeOwner(db: Db, what: string | undefined): Promise<string> {
  if (what !== 'create' && what !== 'password') throw new Unusable(`Say what to do: ${HINT}`);
  await migrate(db);
  try {
    return await (what === 'create' ? create(db) : password(db));
  } catch (error) {
    if (error instanceof HttpError) throw new Unusable(error.message);
    throw error;
  }
}

async function create(db: Db): Promise<string> {
  if (await findLogin(db)) throw new Unusable('There is an owner already.');
  const [fullName, email, chosen] = await ask(['Full name', 'E-mail', 'Password']);
  const owner = check(NewOwner, { fullName, email, password: chosen });
  await requireStrongPassword('password', owner.password, owner);
  const passwordHash = await hashPassword(owner.password);
  const id = await db.transaction().execute(async (trx) => {
    await deleteSetupCodes(trx);
    return createOwner(trx, { ...owner, passwordHash });
  });
  if (id === undefined) throw new Unusable('There is an owner already.');
  return `${owner.fullName} is the owner now.`;
}

async function password(db: Db): Promise<string> {
  const login = await findLogin(db);
  if (!login) throw new Unusable('There is no owner yet. Make one: vitrine owner create');
  const [chosen] = await ask(['New password']);
  const { password: valid } = check(NewOwner.pick({ password: true }), { password: chosen });
  await requireStrongPassword('password', valid, await findUser(db));
  const passwordHash = await hashPassword(valid);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, login.id, passwordHash);
    await deleteAllSessions(trx, login.id);
    await deleteDevices(trx, login.id);
    await deleteResets(trx, login.id);
  });
  return `The password of ${login.email} is set, and every session was signed out.`;
}

/** A password is not shown while it is typed, so at a terminal it is typed twice. */
async function ask(questions: string[]): Promise<string[]> {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output, terminal: stdin.isTTY });
  const lines = terminal[Symbol.asyncIterator]();
  const answerTo = async (question: string): Promise<string> => {
    stdout.write(`${question}: `);
    isHidden = /password/i.test(question);
    const { value, done } = await lines.next();
    if (isHidden) stdout.write('\n');
    if (done) throw new Unusable('Nothing was changed.');
    return value;
  };
  const answers: string[] = [];
  for (const question of questions) {
    const answer = await answerTo(question);
    if (isHidden && stdin.isTTY && answer !== (await answerTo(`${question} once more`))) {
      throw new Unusable('The two passwords are not the same. Nothing was changed.');
    }
    answers.push(answer);
  }
  terminal.close();
  return answers;
}

function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const checked = schema.safeParse(value);
  if (!checked.success)
    throw new Unusable(checked.error.issues.map((issue) => issue.message).join('\n'));
  return checked.data;
}
