import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const DASHBOARD = join(import.meta.dirname, '../../apps/dashboard');

/**
 * The baseline of the dashboard: a page of Vite and React with one line of text, built by the
 * configuration of the dashboard, so with the same plugins and compressed in the same way. The
 * folder must lie inside the repository, where React is found.
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
  // The Vite of the dashboard: another version may lie beside it.
  const vite = join(createRequire(config).resolve('vite/package.json'), '../bin/vite.js');
  const child = spawn(
    process.execPath,
    [vite, 'build', folder, '--config', config, '--logLevel', 'error'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The bare page could not be built.');
  return join(folder, 'dist');
}
