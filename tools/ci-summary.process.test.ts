import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SUMMARY = join(import.meta.dirname, '../.ci/summary.mjs');
/** Each suite of `.ci/run`, with a test file that it runs. */
const SUITES = {
  unit: 'apps/api/src/skill.test.ts',
  specification: 'e2e/spec/1-shell.spec.ts',
  security: 'resilience/security/svg.test.ts',
  quality: 'e2e/site/visitor.spec.ts',
  journeys: 'e2e/journeys/undo.spec.ts',
  faults: 'resilience/faults/disk.test.ts',
};

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  for (const [suite, file] of Object.entries(SUITES)) {
    write(file, '');
    write(
      `results/${suite}.json`,
      JSON.stringify(file.startsWith('e2e') ? browserReport(file) : unitReport(file)),
    );
  }
});
afterEach(() => rmSync(clone, { recursive: true }));

test('counts the tests of all suites', () => {
  expect(summarize()).toEqual({ status: 0, lines: ['6 passed, 0 failed'] });
});

test.each(Object.entries(SUITES))('fails if the suite %s did not run', (suite, file) => {
  rmSync(join(clone, `results/${suite}.json`));
  expect(summarize()).toEqual({
    status: 1,
    lines: [`No tests in results/${suite}.json.`, `did not run: ${file}`, '5 passed, 2 failed'],
  });
});

test.each(['', '{', '{}', JSON.stringify(unitReport())])('fails if a report is %j', (report) => {
  write('results/faults.json', report);
  expect(summarize()).toMatchObject({ status: 1, lines: { length: 3, 2: '5 passed, 2 failed' } });
});

test('fails if a file has tests that no suite runs', () => {
  write('resilience/load/load.test.ts', '');
  write('e2e/engines/engines.spec.ts', '');
  expect(summarize()).toEqual({
    status: 1,
    lines: ['did not run: resilience/load/load.test.ts', '6 passed, 1 failed'],
  });
});

test('fails if a test is skipped', () => {
  write('results/unit.json', JSON.stringify(unitReport(SUITES.unit, 'skipped')));
  write('results/journeys.json', JSON.stringify(browserReport(SUITES.journeys, 'skipped')));
  expect(summarize()).toMatchObject({ status: 1, lines: { 3: '4 passed, 2 failed' } });
});

test('fails if a suite failed without a failed test', () => {
  write('results/failed-phases', 'Attacks\n');
  expect(summarize()).toEqual({
    status: 1,
    lines: ['failed outside of its tests: Attacks', '6 passed, 1 failed'],
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
}

function summarize(): { status: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SUMMARY, 'results'], { cwd: clone });
  return { status, lines: String(stdout).trim().split('\n') };
}

/** A report of Vitest with one test, or without any. */
function unitReport(file?: string, status = 'passed') {
  const assertionResults = [{ status, fullName: 'works', failureMessages: [] }];
  return {
    numPassedTests: file && status === 'passed' ? 1 : 0,
    numTotalTests: file ? 1 : 0,
    testResults: file ? [{ name: join(clone, file), status, assertionResults }] : [],
  };
}

/** A report of Playwright with one test. */
function browserReport(path: string, status = 'expected') {
  const file = path.slice('e2e/'.length);
  const specs = [{ file, line: 1, title: 'works', tests: [{ status, results: [] }] }];
  return {
    config: { rootDir: join(clone, 'e2e') },
    errors: [],
    stats: { expected: 0, flaky: 0, unexpected: 0, skipped: 0, [status]: 1 },
    suites: [{ file, specs }],
  };
}
