/**
 * Splits the SVG of the compiler, which has all pages one below the other, into one SVG for each page.
 * They have only the letters of their page, short names and no indentation, so the file is much
 * smaller. Links are left out, because a page is shown as an image.
 */
export function splitSvg(svg: string): string[] {
  const [, width = '', height = ''] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg) ?? [];
  const [content = '', definitions = ''] = svg.split(/^ {4}<defs id="glyph">$/m);
  const [glyphs = '', clips = ''] = definitions.split(/^ {4}<defs id="clip-path">$/m);
  const outlines = new Map(
    [...glyphs.matchAll(/<symbol id="(\w+)"[^>]*>\s*([\s\S]*?)\s*<\/symbol>/g)].map(
      ([, id = '', outline = '']) => [id, outline.replaceAll(/(?<=\.\d\d\d)\d+/g, '')],
    ),
  );
  const clipPath = clips.split('</defs>')[0] ?? '';
  // A white rectangle is before each page.
  const [, ...pages] = content.split(/^ {4}<path [^>]*>\n(?= {4}<g)/m);
  const pageHeight = Number(height) / pages.length;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${Number(width).toFixed(2)} ${pageHeight.toFixed(2)}"><path fill="#fff" d="M0 0h9999v9999H0z"/>`;
  return pages.map((page) => {
    const { body, symbols } = shorten(page, outlines);
    const clip = body.includes('clip-path=') ? clipPath : '';
    return `${head}${body}<defs>${symbols}${clip}</defs></svg>`;
  });
}

function shorten(page: string, outlines: ReadonlyMap<string, string>) {
  const names = new Map<string, string>();
  const body = page
    .replaceAll(/<a [^>]*>\s*<rect [^>]*>\s*<\/a>/g, '')
    // Pages after the first one are moved down.
    .replace(/^ {4}<g transform="[^"]*">/, '<g>')
    .replaceAll(/xlink:href="#(\w+)"/g, (_, id: string) => {
      const name = names.get(id) ?? `g${names.size}`;
      names.set(id, name);
      return `href="#${name}"`;
    })
    .replaceAll(/ (?:class="typst-\w+"|fill-rule="nonzero"|y="0")/g, '')
    .replaceAll(/(?<=\.\d\d)\d+/g, '')
    .replaceAll(/\n\s*/g, '');
  const symbols = [...names]
    .map(
      ([id, name]) => `<symbol id="${name}" overflow="visible">${outlines.get(id) ?? ''}</symbol>`,
    )
    .join('');
  return { body, symbols };
}
