/**
 * `npm run check:workflows`, after actionlint: checks that the npm scripts and files named in
 * .github/workflows exist, that the workflows run every suite, and that every third-party action is
 * pinned to a commit.
 */
import { existsSync, globSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');

const Matrix = z.record(z.string(), z.array(z.unknown()));
const Job = z.object({
  'timeout-minutes': z.number(),
  strategy: z.object({ matrix: Matrix }).optional(),
  steps: z.array(z.looseObject({ uses: z.string().optional() })),
});
const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  concurrency: z.object({ group: z.string() }),
  jobs: z.record(z.string(), Job),
});
const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** Tests that no workflow runs: those that other suites or shorter forms contain. */
const NOT_IN_WORKFLOWS = ['test:resilience'];

const { scripts } = Manifest.parse(JSON.parse(await read('package.json')));
const problems: string[] = [];
const started = new Set<string>();
for await (const file of glob('.github/{workflows,actions/*}/*.yml', { cwd: ROOT })) {
  const text = await read(file);
  report(file, findUnpinnedActions(text));
  report(file, findMissingFiles(text));
  if (file.startsWith('.github/workflows/')) checkJobs(file, parse(text));
}
report('.github/workflows', findUnusedSuites());
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function read(path: string): Promise<string> {
  return readFile(join(ROOT, path), 'utf8');
}

function report(file: string, messages: readonly string[]): void {
  problems.push(...messages.map((message) => `${file}: ${message}`));
}

function checkJobs(file: string, content: unknown): void {
  const { data, error } = Workflow.safeParse(content);
  if (error) report(file, [z.prettifyError(error)]);
  for (const job of Object.values(data?.jobs ?? {})) {
    const names = namedScripts(job);
    const missing = names.filter((name) => scripts[name] === undefined);
    report(
      file,
      missing.map((name) => `there is no npm script "${name}"`),
    );
    const files = JSON.stringify(job).match(/ops\/[\w.-]+/g) ?? [];
    for (const name of [...names, ...files]) started.add(name);
  }
}

function findUnusedSuites(): string[] {
  const suites = Object.keys(scripts).filter((name) => /^(test|e2e)\b/.test(name));
  return [...suites, ...globSync('ops/try-{image,one,debian}.sh', { cwd: ROOT })]
    .filter((name) => !started.has(name) && !NOT_IN_WORKFLOWS.includes(name))
    .map((name) => `no workflow runs "${name}"`);
}

/** Names such as `test:${{ matrix.suite }}` stand for one script per value of the matrix. */
function namedScripts(job: z.infer<typeof Job>): string[] {
  const named = JSON.stringify(job.steps).matchAll(
    /npm (?:run |(?=test))(?:--\S+ )*([\w:-]+)(?:\$\{\{ matrix\.(\w+) \}\})?/g,
  );
  return Array.from(named, ([, prefix = '', key]) => {
    const values = key === undefined ? [''] : (job.strategy?.matrix[key] ?? ['']);
    return values.map((value) => `${prefix}${value}`);
  }).flat();
}

function findMissingFiles(text: string): string[] {
  const named = text.matchAll(/(?:\.\/\.github|\.ci|tools|ops)\/[\w./-]+/g);
  return Array.from(named, ([path]) => path)
    .filter((path) => !existsSync(join(ROOT, path)))
    .map((path) => `there is no file "${path}"`);
}

function findUnpinnedActions(text: string): string[] {
  const used = text.matchAll(/uses: (?!\.\/)(.*)/g);
  return Array.from(used, ([, action = '']) => action)
    .filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
    .map((action) => `pin "${action}" to a commit, with its version as a comment`);
}
