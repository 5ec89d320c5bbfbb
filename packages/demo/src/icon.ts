import { icons as logos } from '@iconify-json/logos';
import { icons as simpleIcons } from '@iconify-json/simple-icons';

/** An icon set of Iconify and the name of an icon in it. */
export type IconName = `logos:${string}` | `simple-icons:${string}`;

/** Simple Icons are drawn in the current color. This gray is visible on light and dark backgrounds. */
const CURRENT_COLOR = '#767676';

export function readIcon(icon: string): Buffer {
  const set = icon.startsWith('logos:') ? logos : simpleIcons;
  const found = set.icons[icon.slice(icon.indexOf(':') + 1)];
  if (!found) throw new Error(`There is no icon named ${icon}.`);
  const { width = set.width, height = set.height, body } = found;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" color="${CURRENT_COLOR}">${body}</svg>`,
  );
}
