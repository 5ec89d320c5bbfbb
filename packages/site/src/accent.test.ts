import { THEMES } from '@vitrine/contract/options';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentPair, MIN_CONTRAST, measureContrast } from './accent.ts';
import { accentOf, THEME_MANIFESTS } from './themes.ts';

const PAPER = THEME_MANIFESTS.paper.grounds;

test('measures contrast as WCAG defines it', () => {
  expect(measureContrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(measureContrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
  expect(measureContrast('#19b5a5', '#19b5a5')).toBe(1);
});

test('keeps an accent that can be read on both grounds', () => {
  const { light, dark } = accentPair('#757575', { light: '#ffffff', dark: '#000000' });
  expect([light.color, dark.color]).toEqual(['#757575', '#757575']);
});

test('darkens a bright accent on the light ground only', () => {
  const { light, dark } = accentPair('#19b5a5', PAPER);
  expect(light.color).toBe('#008175');
  expect(light.ratio).toBeCloseTo(4.51, 2);
  expect(dark).toEqual({ color: '#19b5a5', ratio: measureContrast('#19b5a5', PAPER.dark) });
});

test('lightens a dark accent on the dark ground only', () => {
  const { light, dark } = accentPair('#0000ff', PAPER);
  expect(light.color).toBe('#0000ff');
  expect(dark.color).toBe('#3872ff');
});

test('changes an accent no more than it has to', () => {
  fc.assert(
    fc.property(accents(), (accent) =>
      pairsOn(accent, PAPER).every(([ground, { color, ratio }]) =>
        measureContrast(accent, ground) >= MIN_CONTRAST
          ? color === accent
          : // The next color that a screen can show may have a little more contrast than needed.
            ratio < MIN_CONTRAST * 1.03,
      ),
    ),
    { numRuns: 2000 },
  );
});

test('reaches 4.5:1 with any accent on the grounds of each theme', () => {
  const manifests = THEMES.map((theme) => THEME_MANIFESTS[theme]);
  fc.assert(
    fc.property(accents(), (accent) =>
      manifests.every(({ grounds }) =>
        pairsOn(accent, grounds).every(
          ([ground, { color, ratio }]) =>
            /^#[0-9a-f]{6}$/.test(color) &&
            ratio === measureContrast(color, ground) &&
            ratio >= MIN_CONTRAST,
        ),
      ),
    ),
    { numRuns: 3000 },
  );
});

test('uses the accent of the theme if the owner chooses none', () => {
  expect(accentOf({ theme: 'paper', accent: '' })).toEqual(accentPair('#0b6e63', PAPER));
  expect(accentOf({ theme: 'paper', accent: '#19b5a5' })).toEqual(accentPair('#19b5a5', PAPER));
});

function accents() {
  return fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
}

function pairsOn(accent: string, grounds: { readonly light: string; readonly dark: string }) {
  const { light, dark } = accentPair(accent, grounds);
  return [
    [grounds.light, light],
    [grounds.dark, dark],
  ] as const;
}
