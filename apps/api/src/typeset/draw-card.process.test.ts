import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { THEMES } from '@vitrine/contract/options';
import { THEME_MANIFESTS } from '@vitrine/site/themes';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { TooBusyError } from '../concurrency.ts';
import { diskFiles, hashContent } from '../media/media-files.ts';
import { reusableProcess } from '../media/reusable-process.ts';
import { TEMPLATES, TYPST_WORKER } from '../paths.ts';
import { type Card, cardKey, drawCard } from './draw-card.ts';
import { type TypesetRequest, type TypesetResult, TypesettingError } from './typeset.ts';

const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
const media = diskFiles(folder);
afterAll(() => rm(folder, { recursive: true }));

/** Only text, which is drawn fastest. */
const PLAIN: Card = {
  theme: 'gallery',
  kind: 'home',
  accent: '#c2410c',
  language: 'en',
  name: 'Ada Lovelace',
  line: 'I make software that explains itself.',
  address: 'ada.example.com',
  covers: [],
};
/** What the template gets instead of the name of the theme. */
const GALLERY = {
  layout: 'gallery',
  fonts: 'hanken-grotesk',
  ground: '#faf8f7',
  ink: '#191514',
  soft: '#5f5958',
};
const MISSING = { name: `${'0'.repeat(64)}.webp` };

const draw = (changes: Partial<Card>) => drawCard({ ...PLAIN, ...changes }, media);

const drawnHash = async (changes: Partial<Card>) => hashContent(await draw(changes));

/** Stores a picture whose lower half has another color. */
async function storePicture(top: string, bottom = top): Promise<{ name: string }> {
  const half = (background: string) =>
    ({ width: 320, height: 200, channels: 3, background }) as const;
  const bytes = await sharp({ create: half(top) })
    .extend({ bottom: 200, background: bottom })
    .webp()
    .toBuffer();
  const name = `${await hashContent(bytes)}.webp`;
  await media.write(name, bytes);
  return { name };
}

async function colorAt(x: number, y: number, card: Buffer): Promise<number[]> {
  const { data } = await sharp(card).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)];
}

describe('a card', () => {
  const cards = THEMES.flatMap((theme) => [
    { theme, kind: 'home' } as const,
    { theme, kind: 'project', title: 'Tidewatch' } as const,
  ]);

  test.each(cards)('of a $kind page in $theme is a small JPEG with pictures', async (card) => {
    const red = await storePicture('#cc0000');
    const bytes = await draw({ ...card, covers: [red, red, red] });
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(150_000);
    const [r = 0, g = 255] = await colorAt(1000, 460, bytes);
    expect(r - g).toBeGreaterThan(180);
  });

  test.each(THEMES)('in %s has the ground on which the accent is readable', async (theme) => {
    const red = await storePicture('#cc0000');
    const color = await colorAt(4, 4, await draw({ theme, covers: [red, red, red] }));
    const ground = Buffer.from(THEME_MANIFESTS[theme].grounds.light.slice(1), 'hex');
    // JPEG may change a color by one step.
    for (const [channel, value] of ground.entries())
      expect(Math.abs((color[channel] ?? 0) - value)).toBeLessThanOrEqual(1);
  });

  test.each(THEMES)('in %s needs no more of a project than its title', async (theme) => {
    const card = await draw({ theme, kind: 'project', title: 'Annals', line: '' });
    // Grid has no rule below the title, because nothing follows it.
    expect(await colorAt(1100, 251, card)).toEqual(await colorAt(1100, 500, card));
  });

  test('shows the portrait, which is gray in Grid', async () => {
    const portrait = await storePicture('#cc0000');
    const [r = 0, g = 255] = await colorAt(100, 450, await draw({ theme: 'paper', portrait }));
    expect(r - g).toBeGreaterThan(180);
    const [gray, ...others] = await colorAt(100, 450, await draw({ theme: 'grid', portrait }));
    expect(gray).toBeLessThan(150);
    expect(others).toEqual([gray, gray]);
  });

  test('keeps the focal point of a picture visible', async () => {
    const { name } = await storePicture('#cc0000', '#0000cc');
    const blueOf = async (y: number) => {
      const covers = [{ name, focalPoint: { x: 50, y } }];
      return (await colorAt(1000, 460, await draw({ kind: 'project', theme: 'mono', covers })))[2];
    };
    expect(await blueOf(0)).toBeLessThan(60);
    expect(await blueOf(100)).toBeGreaterThan(150);
  });

  test('is drawn once for concurrent and later requests', async () => {
    const [first, second] = await Promise.all([draw({ name: 'Once' }), draw({ name: 'Once' })]);
    expect(second).toBe(first);
    expect(await draw({ name: 'Once' })).toBe(first);
  });

  test('fails if a picture is missing or the accent is invalid, and can be drawn later', async () => {
    const card = { kind: 'project', covers: [MISSING] } as const;
    await expect(draw(card)).rejects.toBeInstanceOf(TypesettingError);
    await expect(draw({ accent: 'red; }' })).rejects.toBeInstanceOf(TypesettingError);
    const { name } = await storePicture('#cc0000');
    await media.write(MISSING.name, await buffer(media.read(name)));
    expect((await draw(card)).length).toBeGreaterThan(1000);
  });

  test('is refused while 20 others wait', async () => {
    const covers = [{ name: `${'1'.repeat(64)}.webp` }];
    const names = Array.from({ length: 21 }, (_, index) => `Owner ${index}`);
    const drawn = await Promise.allSettled(
      names.map((name) => draw({ name, kind: 'project', covers })),
    );
    const errors = drawn.map((result) => result.status === 'rejected' && result.reason);
    expect(errors.filter((error) => error instanceof TypesettingError)).toHaveLength(20);
    expect(errors[20]).toBeInstanceOf(TooBusyError);
  });
});

