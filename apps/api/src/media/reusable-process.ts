import { type ChildProcess, fork } from 'node:child_process';
import { limitConcurrency } from '../concurrency.ts';
import { codeFolders } from '../paths.ts';

interface Options {
  /** After this pause, the process ends and its memory is released. */
  readonly idleMs: number;
  readonly timeoutMs: number;
  /** Added to the timeout of the request that starts the process. */
  readonly startMs?: number;
  /** Whether the process loads native modules. Node cannot restrict what these do. */
  readonly loadsNativeCode?: boolean;
  /** The whole environment of the process, which must not see the settings. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Options of Node for a process that reads untrusted content. Its JavaScript can read the code and
 * nothing else: no other file, no network (Node 25 and later), no process and no thread.
 */
export function confinement(loadsNativeCode = false): string[] {
  return [
    '--permission',
    ...codeFolders().map((folder) => `--allow-fs-read=${folder}`),
    // The warning says what the decision record says: native code is not restricted.
    ...(loadsNativeCode ? ['--allow-addons', '--disable-warning=SecurityWarning'] : []),
  ];
}

/**
 * Runs a file in a child process that answers one request at a time. Unlike a worker thread, it
 * can be confined, and returns all of its memory to the system when it ends.
 */
export function reusableProcess<Request extends object, Result>(file: string, options: Options) {
  const run = limitConcurrency(1);
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  return {
    /** Resolves with undefined if the process fails or takes too long. The next request starts it again. */
    ask: (request: Request, timeoutMs = options.timeoutMs): Promise<Result | undefined> =>
      run(async () => {
        clearTimeout(idleTimer);
        const startMs = child ? 0 : (options.startMs ?? 0);
        child ??= start();
        const result = await askOnce<Result>(child, request, startMs + timeoutMs);
        if (result === undefined) end();
        else idleTimer = setTimeout(end, options.idleMs).unref();
        return result;
      }),
    /** The ID of the process while it runs. */
    pid: () => child?.pid,
  };

  function start(): ChildProcess {
    const started = fork(file, {
      env: options.env ?? {},
      execArgv: [...confinement(options.loadsNativeCode), '--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.on('error', forget).on('exit', forget);
    // An idle process must not keep the service running. While it works, the timer does.
    started.unref();
    started.channel?.unref();
    return started;
  }

  function end(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }
}

async function askOnce<Result>(
  child: ChildProcess,
  request: object,
  timeoutMs: number,
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<Result | undefined>();
  const fail = () => resolve(undefined);
  const timer = setTimeout(fail, timeoutMs);
  child.once('message', resolve).once('error', fail).once('exit', fail);
  child.send(request, (error) => {
    if (error) fail();
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('error', fail).off('exit', fail);
  }
}
