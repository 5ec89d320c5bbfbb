import type { Words } from './words/words.ts';

/** A figure with a picture, as pages and case studies have it: a quote in a value is escaped. */
const FIGURE =
  /<figure((?: [a-z-]+="[^"]*")*)>(<img(?: [a-zA-Z-]+(?:="[^"]*")?)*\/?>)(?:<figcaption>(.*?)<\/figcaption>)?<\/figure>/gs;

/**
 * Lets visitors enlarge the picture of each figure without a script: a button opens a modal dialog, or a
 * popover in browsers without commands. The large picture is lazy, so it loads when the dialog opens.
 */
export function enlargePictures(html: string, words: Words): string {
  let number = 0;
  return html.replace(FIGURE, (_, attributes: string, image: string, caption = '') => {
    number += 1;
    const id = `view-${number}`;
    const alt = readAttribute(image, 'alt');
    const name = caption.replace(/<[^>]*>/g, '') || alt || words.picture;
    const large = ['src', 'srcset', 'width', 'height']
      .map((attribute) => [attribute, readAttribute(image, attribute)])
      .flatMap(([attribute, value]) => (value ? [` ${attribute}="${value}"`] : []))
      .join('');
    return [
      `<figure${attributes} data-ratio="${ratioOf(image)}">`,
      `<div class="plate">${image}<button class="enlarge" type="button" commandfor="${id}" command="show-modal" popovertarget="${id}" aria-label="${words.enlarge(name)}"></button></div>`,
      `<dialog class="viewer" id="${id}" popover closedby="any" aria-label="${name}">`,
      `<img${large} alt="${alt}" sizes="100vw" loading="lazy" decoding="async">`,
      caption && `<p>${caption}</p>`,
      `<button type="button" commandfor="${id}" command="close" popovertarget="${id}" popovertargetaction="hide">${words.close}</button>`,
      '</dialog>',
      caption && `<figcaption>${caption}</figcaption>`,
      '</figure>',
    ].join('');
  });
}

/** Width by height in tenths, which stylesheets have rules for. Galleries cut what exceeds the range. */
function ratioOf(image: string): number {
  const [width, height] = ['width', 'height'].map((name) => Number(readAttribute(image, name)));
  if (!width || !height) return 1.5;
  return Math.round(Math.min(Math.max(width / height, 0.5), 3) * 10) / 10;
}

function readAttribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '';
}
