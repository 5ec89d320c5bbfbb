/** Downloads a file of the host, or with a name a file that was made here. */
export function startDownload(file: string | Blob, name = ''): void {
  const href = typeof file === 'string' ? file : URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser reads the file after this task.
  if (file instanceof Blob) setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
