import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { escapeHtml } from '../escape-html.ts';
import { InvalidMediaError, UNREADABLE } from './media-error.ts';

/**
 * Parses an SVG as strict XML and writes a new one from the allowlists below: shapes, paint, text and
 * internal references. Everything else is dropped, including scripts. A file with a DOCTYPE is
 * rejected, because it can define anything.
 */
export function sanitizeSvg(bytes: Buffer) {
  if (bytes.length > SIZE_LIMIT) {
    throw new InvalidMediaError('is an SVG of more than 1 MB. Simplify it, or save it as a PNG.');
  }
  const parser = new SaxesParser({ xmlns: true });
  const out: string[] = [];
  let root: Record<string, string> | undefined;
  const open: Part[] = [];
  const parts = new Map<string, Part>();
  let whole: Part | undefined;
  let skipped = 0;
  let depth = 0;

  parser.on('error', () => {
    throw new InvalidMediaError(UNREADABLE);
  });
  parser.on('doctype', () => {
    throw new InvalidMediaError('has a DOCTYPE. Save it without one, or as a PNG.');
  });
  // XML 1.1 allows characters that are invalid in XML 1.0, which is what we write.
  parser.on('xmldecl', ({ version }) => {
    if (version !== '1.0') throw new InvalidMediaError(UNREADABLE);
  });
  parser.on('opentag', (tag) => {
    const allowed = tag.uri === SVG && ELEMENTS.has(tag.local);
    const first = root === undefined;
    depth += 1;
    if (depth > DEPTH_LIMIT || (first && !(allowed && tag.local === 'svg'))) {
      throw new InvalidMediaError(UNREADABLE);
    }
    if (skipped > 0 || !allowed) {
      skipped += 1;
      return;
    }
    const attributes = cleanAttributes(Object.values(tag.attributes));
    root ??= Object.fromEntries(attributes);
    const part = toPart(attributes);
    open.at(-1)?.children.push(part);
    open.push(part);
    whole ??= part;
    if (part.id !== undefined && !parts.has(part.id)) parts.set(part.id, part);
    const written = attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
    if (first) written.unshift(` xmlns="${SVG}"`, ` xmlns:xlink="${XLINK}"`);
    out.push(`<${tag.local}${written.join('')}>`);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    if (skipped > 0) skipped -= 1;
    else {
      out.push(`</${tag.local}>`);
      open.pop();
    }
  });
  const text = (value: string) => {
    // Skips whitespace around the root element.
    if (skipped === 0 && open.length > 0) out.push(escapeHtml(value));
  };
  parser.on('text', text);
  parser.on('cdata', text);

  parser.write(bytes.toString('utf8').replace(/^\uFEFF/, '')).close();
  if (root === undefined || whole === undefined) throw new InvalidMediaError(UNREADABLE);
  if (drawnParts(whole, parts) > DRAWN_LIMIT)
    throw new InvalidMediaError('repeats its parts too often. Simplify it, or save it as a PNG.');
  return { bytes: Buffer.from(out.join('').trim()), ...readSize(root) };
}

/** Limits that no real icon reaches. */
const SIZE_LIMIT = 1024 * 1024;
const DEPTH_LIMIT = 100;
const DRAWN_LIMIT = 100_000;

/** An element, reduced to what determines the cost of drawing it. */
interface Part {
  readonly id: string | undefined;
  /** The elements that it references, and whether each is drawn once, per part or per vertex. */
  readonly uses: readonly { readonly id: string; readonly per: 'once' | 'part' | 'vertex' }[];
  readonly children: Part[];
  readonly vertices: number;
}

