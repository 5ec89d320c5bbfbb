import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvalidMediaError } from './media-error.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const wrap = (inner: string) => `<svg ${NS} viewBox="0 0 10 10">${inner}</svg>`;
const clean = (svg: string) => sanitizeSvg(Buffer.from(svg)).bytes.toString();

describe('keeps an ordinary icon', () => {
  test.each([
    '<path d="M0 0L10 10" fill="none" stroke="currentColor" stroke-width="2"></path>',
    '<defs><path id="a" d="M0 0h9"></path></defs><use href="#a" x="1"></use>',
    '<use xlink:href="#a"></use>',
    '<linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient><circle r="5" fill="url(#g)"></circle>',
    '<rect style="fill:url(#g);stroke:#000" width="3" height="4"></rect>',
    '<text font-family="Arial, sans-serif">Ünï &amp; &lt;b&gt;</text>',
    '<filter id="f"><feGaussianBlur stdDeviation="2"></feGaussianBlur></filter><g filter="url(#f)"></g>',
    '<clipPath id="c"><rect width="1" height="1"></rect></clipPath><g clip-path="url(\'#c\')"></g>',
  ])('%s', (inner) => {
    expect(clean(wrap(inner))).toContain(inner);
  });

  test('with a prolog, comments, a byte order mark and editor metadata', () => {
    const svg = `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?><!-- made by hand -->
      <svg ${NS} xmlns:ink="http://www.inkscape.org/ns" ink:version="1" width="24px" height="12"><metadata><ink:a/></metadata><path d="M0 0"/></svg>`;
    const result = sanitizeSvg(Buffer.from(svg));
    expect(result).toMatchObject({ width: 24, height: 12 });
    expect(result.bytes.toString()).toContain('<path d="M0 0"></path>');
    expect(result.bytes.toString()).not.toMatch(/inkscape|ink:|metadata|made by hand/);
  });

  test('with a prefix on every name', () => {
    const svg =
      '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><s:path d="M0 0"/></s:svg>';
    expect(clean(svg)).toContain('<path d="M0 0"></path>');
    expect(sanitizeSvg(Buffer.from(svg))).toMatchObject({ width: 4, height: 2 });
  });
});

describe('keeps every pixel of an ordinary icon', () => {
  // The app blocks this decoder, and other tests may have started it in this process.
  const decoder = { operation: ['VipsForeignLoadSvgBuffer'] };
  beforeAll(() => sharp.unblock(decoder));
  afterAll(() => sharp.block(decoder));

  test.each([
    [
      'with a prolog, a gradient and <use>',
      `<?xml version="1.0"?>\n<!-- icon --><svg ${NS} viewBox="0 0 24 24" width="96" height="96"><defs><linearGradient id="g" x2="1"><stop stop-color="#f60"/><stop offset="1" stop-color="#06f"/></linearGradient><path id="a" d="M4 4h8v8H4z"/></defs><use href="#a" fill="url(#g)"/><use xlink:href="#a" x="8" y="8" fill="url(#g)" opacity=".5"/></svg>`,
    ],
    [
      'with a mask, a clip and a filter',
      `<svg ${NS} width="96" height="96"><mask id="m"><rect width="96" height="48" fill="#fff"/></mask><clipPath id="c"><circle cx="48" cy="48" r="40"/></clipPath><filter id="f"><feGaussianBlur stdDeviation="3"/></filter><g clip-path="url(#c)"><rect width="96" height="96" fill="teal" mask="url(#m)"/><circle cx="60" cy="60" r="20" style="fill:#c33;stroke:#000;stroke-width:4px" filter="url(#f)"/></g></svg>`,
    ],
    [
      'with transforms, dashes and text',
      `<svg ${NS} viewBox="-10 -10 20 20" width="96" height="96"><g transform="rotate(30) scale(.8)" stroke="currentColor" stroke-dasharray="2 1" fill="none"><path d="M-8-8Q0 8 8-8"/><polyline points="-5,5 0,0 5,5"/></g><text y="8" font-size="6" text-anchor="middle">Aé</text></svg>`,
    ],
  ])('%s', async (_, svg) => {
    const pixels = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer();
    const result = sanitizeSvg(Buffer.from(svg));
    const original = await pixels(Buffer.from(svg));
    expect((await pixels(result.bytes)).equals(original)).toBe(true);
    expect(new Set(original).size).toBeGreaterThan(8);
  });
});

