import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const DASHBOARD = join(import.meta.dirname, '../../apps/dashboard');

/**
 * Builds the baseline of the dashboard: a Vite and React page with one line of text, with the
 * dashboard's own configuration. The folder must be inside the repository, so that React resolves.
 */
export async function buildBarePage(folder: string): Promise<string> {
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title></head><body>
<div id="root"></div><script type="module" src="/main.tsx"></script></body></html>`,
  );
  await writeFile(
    join(folder, 'main.tsx'),
    `import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(<p>Hello</p>);`,
  );
  const config = join(DASHBOARD, 'vite.config.ts');
  // The dashboard's version of Vite: another one may be installed beside it.
  const vite = join(createRequire(config).resolve('vite/package.json'), '../bin/vite.js');
  const child = spawn(
    process.execPath,
    [vite, 'build', folder, '--config', config, '--logLevel', 'error'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('Cannot build the bare page.');
  return join(folder, 'dist');
}
