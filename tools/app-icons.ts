/** Draws the icons of the installed dashboard from its mark, apps/dashboard/public/icon.svg. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, '../apps/dashboard/public');
const mark = readFileSync(join(FOLDER, 'icon.svg'), 'utf8');
// Systems cut these icons to their own shape. The letter is inside the circle that none of them cuts.
const filled = mark.replace(/<circle[^>]* (fill="[^"]+")\/>/, '<rect width="32" height="32" $1/>');
if (filled === mark) throw new Error('The mark has no circle.');

await draw(mark, 192, 'icon-192.png');
await draw(mark, 512, 'icon-512.png');
await draw(filled, 192, 'icon-maskable-192.png');
await draw(filled, 512, 'icon-maskable-512.png');
await draw(filled, 180, 'apple-touch-icon.png');

async function draw(svg: string, size: number, name: string): Promise<void> {
  // The default is 72 dpi, at which the mark is 32 pixels wide.
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toFile(join(FOLDER, name));
}
