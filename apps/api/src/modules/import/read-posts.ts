import { Collector } from './collector.ts';
import type { Imported } from './imported.ts';
import { isInPosts, isOtherPage } from './post-path.ts';
import { FrontMatterError, readFrontMatter } from './read-front-matter.ts';
import { KNOWN_FIELDS, readPost } from './read-post.ts';
import { indexFiles } from './read-post-pictures.ts';
import { toLabel } from './source-checker.ts';

/** Reads Markdown files of Hugo, Astro, Jekyll and others. `paths` are those of all files with them. */
export function readPosts(
  files: ReadonlyMap<string, Buffer>,
  paths: Iterable<string> = [],
): Imported {
  const collector = new Collector('markdown');
  const problems: string[] = [];
  const others = new Map<string, number>();
  // Other Markdown files in the folder of Jekyll are pages.
  const hasPosts = [...files.keys()].some(isInPosts);
  const index = indexFiles(paths);
  let count = 0;
  for (const [path, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (isOtherPage(path)) {
      collector.unsupported.add(`${path}, which is not a post`);
      continue;
    }
    try {
      const { data, body } = readFrontMatter(bytes);
      collector.addPost(readPost(path, data, body, index), !hasPosts || isInPosts(path));
      count += 1;
      for (const key of Object.keys(data))
        if (!KNOWN_FIELDS.has(key)) others.set(key, (others.get(key) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof FrontMatterError)) throw error;
      problems.push(`${path}: its front matter ${error.message}.`);
    }
  }
  for (const [key, number] of others)
    if (toLabel(key)) collector.unsupported.add(`${toLabel(key)} of ${countPosts(number)}`);
  return collector.finish(`Read ${countPosts(count)}`, undefined, problems);
}

function countPosts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}
