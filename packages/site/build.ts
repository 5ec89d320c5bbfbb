/** Builds what the service needs of this package: the renderer, the styles, and the files of pages. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { collectStyles } from './build-styles.ts';

const SOURCE = join(import.meta.dirname, 'src');
const DIST = join(import.meta.dirname, 'dist');
const files: string[] = [];

rmSync(DIST, { recursive: true, force: true });
mkdirSync(join(DIST, 'assets'), { recursive: true });

await build({
  input: join(SOURCE, 'worker.ts'),
  platform: 'node',
  external: ['lightningcss'],
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  output: { dir: DIST, chunkFileNames: '[name].js', minify: true },
});
const script = await buildScript('contact');
const previewScript = await buildScript('preview');
const { sources, preloads } = collectStyles(addAsset);
writeFileSync(join(DIST, 'styles.json'), JSON.stringify(sources));
writeFileSync(
  join(DIST, 'assets.json'),
  JSON.stringify({ script, previewScript, fonts: preloads, files }),
);

async function buildScript(name: string): Promise<string> {
  const { output } = await build({
    input: join(SOURCE, `script/${name}.ts`),
    platform: 'browser',
    write: false,
    output: { format: 'iife', minify: true },
  });
  return addAsset(name, 'js', output[0].code);
}

/** Stores a file under a name with a hash of its content. */
function addAsset(name: string, extension: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const file = `${name}-${hash}.${extension}`;
  writeFileSync(join(DIST, 'assets', file), content);
  if (!files.includes(file)) files.push(file);
  return file;
}
