import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ImportPicture } from '@vitrine/contract/import';
import { fileNameOf } from './read-zip.ts';

/** Finds the pictures of a post among the files that came with it. */
export interface PictureFinder {
  /** Those that were found, each once. */
  readonly found: ReadonlyMap<string, ImportPicture>;
  /** Those that were not, as they are written. */
  readonly missing: ReadonlySet<string>;
  /** Whether the text shows pictures of other sites. */
  readonly hasRemote: boolean;
  /** Returns the name under which an item has a picture until it is stored. */
  find(address: string): string | undefined;
}

const ACCEPTED = /\.(png|jpe?g|gif|webp|avif)$/i;

/** The paths of all files that came with the posts, by their names without folders. */
export type FileIndex = ReadonlyMap<string, readonly string[]>;

export function indexFiles(paths: Iterable<string>): FileIndex {
  return Map.groupBy(paths, fileNameOf);
}

export function createPictureFinder(post: string, files: FileIndex): PictureFinder {
  const found = new Map<string, ImportPicture>();
  const missing = new Set<string>();
  let hasRemote = false;
  return {
    found,
    missing,
    get hasRemote() {
      return hasRemote;
    },
    find(address) {
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) {
        hasRemote = true;
        return undefined;
      }
      const path = findPath(address, post, files);
      const [, type] = ACCEPTED.exec(path ?? '') ?? [];
      if (path === undefined || type === undefined) {
        missing.add(address);
        return undefined;
      }
      // Has the format of a stored name, so that the item is valid before its pictures are stored.
      const name = `${createHash('sha256').update(path).digest('hex')}.${type.toLowerCase()}`;
      found.set(name, { name, path });
      return name;
    },
  };
}

/**
 * Relative to the post, or to the folder from which a generator serves files, such as `static`. Files
 * that were chosen one by one have no folders.
 */
function findPath(address: string, post: string, files: FileIndex): string | undefined {
  const path = decode(address.replace(/[?#].*$/, ''));
  const named = files.get(fileNameOf(path)) ?? [];
  const relative = posix.join(posix.dirname(post), path);
  const end = path.replace(/^(?:[~@]?\.{0,2}\/)+/, '');
  return (
    named.find((one) => one === relative) ??
    named.find((one) => one === end || one.endsWith(`/${end}`)) ??
    named.find((one) => one === fileNameOf(path))
  );
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Code, whose text stays as it is, or the address of a picture. */
const PICTURES =
  /(?<code>^ {0,3}(?<fence>`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\k<fence>|$(?![\s\S]))|(?<ticks>`+)[^`\n]+\k<ticks>)|(?<start>!\[[^\]\n]{0,500}\]\(\s{0,9}<?)(?<address>[^\s<>(){}]{1,500})/gm;

/** Replaces the addresses of pictures by where they are once they are stored. */
export function replacePictures(body: string, finder: PictureFinder): string {
  return body.replace(PICTURES, (match, ...rest) => {
    const { start, address }: Record<string, string | undefined> = Object(rest.at(-1));
    if (start === undefined || address === undefined) return match;
    const name = finder.find(address);
    return name === undefined ? match : `${start}/media/${name}`;
  });
}