describe('the text of a card', () => {
  test('is never run as code', async () => {
    const lines = [
      '#read("/etc/passwd")',
      '#import "@preview/cetz:0.3.4"',
      '#eval("1 + 1")',
      '#plugin("x.wasm")',
      ']#panic()[',
      '$ sum_(k=0)^n k $ *bold* _emphasis_ `raw` <label> @label',
      '\\ \\u{41} \\" " \' // /* */',
      'lone surrogates \ud800 \udc00 and control characters \0 \u001b[31m',
      'שלום, مرحبا, 你好, こんにちは, 안녕, สวัสดี, नमस्ते 👩‍💻🏳️‍🌈',
      'x'.repeat(5000),
    ];
    const drawn = new Set<string>();
    for (const line of lines) drawn.add(await drawnHash({ name: line, line }));
    expect(drawn.size).toBe(lines.length);
    expect(await drawnHash({ line: '#upper("quiet")' })).not.toBe(
      await drawnHash({ line: 'QUIET' }),
    );
  });

  test('has glyphs in many scripts', async () => {
    const scripts = [
      'ae',
      'łř',
      'λω',
      'жя',
      'אב',
      'مح',
      'कग',
      'กข',
      '软师',
      'ねこ',
      '안녕',
      '🚀🎉',
    ];
    const line = scripts.map(([letter]) => letter).join(' ');
    const drawn = new Set([await drawnHash({ line })]);
    for (const [letter = '', other = ''] of scripts)
      drawn.add(await drawnHash({ line: line.replace(letter, other) }));
    // Without a glyph, both letters would be the same box.
    expect(drawn.size).toBe(scripts.length + 1);
  });

  test('has Japanese shapes beside kana, and Chinese ones otherwise', async () => {
    const nameIn = async (changes: Partial<Card>) => {
      const name = sharp(await draw(changes)).extract({ left: 0, top: 0, width: 600, height: 144 });
      return hashContent(await name.raw().toBuffer());
    };
    expect(await nameIn({ name: '直', line: '你好' })).toBe(
      await nameIn({ name: '直', line: '안녕' }),
    );
    expect(await nameIn({ name: '直', line: 'ねこ' })).not.toBe(await nameIn({ name: '直' }));
  });

  test('has a square in place of a character that no font has', async () => {
    expect(await drawnHash({ line: 'Hieroglyph \u{13000}' })).toBe(
      await drawnHash({ line: 'Hieroglyph □' }),
    );
  });
});

test('the place is on a line of its own below the headline', async () => {
  for (const theme of THEMES) {
    const apart = await drawnHash({ theme, line: 'Engineer', place: 'London' });
    expect(apart).not.toBe(await drawnHash({ theme, line: 'Engineer London' }));
    expect(await drawnHash({ theme, line: '', place: 'London' })).toBe(
      await drawnHash({ theme, line: 'London' }),
    );
  }
});

describe('the key of a card', () => {
  const key = (changes: Partial<Card>) => cardKey({ ...PLAIN, ...changes });
  const covers = [MISSING];

  test('changes with everything that is drawn', () => {
    const keys = [
      key({}),
      key({ theme: 'mono' }),
      key({ accent: '#157f3f' }),
      key({ language: 'ar' }),
      key({ line: 'Another line' }),
      key({ place: 'London' }),
      key({ kind: 'project' }),
      key({ kind: 'project', covers }),
      key({ kind: 'project', covers: [{ ...MISSING, focalPoint: { x: 10, y: 50 } }] }),
      key({ kind: 'project', covers: [{ name: `${'1'.repeat(64)}.webp` }] }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    for (const one of keys) expect(one).toMatch(/^[0-9a-f]{64}$/);
  });

  test('does not change with what is not drawn', () => {
    expect(key({ covers })).toBe(key({}));
    expect(key({ line: `  I make software\nthat explains itself. ` })).toBe(key({}));
    expect(key({ line: 'x'.repeat(5000) })).toBe(key({ line: 'x'.repeat(6000) }));
  });
});

test('the process is stopped if it takes too long, and the next one draws the same bytes', async () => {
  const limits = { idleMs: 1000, timeoutMs: 700, startMs: 30_000, loadsNativeCode: true };
  const { ask, pid } = reusableProcess<TypesetRequest, TypesetResult>(TYPST_WORKER, limits);
  const askFor = (line: string) =>
    ask({
      template: 'card',
      output: 'jpeg',
      data: { ...PLAIN, ...GALLERY, line, title: '', details: '', pictures: [] },
      pictures: {},
    });

  const before = await askFor('Hello');
  expect(before).toHaveProperty('bytes');
  const first = pid();
  expect(await askFor('x'.repeat(3_000_000))).toBeUndefined();
  expect(await askFor('Hello')).toEqual(before);
  expect(pid()).not.toBe(first);
});

test('no template loads files, packages or code', async () => {
  const files = await readdir(TEMPLATES);
  expect(files).toContain('card.typ');
  for (const file of files)
    expect(await readFile(join(TEMPLATES, file), 'utf8')).not.toMatch(
      /@preview|\b(read|eval|plugin)\(/,
    );
});
