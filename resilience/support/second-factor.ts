import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { Authenticator } from '@vitrine/testing/authenticator';
import type { ServiceProcess } from '@vitrine/testing/process';
import { type Host, LOGIN } from './host.ts';

/** Turns the second factor on with a new session. Returns the app with its secret and the codes. */
export async function turnOnFactor(host: Host) {
  const owner = await host.owner();
  const { body } = await owner.call(calls.secondFactor.setUp);
  const phone = new Authenticator(body.secret);
  const on = await owner.call(calls.secondFactor.turnOn, { json: { code: phone.code() } });
  if (on.status !== 200) throw new Error(`The second factor is not on: ${on.body.message}`);
  await forgetUsedCodes(host);
  return { owner, phone, codes: on.body.recoveryCodes };
}

export async function turnOffFactor(host: Host): Promise<void> {
  await host.database.query('delete from second_factor; delete from recovery_code');
}

/** Lets the current code work again, so that a test need not wait for the next one. */
export async function forgetUsedCodes(host: Host): Promise<void> {
  await host.database.query('update second_factor set last_step = 0');
}

/** A browser after the first step of a login. */
export async function enterPassword(
  service: ServiceProcess,
  headers: Record<string, string> = {},
): Promise<Client> {
  const browser = service.client();
  const { status } = await browser.call(calls.user.login, { json: LOGIN, headers });
  if (status !== 403) throw new Error(`The login returned ${status}.`);
  return browser;
}