describe('removes scripts and external references', () => {
  test.each([
    '<script>alert(1)</script>',
    '<script href="https://evil.example/a.js"/>',
    '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
    '<path d="M0 0" onload="alert(1)"/>',
    '<path d="M0 0" ONLOAD="alert(1)"/>',
    '<path d="M0 0" evil:onload="alert(1)" xmlns:evil="http://www.w3.org/2000/svg"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    '<image href="https://evil.example/a.png"/>',
    '<use href="https://evil.example/a.svg#x"/>',
    '<use xlink:href="data:image/svg+xml;base64,AAAA"/>',
    '<a href="javascript:alert(1)"><text>x</text></a>',
    '<a xlink:href="java&#9;script:alert(1)"><text>x</text></a>',
    '<style>@import "https://evil.example/a.css";</style>',
    '<style><![CDATA[*{background:url(https://evil.example)}]]></style>',
    '<rect style="fill:url(https://evil.example/a)"/>',
    '<rect style="fill:u\\72l(https://evil.example/a)"/>',
    '<rect style="background:image-set(\'https://evil.example/a\' 1x)"/>',
    '<rect style="x:ur/**/l(https://evil.example)"/>',
    '<rect fill="url(https://evil.example/a#g)"/>',
    '<rect fill="url( \'https://evil.example\' ) url(#a)"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
    '<iframe src="https://evil.example"/>',
    '<?xml-stylesheet href="https://evil.example/a.css"?>',
    '<feImage href="https://evil.example/a.png"/>',
    '<path d="M0 0" xml:base="https://evil.example/"/>',
    '<path d="M0 0" href="#x" xmlns:x="http://www.w3.org/1999/xlink" x:href="https://evil.example"/>',
  ])('%s', (inner) => {
    const result = clean(wrap(`${inner}<circle r="1"/>`));
    expect(result).toContain('<circle r="1"></circle>');
    expect(result).not.toMatch(
      /script|alert|evil|onload|data:|@import|foreignObject|<style|<image|<a[ >]|animate|<set/i,
    );
  });
});

