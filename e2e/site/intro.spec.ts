import { THEMES } from '@vitrine/contract/options';
import { demoPortfolio } from '@vitrine/testing/site-portfolios';
import { type SitePages, startSitePages } from '../support/site-pages.ts';
import { expect, test } from '../support/test.ts';

let pages: SitePages;
test.beforeAll(async () => {
  pages = await startSitePages();
});
test.afterAll(() => pages.stop());

const { profile, ...others } = demoPortfolio();
const BARE = { ...profile, headline: '', location: '', pronouns: '', aboutMe: '', languages: [] };
const PROFILES = {
  'everything but a photo': { ...profile, avatar: { url: '' } },
  'everything but a headline': { ...profile, headline: '' },
  'everything but a text': { ...profile, aboutMe: '' },
  'neither photo nor headline': { ...profile, avatar: { url: '' }, headline: '' },
  'neither photo nor text': { ...profile, avatar: { url: '' }, aboutMe: '' },
  'a photo alone': BARE,
  'a headline alone': { ...BARE, avatar: { url: '' }, headline: profile.headline },
  'a text alone': { ...BARE, avatar: { url: '' }, aboutMe: profile.aboutMe },
};

for (const theme of THEMES)
  test(`the top of the home page in ${theme} has no overlaps, whatever is left out`, async ({
    page,
  }) => {
    const problems: string[] = [];
    for (const [name, shown] of Object.entries(PROFILES)) {
      await pages.open(page, '/', { ...others, profile: shown }, { theme });
      for (const width of [390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const found = await page.evaluate(findOverlaps);
        problems.push(...found.map((problem) => `${name} at ${width} px: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
  });

/**
 * Runs in the page. Text flows around a floating photo, so lines are compared, which may touch. The
 * lines of the name are higher than its letters.
 */
function findOverlaps(): string[] {
  const parts = [...document.querySelectorAll('.intro .portrait, .intro .words > :not(h1)')];
  const boxes = parts.flatMap((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const lines = part.matches('.portrait') ? part.getClientRects() : range.getClientRects();
    return [...lines].map((line) => ({ part, line }));
  });
  const overlaps = boxes.flatMap(({ part, line: a }, index) =>
    boxes.slice(index + 1).flatMap(({ part: other, line: b }) => {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const isOverlap = part !== other && width > 2 && height > 4;
      return isOverlap ? [`${part.className} and ${other.className}`] : [];
    }),
  );
  return [...new Set(overlaps)];
}
