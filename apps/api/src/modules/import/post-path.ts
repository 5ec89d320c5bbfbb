import { posix } from 'node:path';
import { fileNameOf } from './read-zip.ts';

/** What the path of a Markdown file says about its post. */
export interface PostPath {
  /** Without the date and the extension, or the name of the folder of an `index.md`. */
  readonly name: string;
  /** As in `2024-03-01-title.md`. */
  readonly day: string;
  readonly isDraft: boolean;
}

/** Whether a path is that of a Markdown file that the author wrote. */
export function isMarkdown(path: string): boolean {
  const isHidden = /(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/.test(path);
  return /\.(?:md|markdown|mdx)$/i.test(path) && !isHidden;
}

/** The pages of a repository and of a section in Hugo have the format of posts. */
export function isOtherPage(path: string): boolean {
  return /^(?:_index(?:\.\w+)?|readme|license|changelog|contributing|code_of_conduct)\.\w+$/i.test(
    fileNameOf(path),
  );
}

export function readPostPath(path: string): PostPath {
  const file = fileNameOf(path).replace(/\.\w+$/, '');
  const folder = fileNameOf(posix.dirname(path));
  const named = /^index(?:\.\w+)?$/i.test(file) ? folder.replace(/^\.$/, '') : file;
  const [, day = '', name = named] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(named) ?? [];
  return { name, day, isDraft: isInFolder(path, '_drafts') };
}

/** Whether Jekyll publishes it: other Markdown files of its folder are pages. */
export function isInPosts(path: string): boolean {
  return isInFolder(path, '_posts') || isInFolder(path, '_drafts');
}

function isInFolder(path: string, folder: string): boolean {
  return posix.dirname(path).split('/').includes(folder);
}
