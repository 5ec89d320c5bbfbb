import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ICON_WORKER, IMPORT_WORKER, SITE_WORKER, TYPST_WORKER } from '../paths.ts';

test.each<[string, string, object]>([
  ['renders the site', SITE_WORKER, { kind: 'check-css', css: 'a { color: red }' }],
  ['typesets', TYPST_WORKER, { template: 'resume', output: 'pdf', data: {}, pictures: {} }],
  ['reads imports', IMPORT_WORKER, { bytes: Buffer.from('{"skills":[]}') }],
  ['finds icons', ICON_WORKER, { search: 'a', style: 'color' }],
])(
  'the process that %s ends quietly if the service stops before its answer',
  async (_, file, request) => {
    const child = fork(file, {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const output = child.stderr && text(child.stderr);
    const exit = once(child, 'exit');
    child.send(request, () => child.disconnect());
    expect([await exit, await output]).toEqual([[0, null], '']);
  },
);
