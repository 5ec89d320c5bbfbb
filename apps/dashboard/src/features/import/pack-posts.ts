/** What is sent to be read, and the pictures that come with it. */
export interface PackedPosts {
  readonly file: File;
  readonly pictures: ReadonlyMap<string, File>;
}

const MARKDOWN = /\.(md|markdown|mdx)$/i;
const PICTURE = /\.(png|jpe?g|gif|webp|avif)$/i;

/**
 * Packs several files, or the folder in a ZIP file, into a smaller ZIP file. It has only the names of the
 * pictures: those of the posts that the owner chooses are uploaded later.
 */
export async function packPosts(files: readonly File[]): Promise<PackedPosts> {
  const [first] = files;
  if (first && files.length === 1 && MARKDOWN.test(first.name))
    return { file: first, pictures: new Map() };
  const { unzipSync, zipSync } = await import('fflate');
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  try {
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!/\.zip$/i.test(file.name)) contents.set(file.name, bytes);
      else
        for (const [path, content] of Object.entries(unzipSync(bytes, { filter: isWanted })))
          contents.set(path, new Uint8Array(content));
    }
  } catch {
    // The host says what is wrong with it.
  }
  const paths = [...contents.keys()];
  const isOfPosts = paths.some((path) => MARKDOWN.test(path));
  if (first && !isOfPosts) return { file: first, pictures: new Map() };
  const packed = [...contents].map(([path, bytes]) => [
    path,
    PICTURE.test(path) ? new Uint8Array() : bytes,
  ]);
  const name = files.length === 1 ? (first?.name ?? '') : `${files.length} files`;
  const pictures = [...contents].filter(([path]) => PICTURE.test(path));
  return {
    file: new File([new Uint8Array(zipSync(Object.fromEntries(packed)))], name),
    pictures: new Map(pictures.map(([path, bytes]) => [path, new File([bytes], path)])),
  };
}

function isWanted({ name }: { readonly name: string }): boolean {
  return MARKDOWN.test(name) || PICTURE.test(name);
}
