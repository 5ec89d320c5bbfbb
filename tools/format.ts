import { execFileSync } from 'node:child_process';

/** Formats generated code as the rest of the repository. */
export function format(code: string): string {
  const options = ['format', '--stdin-file-path=generated.ts'];
  return execFileSync('node_modules/.bin/biome', options, {
    cwd: new URL('..', import.meta.url),
    input: code,
    encoding: 'utf8',
  });
}
