import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { isLong } from './size.ts';

const PAGE = new URL('../../docs/figures/resilience.md', import.meta.url);
const FOLDER = new URL('..', import.meta.url).pathname;

const INTRODUCTION = `# Resilience test results

\`npm run test:resilience\` and \`RESILIENCE=long npm run test:object-store\` generate this page. Do not edit it. Each section holds what one test file measured the last time all of its tests passed. The machine has 2 cores and is busy, so read the times as upper bounds.
`;

/** Prints what each test reports with `annotate`. After a long run, also updates the results page. */
export default class Figures implements Reporter {
  readonly #modules: TestModule[] = [];

  onTestModuleEnd(module: TestModule): void {
    this.#modules.push(module);
  }

  onTestRunEnd(): void {
    const tests = this.#modules.flatMap((module) => [...module.children.allTests('passed')]);
    for (const test of tests)
      if (resultOf(test)) console.log(`${test.fullName}\n  ${resultOf(test)}`);
    if (isLong) updatePage(this.#modules.filter(hasPassed));
  }
}

function hasPassed({ children }: TestModule): boolean {
  return children.allTests().every((test) => test.result().state === 'passed');
}

function resultOf(test: TestCase): string {
  return test
    .annotations()
    .map(({ message }) => message)
    .join('; ');
}

/** Replaces the sections of these files and keeps all others. */
function updatePage(modules: readonly TestModule[]): void {
  const [, ...present] = readFileSync(PAGE, 'utf8').split(/^(?=## )/m);
  const sections = new Map(
    present.map((section) => [section.split('\n', 1)[0], section.trimEnd()]),
  );
  for (const module of modules) {
    const heading = `## ${relative(FOLDER, module.moduleId)}`;
    const rows = [...module.children.allTests()].filter(resultOf).map(rowOf);
    if (rows.length > 0) sections.set(heading, sectionOf(heading, rows));
  }
  writeFileSync(
    PAGE,
    `${[INTRODUCTION.trimEnd(), ...[...sections.values()].sort()].join('\n\n')}\n`,
  );
}

function sectionOf(heading: string, rows: readonly string[]): string {
  const today = new Date().toISOString().slice(0, 10);
  return `${heading}

Measured on ${today}.

| Area | Test | Result |
| --- | --- | --- |
${rows.join('\n')}`;
}

function rowOf(test: TestCase): string {
  const area = test.parent.type === 'suite' ? test.parent.name : '';
  const cells = [area, test.name, resultOf(test)].map((cell) => cell.replaceAll('|', '\\|'));
  return `| ${cells.join(' | ')} |`;
}
