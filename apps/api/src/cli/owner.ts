import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setupCalls } from '@vitrine/contract/user';
import type { z } from 'zod';
import { deleteAllTokens } from '../auth/api-token-store.ts';
import { fromHost, recordEvent } from '../auth/audit-store.ts';
import type { Db, Trx } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { ExpectedError } from '../expected-error.ts';
import { endAccess } from '../modules/user/end-access.ts';
import { removeAllPasskeys } from '../modules/user/passkey-store.ts';
import { hashPassword } from '../modules/user/password.ts';
import { requireStrongPassword } from '../modules/user/password-policy.ts';
import { turnOff } from '../modules/user/second-factor-store.ts';
import { deleteSetupCodes } from '../modules/user/setup-store.ts';
import { createOwner, findLogin, findUser, setPassword } from '../modules/user/user-store.ts';

/** An error whose message is shown in the terminal without a stack trace. */
export class CliError extends Error {}

const NewOwner = setupCalls.create.input
  .omit({ code: true, hasFirstRun: true })
  .required({ fullName: true });

const ACTIONS = { create, password, recover };

const HINT = 'vitrine owner create, vitrine owner password or vitrine owner recover';

/**
 * `vitrine owner create` creates the owner, `vitrine owner password` sets a new password, and `vitrine
 * owner recover` also removes what else a login needs. All prompt for input, which can also be piped in,
 * one line each. Returns a message about the result.
 */
export async function changeOwner(db: Db, action: string | undefined): Promise<string> {
  if (!isAction(action)) throw new CliError(`Choose an action: ${HINT}`);
  await migrate(db);
  try {
    return await ACTIONS[action](db);
  } catch (error) {
    if (error instanceof ExpectedError) throw new CliError(error.message);
    throw error;
  }
}

function isAction(action: string | undefined): action is keyof typeof ACTIONS {
  return action !== undefined && Object.hasOwn(ACTIONS, action);
}

async function create(db: Db): Promise<string> {
  if (await findLogin(db)) throw new CliError('There is already an owner.');
  const [fullName, email, chosen] = await prompt(['Full name', 'Email', 'Password']);
  const owner = check(NewOwner, { fullName, email, password: chosen });
  await requireStrongPassword('password', owner.password, owner);
  const passwordHash = await hashPassword(owner.password);
  const id = await db.transaction().execute(async (trx) => {
    await deleteSetupCodes(trx);
    const created = await createOwner(trx, { ...owner, passwordHash });
    if (created !== undefined)
      await recordEvent(trx, 'owner-created', fromHost('vitrine owner create'));
    return created;
  });
  if (id === undefined) throw new CliError('There is already an owner.');
  return `Created the owner ${owner.fullName}.`;
}

async function password(db: Db): Promise<string> {
  const email = await replacePassword(db, (trx) =>
    recordEvent(trx, 'password-changed', fromHost('vitrine owner password')),
  );
  return `Set a new password for ${email}, removed all API tokens, and signed out all sessions.`;
}

/** The way back for an owner who can no longer sign in, or whose account someone else has taken over. */
async function recover(db: Db): Promise<string> {
  let wasOn = false;
  const email = await replacePassword(db, async (trx) => {
    wasOn = await turnOff(trx);
    await removeAllPasskeys(trx);
    await recordEvent(trx, 'owner-recovered', fromHost('vitrine owner recover'));
  });
  const factor = wasOn ? 'turned off the second factor' : 'the second factor was already off';
  return `Set a new password for ${email}, ${factor}, removed all passkeys and API tokens, and signed out all sessions.`;
}

/** Asks for a new password and ends all access. `change` runs in the same transaction. */
async function replacePassword(db: Db, change: (trx: Trx) => Promise<void>): Promise<string> {
  const login = await findLogin(db);
  if (!login) throw new CliError('There is no owner yet. Run vitrine owner create.');
  const [chosen] = await prompt(['New password']);
  const { password: valid } = check(NewOwner.pick({ password: true }), { password: chosen });
  await requireStrongPassword('password', valid, await findUser(db));
  const passwordHash = await hashPassword(valid);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, login.id, passwordHash);
    await endAccess(trx, login.id);
    await deleteAllTokens(trx);
    await change(trx);
  });
  return login.email;
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
