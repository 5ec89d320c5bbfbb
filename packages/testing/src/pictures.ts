import sharp, { type Sharp } from 'sharp';

/** Generates images and documents, so that none has to be downloaded or licensed. */

type Color = readonly [number, number, number];

export interface Painting {
  readonly width: number;
  readonly height: number;
  /** From top left to bottom right. */
  readonly from: Color;
  readonly to: Color;
  /** Seeds the random shapes: the same seed paints the same image. */
  readonly seed: number;
}

/** Paints a gradient with a few large translucent circles. */
export function paint({ width, height, from, to, seed }: Painting): Sharp {
  const random = randomFrom(seed);
  const circles = Array.from({ length: 5 }, () => ({
    x: random() * width,
    y: random() * height,
    radius: (0.12 + random() * 0.3) * Math.min(width, height),
    light: random() > 0.5 ? 26 : -22,
  }));
  const pixels = Buffer.alloc(width * height * 3);
  const channels = from.map((start, channel) => ({
    start,
    change: (to[channel] ?? start) - start,
  }));
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const mix = (x / width + y / height) / 2;
      let light = 0;
      for (const circle of circles) {
        if ((x - circle.x) ** 2 + (y - circle.y) ** 2 < circle.radius ** 2) light += circle.light;
      }
      for (const { start, change } of channels) {
        pixels[at] = Math.max(0, Math.min(255, start + change * mix + light));
        at += 1;
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A round icon with the first two letters of a name, or the initials of its first two words. */
export function icon(name: string, color: string): Buffer {
  const [first = '', second] = name.split(/[\s.]+/);
  const letters = second ? `${first[0]}${second[0]}`.toUpperCase() : first.slice(0, 2);
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="${color}"/><stop offset="1" stop-color="${color}" stop-opacity="0.7"/>
  </linearGradient></defs>
  <circle cx="32" cy="32" r="32" fill="url(#g)"/>
  <text x="32" y="41" font-family="sans-serif" font-size="26" font-weight="600" text-anchor="middle" fill="#fff">${letters}</text>
</svg>`,
  );
}

/** One page of text. The first line is the heading. */
export function pdf(lines: readonly string[]): Buffer {
  const drawn = lines.map((line, index) => {
    const size = index === 0 ? 32 : 13;
    const text = line.replace(/[\\()]/g, '\\$&');
    return `BT /F1 ${size} Tf 72 ${752 - index * 28 - (index > 0 ? 20 : 0)} Td (${text}) Tj ET`;
  });
  const content = drawn.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}

/** A repeatable random generator. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
  };
}
