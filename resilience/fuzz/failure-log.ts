import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLong } from '../support/size.ts';
import type { HttpRequest } from './send-request.ts';

/** Set `FUZZ_SEED` to repeat a run. */
export const SEED = Number(
  process.env['FUZZ_SEED'] ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1),
);

const MAX_REPORTED = 20;

/** Collects distinct failures, and writes the request that caused each to a file. */
export class FailureLog {
  readonly #failures = new Map<string, string>();
  #count = 0;

  add(description: string, { method, path, headers, body }: HttpRequest): void {
    this.#count += 1;
    if (this.#failures.has(description) || this.#failures.size === MAX_REPORTED) return;
    const file = join(tmpdir(), `vitrine-fuzz-${SEED}-${this.#count}.json`);
    const content = body?.toString('base64');
    writeFileSync(file, JSON.stringify({ method, path, headers, body: content }, null, 2));
    const start = JSON.stringify(body?.subarray(0, 400).toString('latin1') ?? '');
    this.#failures.set(description, `${description}\n  ${method} ${path}\n  ${start}\n  ${file}`);
  }

  /** Lists the failures and the errors in the service's log. Empty if there are none. */
  report(log: string): string {
    const failures = [...this.#failures.values(), ...errorsIn(log)];
    if (failures.length === 0) return '';
    return `${this.#count} failures, FUZZ_SEED=${SEED}\n${failures.join('\n')}`;
  }
}

/** One line of each kind, with its count. */
function errorsIn(log: string): string[] {
  const lines = log.split('\n').filter((line) => line.includes('"level":50'));
  const kinds = Map.groupBy(lines, (line) => /"err":.{0,100}/.exec(line)?.[0] ?? line);
  return [...kinds.values()].map((same) => `logged ${same.length} times: ${same[0]}`);
}
