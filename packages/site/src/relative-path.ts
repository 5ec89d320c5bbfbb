/**
 * The link from one page of an exported site to another path of it. A page is a folder with an
 * index.html, so that its address has no file extension and works on every host and in a subfolder.
 */
export function relativePath(from: string, to: string): string {
  const [path = '/', fragment] = to.split('#', 2);
  const depth = from.split('/').filter(Boolean).length;
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (path === from && fragment !== undefined) return hash;
  return `${'../'.repeat(depth) || './'}${asFolder(path).slice(1)}${hash}`;
}

/** Adds the slash with which static hosts serve a page that is a folder. */
export function asFolder(path: string): string {
  const isFile = /\.[a-z0-9]+$/.test(path) || path.startsWith('/.well-known/');
  return isFile || path.endsWith('/') ? path : `${path}/`;
}
