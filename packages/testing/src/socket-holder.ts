import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { locateProgram } from './process.ts';

export interface HeldSocket {
  readonly origin: string;
  /** Starts the service with this socket, as systemd would with the first request. */
  start(env: Record<string, string>): Started;
}

export interface Started {
  readonly pid: Promise<number>;
  readonly exitCode: Promise<number>;
}

export interface SocketHolder {
  readonly pid: number;
  readonly sockets: readonly HeldSocket[];
  /** What the services printed. */
  output(): string;
  /** Also ends the services. */
  stop(): Promise<void>;
}

/**
 * Reads file descriptors with commands from standard input. A program keeps its ID when it replaces the
 * shell, so the shell can name it in LISTEN_PID.
 */
const HOLD = `
exec 2>&1
set -f
while read -r fd command; do
  (
    exec 3<&"$fd"
    sh -c 'echo "start $0 $$"; exec env LISTEN_FDS=1 LISTEN_PID=$$ "$@"' "$fd" $command
    echo "exit $fd $?"
  ) &
done
kill 0`;

const FIRST_SOCKET = 3;

/** Node's types lack the handle. */
const Bound = z.object({ _handle: z.object({ fd: z.number() }) });

/**
 * Holds sockets that listen, and accepts no connection, as systemd does. Node would accept them, so a shell
 * holds them.
 */
export async function holdSockets(
  count: number,
  program = locateProgram('main.ts'),
): Promise<SocketHolder> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const origins: string[] = [];
  for (const server of servers) {
    if (!server.listening) await once(server, 'listening');
    const address = server.address();
    origins.push(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  }
  const fds = servers.map((server) => Bound.parse(server)._handle.fd);
  const shell = spawn('bash', ['--norc', '-c', HOLD], {
    // `kill 0` must end only this group.
    detached: true,
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'inherit', ...fds],
  });
  for (const server of servers) server.close();
  const { stdin, stdout, pid } = shell;
  if (!stdin || !stdout || pid === undefined) throw new Error('bash does not start.');
  let output = '';
  const waiting = new Map<string, (value: number) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    output += `${line}\n`;
    const [, event = '', value] = /^(\w+ \d+) (\d+)$/.exec(line) ?? [];
    waiting.get(event)?.(Number(value));
  });
  const next = (event: string) => new Promise<number>((resolve) => waiting.set(event, resolve));

  return {
    pid,
    sockets: origins.map((origin, index) => ({
      origin,
      start(env) {
        const fd = FIRST_SOCKET + index;
        const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
        const command = [fd, ...settings, process.execPath, program.pathname];
        stdin.write(`${command.join(' ')}\n`);
        return { pid: next(`start ${fd}`), exitCode: next(`exit ${fd}`) };
      },
    })),
    output: () => output,
    async stop() {
      stdin.end();
      await once(shell, 'close');
    },
  };
}
