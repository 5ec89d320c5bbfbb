import type { Image } from '@vitrine/contract/media';
import { toHtml } from '@vitrine/markdown/to-html';
import { toTree } from '@vitrine/markdown/to-tree';

/** Renders a case study to HTML, with highlighted code. */
export async function renderMarkdown(
  markdown: string,
  images: ReadonlyMap<string, Image>,
  mediaOrigin: string,
): Promise<string> {
  const hasCode = /```|~~~/.test(markdown);
  const options = hasCode ? await import('@vitrine/markdown/highlight') : {};
  const tree = toTree(markdown, {
    ...options,
    images: (name) => withOrigin(images.get(name), mediaOrigin),
  });
  return toHtml(tree);
}

/** The HTML is stored, so its URLs must be complete. */
function withOrigin(image: Image | undefined, mediaOrigin: string): Image | undefined {
  return (
    image && {
      ...image,
      url: `${mediaOrigin}${image.url}`,
      variants: image.variants?.map((copy) => ({ ...copy, url: `${mediaOrigin}${copy.url}` })),
    }
  );
}