describe('rejects invalid SVG', () => {
  test.each([
    [
      'a document type',
      '<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['an unknown entity', wrap('&x;')],
    ['mismatched tags', wrap('<g></path>')],
    ['a missing end tag', `<svg ${NS}><path/>`],
    ['a root element other than svg', `<html><svg ${NS}/></html>`],
    ['a root in no namespace', '<svg viewBox="0 0 1 1"/>'],
    ['two roots', `<svg ${NS}/><svg ${NS}/>`],
    ['XML 1.1', `<?xml version="1.1"?>${wrap('&#1;')}`],
    ['an invalid character', wrap('&#1;')],
    ['text that is not XML', 'hello'],
    ['an empty file', ''],
  ])('%s', (_, svg) => {
    expect(() => sanitizeSvg(Buffer.from(svg))).toThrow(InvalidMediaError);
  });
});

test.each([
  ['width="48" height="24"', 48, 24],
  ['viewBox="0 0 32 16"', 32, 16],
  ['viewBox="0,0,32,16" width="100%"', 32, 16],
  ['width="2em" viewBox="0 0 8 8"', 8, 8],
  ['', 300, 150],
])('the size of <svg %s> is %i × %i', (attributes, width, height) => {
  expect(sanitizeSvg(Buffer.from(`<svg ${NS} ${attributes}/>`))).toMatchObject({ width, height });
});

test.each([
  ['an unclosed reference', wrap(`<rect fill="url(#${' '.repeat(200_000)}"/>`)],
  ['many unclosed references', wrap(`<rect fill="${'url(#a'.repeat(50_000)}"/>`)],
  ['deeply nested elements', wrap('<g>'.repeat(100_000))],
  ['a million elements', wrap('<g/>'.repeat(1_000_000))],
  [
    'many attributes',
    wrap(`<g ${Array.from({ length: 20_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
  ],
])('handles %s quickly', (_, svg) => {
  const before = process.cpuUsage();
  try {
    sanitizeSvg(Buffer.from(svg));
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidMediaError);
  }
  // CPU time, because the machine may be busy.
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});

describe('an icon with repeated parts', () => {
  const levels = (count: number, times: number) =>
    Array.from({ length: count }, (_, n) => {
      const uses = `<use href="#l${n}"/>`.repeat(times);
      return `<g id="l${n + 1}">${uses}</g>`;
    }).join('');
  const icon = (count: number, times: number) =>
    Buffer.from(
      wrap(
        `<defs><path id="l0" d="M0 0h1"/>${levels(count, times)}</defs><use href="#l${count}"/>`,
      ),
    );

  test('is accepted with a few repeats and rejected with billions', () => {
    expect(sanitizeSvg(icon(3, 10)).bytes.length).toBeGreaterThan(100);
    expect(() => sanitizeSvg(icon(9, 10))).toThrow('repeats its parts too often');
    expect(() => sanitizeSvg(icon(5_000, 1))).toThrow('repeats its parts too often');
  });

  test('is rejected if patterns and masks repeat them', () => {
    const patterns = Array.from(
      { length: 12 },
      (_, n) =>
        `<pattern id="p${n + 1}" width="1" height="1">${`<rect fill="url(#p${n})"/>`.repeat(8)}</pattern>`,
    );
    const svg = wrap(`${patterns.join('')}<rect fill="url(#p12)"/>`);
    expect(() => sanitizeSvg(Buffer.from(svg))).toThrow('repeats its parts too often');
  });

  test('is rejected for cycles, encoded references and repeats at every vertex', () => {
    const circle = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>';
    const spelled = levels(9, 10).replaceAll('href="#l', 'href="#%6c');
    const markers = `<marker id="m">${'<path d="M0 0h1"/>'.repeat(500)}</marker><path marker-mid="url(#m)" d="M0 0${'h1'.repeat(500)}"/>`;
    const inherited = `<pattern id="p">${'<rect/>'.repeat(500)}</pattern><g fill="url(#p)">${'<rect/>'.repeat(500)}</g>`;
    for (const inside of [circle, `<g id="l0"/>${spelled}`, markers, inherited])
      expect(() => sanitizeSvg(Buffer.from(wrap(inside)))).toThrow('repeats its parts too often');
  });

  test('is accepted with an arrowhead and a gradient', () => {
    const svg = wrap(
      `<defs><marker id="m"><path d="M0 0h1"/></marker><linearGradient id="g"><stop/></linearGradient></defs>
       <g fill="url(#g)">${`<path marker-end="url(#m)" d="M0 0${'h1'.repeat(100)}"/>`.repeat(50)}</g>`,
    );
    expect(sanitizeSvg(Buffer.from(svg)).bytes.length).toBeGreaterThan(1_000);
  });
});

test.each([
  ['a newline at its end', `${wrap('<path d="M0 0h1"/>')}\n`],
  ['a tab and a newline in a value', wrap('<path d="M0 0&#xa;&#x9;L9 9"/>')],
  ['a carriage return in a text', wrap('<text>a&#13;b</text>')],
])('sanitizing twice does not change an icon with %s', (_, svg) => {
  const once = sanitizeSvg(Buffer.from(svg)).bytes;
  expect(sanitizeSvg(once).bytes.toString()).toBe(once.toString());
  expect(once.toString().endsWith('</svg>')).toBe(true);
});

test('the error says what to do', () => {
  expect(() => sanitizeSvg(Buffer.from(`<!DOCTYPE svg>${wrap('')}`))).toThrow(
    /DOCTYPE. Save it without/,
  );
  expect(() => sanitizeSvg(Buffer.alloc(1024 * 1024 + 1, ' '))).toThrow(/more than 1 MB/);
});
