/**
 * Runs the jobs of a workflow like GitHub does, each in a fresh clone: the commands of its steps, with the
 * variables, secrets and tokens that the job may have. Actions have stand-ins.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { z } from 'zod';

const Env = z.record(z.string(), z.string());
// Strict, so that the rehearsal fails on what it cannot run.
const Step = z.strictObject({
  uses: z.string().optional(),
  with: z.unknown().optional(),
  run: z.string().optional(),
  env: Env.default({}),
});
const Job = z.strictObject({
  name: z.string(),
  needs: z.string().optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.string()),
  env: Env.default({}),
  steps: z.array(Step),
});
const Workflow = z.object({ env: Env.default({}), jobs: z.record(z.string(), Job) });

export interface Host {
  /** Values such as `vars.IMAGE_NAME`. Those of secrets are for jobs with an environment. */
  readonly values: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** What jobs with the permission `id-token` get in addition. */
  readonly idToken: Readonly<Record<string, string>>;
  /** Creates a folder with the commit of the tag. */
  checkOut(job: string): string;
  /** Stands for `npm ci`. */
  install(folder: string): void;
}

/** Actions that prepare a machine which is prepared already. */
const WITHOUT_EFFECT = /^(actions\/setup-node|docker\/setup-qemu-action)@/;

/** Throws at the first step that fails. */
export async function runWorkflow(path: string, host: Host): Promise<void> {
  const workflow = Workflow.parse(parse(readFileSync(path, 'utf8')));
  const folders = new Map<string, string>();
  for (const [name, job] of Object.entries(workflow.jobs)) {
    if (job.needs && !folders.has(job.needs)) throw new Error(`${name} runs before ${job.needs}.`);
    const evaluate = (env: Record<string, string>) => evaluateAll(env, host, job);
    const env = { ...host.env, ...evaluate(workflow.env), ...evaluate(job.env) };
    if (job.permissions['id-token'] === 'write') Object.assign(env, host.idToken);
    for (const step of job.steps) {
      const folder = folders.get(name) ?? '';
      if (step.uses?.startsWith('actions/checkout@')) folders.set(name, host.checkOut(name));
      else if (step.run?.startsWith('npm ci')) host.install(folder);
      else if (step.run) await run(name, step.run, folder, { ...env, ...evaluate(step.env) });
      else if (!WITHOUT_EFFECT.test(step.uses ?? ''))
        throw new Error(`There is no stand-in for ${step.uses}.`);
    }
  }
}

function evaluateAll(env: Record<string, string>, host: Host, job: z.infer<typeof Job>) {
  return Object.fromEntries(
    Object.entries(env).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, key: string) => {
        if (key.startsWith('secrets.') && !job.environment) return '';
        const value = host.values[key];
        if (value === undefined) throw new Error(`The rehearsal has no value for ${key}.`);
        return value;
      }),
    ]),
  );
}

async function run(job: string, command: string, cwd: string, env: Record<string, string>) {
  const started = Date.now();
  const child = spawn('bash', ['--norc', '-eo', 'pipefail', '-c', `exec 2>&1\n${command}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${job}: ${command}  (${seconds} s)\n${output.replaceAll(/^/gm, '    ')}`);
  if (status !== 0) throw new Error(`${job}: ${command} failed with status ${status}.`);
}
