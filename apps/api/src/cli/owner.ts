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

/** An error whose message is shown in the terminal without a stack trace. */
export class CliError extends Error {}

const NewOwner = setupCalls.create.input.omit({ code: true });

const HINT = 'vitrine owner create or vitrine owner password';

/**
 * `vitrine owner create` creates the owner, and `vitrine owner password` sets a new password. Both
 * prompt for input, which can also be piped in, one line each. Returns a message about the result.
 */
export async function changeOwner(db: Db, action: string | undefined): Promise<string> {
  if (action !== 'create' && action !== 'password') throw new CliError(`Choose an action: ${HINT}`);
  await migrate(db);
  try {
    return await (action === 'create' ? create(db) : password(db));
  } catch (error) {
    if (error instanceof HttpError) throw new CliError(error.message);
    throw error;
  }
}

async function create(db: Db): Promise<string> {
  if (await findLogin(db)) throw new CliError('There is already an owner.');
  const [fullName, email, chosen] = await prompt(['Full name', 'Email', 'Password']);
  const owner = check(NewOwner, { fullName, email, password: chosen });
  await requireStrongPassword('password', owner.password, owner);
  const passwordHash = await hashPassword(owner.password);
  const id = await db.transaction().execute(async (trx) => {
    await deleteSetupCodes(trx);
    return createOwner(trx, { ...owner, passwordHash });
  });
  if (id === undefined) throw new CliError('There is already an owner.');
  return `Created the owner ${owner.fullName}.`;
}

async function password(db: Db): Promise<string> {
  const login = await findLogin(db);
  if (!login) throw new CliError('There is no owner yet. Run vitrine owner create.');
  const [chosen] = await prompt(['New password']);
  const { password: valid } = check(NewOwner.pick({ password: true }), { password: chosen });
  await requireStrongPassword('password', valid, await findUser(db));
  const passwordHash = await hashPassword(valid);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, login.id, passwordHash);
    await deleteAllSessions(trx, login.id);
    await deleteDevices(trx, login.id);
    await deleteResets(trx, login.id);
  });
  return `Set a new password for ${login.email} and signed out all sessions.`;
}

/** Prompts for input. Passwords are hidden, so a terminal asks for them twice. */
async function prompt(questions: string[]): Promise<string[]> {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output, terminal: stdin.isTTY });
  const lines = terminal[Symbol.asyncIterator]();
  const readLine = async (question: string): Promise<string> => {
    stdout.write(`${question}: `);
    isHidden = /password/i.test(question);
    const { value, done } = await lines.next();
    if (isHidden) stdout.write('\n');
    if (done) throw new CliError('Nothing was changed.');
    return value;
  };
  const answers: string[] = [];
  for (const question of questions) {
    const answer = await readLine(question);
    if (
      isHidden &&
      stdin.isTTY &&
      answer !== (await readLine(`Repeat the ${question.toLowerCase()}`))
    ) {
      throw new CliError('The passwords do not match. Nothing was changed.');
    }
    answers.push(answer);
  }
  terminal.close();
  return answers;
}

function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const checked = schema.safeParse(value);
  if (!checked.success)
    throw new CliError(checked.error.issues.map((issue) => issue.message).join('\n'));
  return checked.data;
}
