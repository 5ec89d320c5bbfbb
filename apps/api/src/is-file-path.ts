/** Whether it names a file inside a folder. Slugs have letters of every script. */
export function isFilePath(path: string): boolean {
  return path
    .split('/')
    .every((part) => /^[\p{L}\p{M}\p{N}._-]+$/u.test(part) && !/^\.+$/.test(part));
}
