import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const FOLDER = new URL('..', import.meta.url).pathname;

/** Prints what each test reports with `annotate`, and writes it to the file FIGURES for `npm run figures`. */
export default class Figures implements Reporter {
  readonly #modules: TestModule[] = [];

  onTestModuleEnd(module: TestModule): void {
    this.#modules.push(module);
  }

  onTestRunEnd(): void {
    const rows = this.#modules.flatMap((module) =>
      [...module.children.allTests('passed')].filter(resultOf).map((test) => ({
        file: relative(FOLDER, module.moduleId),
        area: test.parent.type === 'suite' ? test.parent.name : '',
        test: test.name,
        result: resultOf(test),
      })),
    );
    for (const { area, test, result } of rows)
      console.log(`${[area, test].filter(Boolean).join(' > ')}\n  ${result}`);
    if (process.env['FIGURES']) writeFileSync(process.env['FIGURES'], JSON.stringify(rows));
  }
}

function resultOf(test: TestCase): string {
  return test
    .annotations()
    .map(({ message }) => message)
    .join('; ');
}
