import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { SITE_FONTS, THEMES } from '@vitrine/contract/options';
import { render } from '@vitrine/testing/render-site';
import { demoPortfolio } from '@vitrine/testing/site-portfolios';
import { transform } from 'lightningcss';
import { expect, test } from 'vitest';
import { collectStyles } from '../build-styles.ts';
import { MIN_CONTRAST, measureContrast } from './accent.ts';
import { pagePaths } from './resolve-path.ts';
import { makeStylesheet } from './stylesheet.ts';
import { accentOf, fontPairOf, THEME_MANIFESTS } from './themes.ts';

const KB = 1024;
const files = new Map<string, Buffer>();
const { sources, preloads } = collectStyles((name, extension, content) => {
  files.set(`${name}.${extension}`, content);
  return `${name}.${extension}`;
});

test.each(THEMES)('%s has the colors of its manifest, which can be read', (theme) => {
  const { grounds, inks, softs } = THEME_MANIFESTS[theme];
  const css = makeStylesheet({ theme, accent: '', fonts: 'theme' }, '', sources);
  expect(css).toContain(
    `:root{--ground:light-dark(${grounds.light},${grounds.dark});--ink:light-dark(${inks.light},${inks.dark});--soft:light-dark(${softs.light},${softs.dark})}`,
  );
  for (const scheme of ['light', 'dark'] as const)
    for (const text of [inks, softs])
      expect(measureContrast(text[scheme], grounds[scheme])).toBeGreaterThanOrEqual(MIN_CONTRAST);
});

test('every theme has the background of its manifest', () => {
  expect(sources.base).toMatch(/body\{[^}]*background:var\(--ground\)/);
});

test.each(THEMES)('%s sets no color of its manifest, and no other background', (theme) => {
  expect(sources.themes[theme]).not.toMatch(/--(ground|ink|soft):/);
  expect(sources.themes[theme]).not.toMatch(
    /(html|body)\{[^}]*background(-color)?:(?!var\(--ground\))/,
  );
});

test.each(THEMES)('%s has no accent but the one that the product computes', (theme) => {
  expect(sources.themes[theme]).toContain('var(--accent)');
  expect(sources.themes[theme]).not.toMatch(/--accent(-light|-dark)?:/);
  const { light, dark } = accentOf({ theme, accent: '#19b5a5' });
  const css = makeStylesheet({ theme, accent: '#19b5a5', fonts: 'theme' }, '', sources);
  expect(css).toContain(`:root{--accent-light:${light.color};--accent-dark:${dark.color}}`);
});

test.each(THEMES)('%s gets all its fonts from the pair that the owner chooses', (theme) => {
  const css = sources.themes[theme];
  const families = [...css.matchAll(/font-family:([^;}]+)|font:([^;}]+)/g)].map(
    ([, family, font]) => family ?? font ?? '',
  );
  expect(families.length).toBeGreaterThan(0);
  expect(
    families.filter((family) => !/var\(--font-(head|text|code)\)|inherit/.test(family)),
  ).toEqual([]);
});

test('the layers of a design are in order, and the owner’s rules are last', () => {
  const css = makeStylesheet(
    { theme: 'grid', accent: '', fonts: 'theme' },
    'h1{color:red}',
    sources,
  );
  expect(css).toMatch(/^@layer base,theme,print,owner;\n@layer base\{.*\n@layer theme\{/s);
  expect(css).toMatch(/\n@layer owner\{h1\{color:red\}\}$/);
  expect(() =>
    transform({ filename: 'design.css', code: Buffer.from(css), errorRecovery: false }),
  ).not.toThrow();
});

test('every pair of fonts loads at most 2 files and 50 KB before the first paint', () => {
  for (const theme of THEMES)
    for (const fonts of SITE_FONTS) {
      const names = preloads[fontPairOf({ theme, fonts })];
      const bytes = names.reduce((sum, name) => sum + (files.get(name)?.length ?? Infinity), 0);
      expect(names.length).toBeGreaterThan(0);
      expect([theme, fonts, names.length <= 2, bytes <= 50 * KB]).toEqual([
        theme,
        fonts,
        true,
        true,
      ]);
    }
});

test('every font that a stylesheet names is a file of the build', () => {
  for (const fonts of SITE_FONTS) {
    const css = makeStylesheet({ theme: 'mono', accent: '', fonts }, '', sources);
    const names = [...css.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !files.has(name))).toEqual([]);
  }
});

/** With the six of the demo, ten links. */
const MORE_LINKS = [
  { url: 'https://stackoverflow.com/users/1/ada', label: 'Stack Overflow' },
  { url: 'https://www.npmjs.com/~ada', label: 'npm' },
  { url: 'https://www.youtube.com/@ada', label: 'YouTube' },
  { url: 'https://orcid.org/0000-0002-1825-0097', label: 'ORCID' },
];

test.each(THEMES)(
  'each page in %s has at most 14 KB of HTML and CSS, with ten links and a photo',
  (theme) => {
    const { profile, testimonials, ...others } = demoPortfolio();
    const links = [...profile.links, ...MORE_LINKS];
    const portfolio = {
      ...others,
      profile: { ...profile, links },
      testimonials: testimonials.map((one, index) =>
        index === 0 ? { ...one, photo: profile.avatar } : one,
      ),
    };
    const css = makeStylesheet({ theme, accent: '', fonts: 'theme' }, '', sources);
    const tooLarge = [...pagePaths(portfolio), '/missing'].flatMap((path) => {
      const { body } = render(portfolio, path, { theme });
      // The names of real pictures are hashes, which cannot be compressed.
      const html = body.replace(/0{20,}\d+/g, (name) =>
        createHash('sha256').update(name).digest('hex'),
      );
      const size = sizeOf(html) + sizeOf(css);
      return size > 14 * KB ? [`${path}: ${size} bytes`] : [];
    });
    expect(tooLarge).toEqual([]);
  },
);

/** As the service compresses them. */
function sizeOf(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length;
}
