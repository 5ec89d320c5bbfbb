import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@vitrine/contract/calls';
import type { Client } from '@vitrine/testing/api-client';
import { Authenticator } from '@vitrine/testing/authenticator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Host, LOGIN, startHost } from '../support/host.ts';
import { forgetUsedCodes } from '../support/second-factor.ts';
import { size } from '../support/size.ts';

const KILLS = size({ short: 10, long: 200 });

const { setUp, turnOn, turnOff, renewCodes } = calls.secondFactor;

let host: Host;

beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

/** What the owner knows: whether it is on, and the app that has its secret. */
interface Known {
  isOn: boolean;
  /** The state that a request in flight leads to. */
  next: boolean | undefined;
  phones: Authenticator[];
  changes: number;
}

/** Turns the second factor on and off, and renews the codes, until the service is killed. */
async function changeUntilKilled(owner: Client, known: Known): Promise<void> {
  for (;;) {
    if (known.isOn) {
      if (known.changes % 3 === 0) expect((await owner.call(renewCodes)).status).toBe(200);
      known.next = false;
      expect((await owner.call(turnOff)).status).toBe(200);
    } else {
      const { body } = await owner.call(setUp);
      const phone = new Authenticator(body.secret);
      known.phones.push(phone);
      known.next = true;
      expect((await owner.call(turnOn, { json: { code: phone.code() } })).status).toBe(200);
    }
    known.isOn = known.next;
    known.next = undefined;
    known.changes += 1;
  }
}

/** Waits for this many changes, then for a random part of the time that one takes. */
async function waitForChanges(known: Known, count: number): Promise<void> {
  const before = known.changes;
  const began = performance.now();
  await expect
    .poll(() => known.changes - before, { interval: 5, timeout: 120_000 })
    .toBeGreaterThanOrEqual(count);
  const oneChange = count === 0 ? 300 : (performance.now() - began) / count;
  await sleep(Math.random() * oneChange);
}

describe('SIGKILL while the second factor is turned on and off', () => {
  test('never locks out the owner and never skips the second factor', {
    timeout: 2_400_000,
  }, async ({ annotate }) => {
    const known: Known = { isOn: false, next: undefined, phones: [], changes: 0 };
    let interrupted = 0;
    let service = host.service;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const owner = await host.owner(service);
      const changing = changeUntilKilled(owner, known).catch((error: unknown) => error);
      await Promise.race([changing, waitForChanges(known, kill % 3)]);
      await service.signal('SIGKILL');
      // A lost connection ends the loop. A response with another status would be a failure.
      expect(await changing).toBeInstanceOf(TypeError);
      if (known.next !== undefined) interrupted += 1;
      service = await host.start();

      const isOn = await checkState();
      expect([known.isOn, known.next]).toContain(isOn);
      await checkLogin(service.client(), isOn, known.phones.at(-1));
      Object.assign(known, { isOn, next: undefined });
    }
    expect(known.changes).toBeGreaterThan(KILLS / 2);
    expect(interrupted).toBeGreaterThan(0);
    await annotate(
      `${KILLS} kills, ${known.changes} changes, ${interrupted} interrupted: 0 states in which the owner cannot sign in, 0 in which the code is skipped`,
    );
  });
});

/** Returns whether it is on. It has ten recovery codes then, and none otherwise. */
async function checkState(): Promise<boolean> {
  const { rows } = await host.database.query<{ factors: number; codes: number }>(
    `select (select count(*)::integer from second_factor) as factors,
       (select count(*)::integer from recovery_code) as codes`,
  );
  const { factors = 0, codes = 0 } = rows[0] ?? {};
  expect([
    [0, 0],
    [1, 10],
  ]).toContainEqual([factors, codes]);
  return factors === 1;
}

async function checkLogin(browser: Client, isOn: boolean, phone?: Authenticator): Promise<void> {
  await host.resetRateLimits();
  await forgetUsedCodes(host);
  expect((await browser.call(calls.user.login, { json: LOGIN })).status).toBe(isOn ? 403 : 200);
  if (isOn) {
    expect((await browser.call(calls.user.me)).status).toBe(401);
    const json = { code: phone?.code() ?? '' };
    expect((await browser.call(calls.user.loginWithCode, { json })).status).toBe(200);
  }
  expect((await browser.call(calls.user.me)).status).toBe(200);
}
