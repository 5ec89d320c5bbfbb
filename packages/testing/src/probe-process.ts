/** Tries what a process that reads untrusted content must not be able to do. */
import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { answerRequests } from '@vitrine/api/media/answer-requests';

export interface ProbeRequest {
  readonly files: readonly string[];
  /** Does not exist. */
  readonly newFile: string;
  /** A server listens there. */
  readonly port: number;
  readonly nativeModule: string;
}

export interface ProbeResult {
  /** `allowed`, or the code of the error, by what was tried. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** The names of the variables in the environment. */
  readonly environment: readonly string[];
}

/** Native code may add variables later. */
const environment = Object.keys(process.env);

answerRequests<ProbeRequest, ProbeResult>(async ({ files, newFile, port, nativeModule }) => {
  const outcomes: Record<string, string> = {};
  const attempt = async (name: string, action: () => unknown) => {
    try {
      await action();
      outcomes[name] = 'allowed';
    } catch (error) {
      outcomes[name] = error instanceof Error && 'code' in error ? String(error.code) : `${error}`;
    }
  };
  for (const file of files) await attempt(`read ${file}`, () => readFile(file));
  await attempt('list /', () => readdir('/'));
  await attempt('write', () => writeFile(newFile, ''));
  await attempt('connect', () => once(connect(port, '127.0.0.1'), 'connect'));
  await attempt('listen', () => once(createServer().listen(0), 'listening'));
  await attempt('resolve', () => lookup('localhost'));
  await attempt('start a process', () => promisify(execFile)(process.execPath, ['--version']));
  await attempt('start a thread', () => new Worker('', { eval: true }));
  await attempt('load native code', () => process.dlopen({ exports: {} }, nativeModule));
  return { outcomes, environment };
});
