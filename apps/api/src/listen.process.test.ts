import { useServices } from '@vitrine/testing/services';
import { holdSockets } from '@vitrine/testing/socket-holder';
import { expect, onTestFinished, test } from 'vitest';

const services = useServices();

/** A socket as systemd passes it on, and settings that leave the choice of a port to the system. */
async function holdSocket() {
  const holder = await holdSockets(1);
  onTestFinished(holder.stop);
  const [socket] = holder.sockets;
  if (!socket) throw new Error('There is no socket.');
  const env = { ...services.settings, PUBLIC_URL: socket.origin, PORT: '0' };
  return { ...socket, env, output: holder.output };
}

test('serves on a socket of systemd, where requests wait while the service restarts', async () => {
  const { origin, env, start } = await holdSocket();
  const early = fetch(`${origin}/readyz`);
  const first = start(env);
  expect((await early).status).toBe(200);
  process.kill(await first.pid, 'SIGTERM');
  expect(await first.exitCode).toBe(0);
  const between = fetch(`${origin}/readyz`);
  start(env);
  expect((await between).status).toBe(200);
});

test('ends when idle, and starts again for the next request', async () => {
  const { origin, env, start } = await holdSocket();
  const first = start({ ...env, EXIT_WHEN_IDLE: '0.1' });
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  expect(await first.exitCode).toBe(0);
  const next = fetch(`${origin}/readyz`);
  start(env);
  expect((await next).status).toBe(200);
});

test('does not start with more than one socket', async () => {
  const { env, start, output } = await holdSocket();
  expect(await start({ ...env, LISTEN_FDS: '2' }).exitCode).toBe(1);
  expect(output()).toContain('LISTEN_FDS: must be 1. Keep one ListenStream in the socket unit\n');
});

test('leaves a socket alone that another process was started with', async () => {
  const { origin, env, start, output } = await holdSocket();
  start({ ...env, LISTEN_PID: '1' });
  await expect.poll(() => /^Listening on (\S+)$/m.exec(output())?.[1]).toMatch(/^http:/);
  const [, address] = /^Listening on (\S+)$/m.exec(output()) ?? [];
  expect(address).not.toBe(origin);
});
