import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLong } from '../support/size.ts';

/** What is made, is made from this number: the same again with `FUZZ_SEED`. */
export const SEED = Number(
  process.env['FUZZ_SEED'] ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1),
);

/** A hundred times the same fault is one fault. */
const MOST = 20;

/** Collects what went wrong, with the bytes that did it, so that it can be sent again. */
export class Faults {
  readonly #found = new Map<string, string>();
  #count = 0;

  add(what: string, bytes: Buffer): void {
    this.#count += 1;
    if (this.#found.has(what) || this.#found.size === MOST) return;
    const file = join(tmpdir(), `vitrine-fuzz-${SEED}-${this.#count}.bin`);
    writeFileSync(file, bytes);
    const start = JSON.stringify(bytes.subarray(0, 400).toString('latin1'));
    this.#found.set(what, `${what}\n  ${start}\n  ${bytes.length} bytes, all of them in ${file}`);
  }

  /** Empty when all is well, also in what the service has logged meanwhile: its errors alone. */
  report(log: string): string {
    const found = [...this.#found.values(), ...errorsIn(log)];
    if (found.length === 0) return '';
    return `${this.#count} faults, FUZZ_SEED=${SEED}\n${found.join('\n')}`;
  }
}

/** One line of each kind, with how often it came. */
function errorsIn(log: string): string[] {
  const lines = log.split('\n').filter((line) => line.includes('"level":50'));
  const kinds = Map.groupBy(lines, (line) => /"err":.{0,100}/.exec(line)?.[0] ?? line);
  return [...kinds.values()].map((same) => `logged ${same.length} times: ${same[0]}`);
}
