import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';
import { isLong } from './size.ts';

const PAGE = new URL('../../docs/security.md', import.meta.url);

interface Figure {
  /** The folder of its test: each has a table of its own. */
  readonly table: string;
  readonly cells: readonly [row: string, test: string, measured: string];
}

/**
 * Prints what each test measured, which it says with `annotate`; after the long form it goes into
 * the tables of the page, with the date.
 */
export default class Figures implements Reporter {
  readonly #figures: Figure[] = [];

  onTestCaseResult(test: TestCase): void {
    const measured = test.annotations().map(({ message }) => message);
    if (measured.length === 0 || test.result().state !== 'passed') return;
    const row = test.parent.type === 'suite' ? test.parent.name : '';
    this.#figures.push({
      table: basename(dirname(test.module.moduleId)),
      cells: [row, test.name, measured.join('; ')],
    });
  }

  onTestRunEnd(): void {
    for (const { cells } of this.#figures) console.log(`${cells[0]}: ${cells[1]}\n  ${cells[2]}`);
    if (!isLong) return;
    const today = new Date().toISOString().slice(0, 10);
    let page = readFileSync(PAGE, 'utf8');
    for (const { table, cells } of this.#figures) page = withFigure(page, table, [...cells, today]);
    writeFileSync(PAGE, page);
  }
}

/** The page with a line of a table renewed, or added at the table's end. */
function withFigure(page: string, table: string, cells: readonly string[]): string {
  const line = lineOf(cells);
  const start = lineOf(cells.slice(0, 2));
  const lines = page.split('\n');
  const known = lines.findIndex((one) => one.startsWith(start));
  if (known >= 0) lines[known] = line;
  else {
    const end = lines.indexOf(`<!-- end of ${table} -->`);
    if (end < 0) throw new Error(`docs/security.md has no table for ${table}.`);
    lines.splice(end - 1, 0, line);
  }
  return lines.join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