function toPart(attributes: readonly [string, string][]): Part {
  const uses = attributes.flatMap(([name, value]): Part['uses'] => {
    if (name === 'href' || name === 'xlink:href')
      return [{ id: decoded(value.slice(1)), per: 'once' }];
    const per = name.startsWith('marker') ? 'vertex' : 'part';
    return Array.from(value.matchAll(/url\(\s*["']?#([^()"'\s]+)/gi), ([, id = '']) => ({
      id: decoded(id),
      per,
    }));
  });
  const outline = attributes.filter(([name]) => name === 'd' || name === 'points');
  return {
    id: attributes.find(([name]) => name === 'id')?.[1],
    uses,
    children: [],
    vertices: outline.reduce((sum, [, value]) => sum + (value.match(/[\d.]+/g)?.length ?? 0), 0),
  };
}

/** Browsers decode `#%61` to `#a`. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new InvalidMediaError(UNREADABLE);
  }
}

/**
 * The maximum number of elements that a browser draws. Nested `use` elements grow exponentially and
 * can keep a browser busy for hours. So can reference cycles, which count as infinite.
 */
function drawnParts(whole: Part, parts: ReadonlyMap<string, Part>): number {
  const known = new Map<Part, number>();
  const count = (part: Part, steps: number): number => {
    const before = known.get(part);
    if (before !== undefined) return before;
    if (steps > CHAIN_LIMIT) return Number.POSITIVE_INFINITY;
    known.set(part, Number.POSITIVE_INFINITY);
    const { size, vertices } = measureExtent(part);
    const times = { once: 1, part: size, vertex: vertices };
    let sum = part.children.reduce((all, child) => all + count(child, steps + 1), 1);
    for (const { id, per } of part.uses) {
      const used = parts.get(id);
      if (used && times[per] > 0) sum += times[per] * count(used, steps + 1);
    }
    known.set(part, sum);
    return sum;
  };
  const extents = new Map<Part, { size: number; vertices: number }>();
  const measureExtent = (part: Part): { size: number; vertices: number } => {
    const before = extents.get(part);
    if (before) return before;
    const extent = { size: 1, vertices: part.vertices };
    for (const child of part.children) {
      const inner = measureExtent(child);
      extent.size += inner.size;
      extent.vertices += inner.vertices;
    }
    extents.set(part, extent);
    return extent;
  };
  return count(whole, 0);
}

const CHAIN_LIMIT = 1_000;

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';

const ELEMENTS = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon
   text tspan textPath marker linearGradient radialGradient stop pattern clipPath mask switch
   filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
   feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
   feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
   feSpotLight feTile feTurbulence`.split(/\s+/),
);

const ATTRIBUTES = new Set(
  `id class style lang x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d dx dy rotate points pathLength
   width height viewBox preserveAspectRatio version transform transform-origin gradientTransform
   gradientUnits spreadMethod patternTransform patternUnits patternContentUnits clipPathUnits
   maskUnits maskContentUnits filterUnits primitiveUnits offset
   markerHeight markerWidth markerUnits refX refY orient startOffset method spacing side
   textLength lengthAdjust requiredFeatures systemLanguage
   fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
   stroke-miterlimit stroke-dasharray stroke-dashoffset color color-interpolation
   color-interpolation-filters opacity stop-color stop-opacity flood-color flood-opacity
   lighting-color clip-path clip-rule clip mask filter marker-start marker-mid marker-end
   display visibility overflow vector-effect paint-order shape-rendering text-rendering
   image-rendering mix-blend-mode isolation enable-background
   font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
   letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline
   baseline-shift direction unicode-bidi writing-mode kerning
   in in2 result stdDeviation edgeMode mode operator k1 k2 k3 k4 type values tableValues slope
   intercept amplitude exponent order kernelMatrix divisor bias targetX targetY preserveAlpha
   surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength scale
   xChannelSelector yChannelSelector azimuth elevation z pointsAtX pointsAtY pointsAtZ
   limitingConeAngle radius baseFrequency numOctaves seed stitchTiles`.split(/\s+/),
);

function cleanAttributes(attributes: SaxesAttributeNS[]): [string, string][] {
  return attributes.flatMap(({ uri, local, value }): [string, string][] => {
    if (uri === XML && (local === 'space' || local === 'lang')) return [[`xml:${local}`, value]];
    if (local === 'href' && (uri === '' || uri === XLINK)) {
      return /^\s*#[^\s]+\s*$/.test(value)
        ? [[uri === '' ? 'href' : 'xlink:href', value.trim()]]
        : [];
    }
    return uri === '' && ATTRIBUTES.has(local) && staysInside(value) ? [[local, value]] : [];
  });
}

/** A value may only reference this document, as in `url(#gradient)`. CSS escapes could hide others. */
function staysInside(value: string): boolean {
  if (/[\\@]|\/\*|expression|image-set|image\(|src\(/i.test(value)) return false;
  return (
    (value.match(/url\s*\(/gi) ?? []).length ===
    (value.match(/url\(\s*(["']?)#[^()"'\s]+\1\s*\)/gi) ?? []).length
  );
}

/** The size of the root element, else of its view box, else the default of browsers. */
function readSize(root: Record<string, string>): { width: number; height: number } {
  const box = (root['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = readLength(root['width']) ?? readLength(box[2]) ?? 300;
  const height = readLength(root['height']) ?? readLength(box[3]) ?? 150;
  return { width, height };
}

function readLength(value: string | number | undefined): number | undefined {
  if (typeof value === 'string' && !/^\s*[\d.]+(px)?\s*$/.test(value)) return undefined;
  const length = Math.round(Number.parseFloat(String(value)));
  return length > 0 && length <= 100_000 ? length : undefined;
}
