import type { Page } from '@playwright/test';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { expect, test } from '../support/test.ts';

const WIDTHS = [320, 360, 390, 480, 560, 640, 700, 760, 820, 896, 1024, 1152, 1280, 1920, 2560];
/** At 200% zoom, the page gets half of the window's width. */
const WINDOWS_AT_200_PERCENT = [640, 820, 1024, 1440, 2560];

const LISTS = [
  { path: '/', titles: 'table :is(th[scope=row], td:first-of-type), li' },
  { path: '/manage/projects', titles: 'tbody td:nth-of-type(2)' },
  { path: '/manage/timeline', titles: 'tbody td:first-of-type' },
  { path: '/manage/skills', titles: 'main section h2' },
];

test.describe('lists are readable from 320 to 2560 px and at 200% zoom', () => {
  for (const { path, titles } of LISTS)
    test(path, async ({ owner, environment }) => {
      await addLongTitles(environment);
      await owner.goto(path);
      await owner.locator(titles).first().waitFor();
      const found: string[] = [];
      for (const width of WIDTHS)
        for (const problem of await problemsAt(owner, titles, width, 1))
          found.push(`${width} px: ${problem}`);
      for (const width of WINDOWS_AT_200_PERCENT)
        for (const problem of await problemsAt(owner, titles, width / 2, 2))
          found.push(`${width} px at 200 %: ${problem}`);
      expect(found).toEqual([]);
    });
});

async function addLongTitles({ database }: TestEnvironment): Promise<void> {
  await database.query(
    `update project set title = 'Marginalia, or how to find the sentence that you half remember'
     where title = 'Marginalia';
     update project set title = repeat('W', 120) where title = 'Quorum';
     update timeline set title = repeat('W', 120), description = repeat('d', 900)
     where seq = (select min(seq) from timeline);
     update skill set title = repeat('W', 80) where title = 'Rust';
     update software_application set name = repeat('W', 80) where name = 'Figma'`,
  );
}

async function problemsAt(
  page: Page,
  titles: string,
  width: number,
  deviceScaleFactor: number,
): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: 900,
    deviceScaleFactor,
    mobile: false,
  });
  const problems = await page.evaluate(findProblems, titles);
  await session.detach();
  return problems;
}

/** Runs in the page. */
function findProblems(titles: string): string[] {
  const READABLE = 100;
  const ORDINARY_WORD = 16;
  const problems: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`the page is ${scrollWidth} px wide`);

  for (const node of textsIn(document.querySelector('main'))) {
    const { data, parentElement } = node;
    if (!parentElement || parentElement.closest('.sr-only, thead')) continue;
    const box = parentElement.getBoundingClientRect();
    if (box.right > clientWidth + 1) problems.push(`"${data.slice(0, 30)}" is cut`);
    for (const { 0: word, index } of data.matchAll(/[^\s-]+/g))
      if (word.length <= ORDINARY_WORD && linesOf(node, index, word.length) > 1)
        problems.push(`"${word}" is broken`);
  }

  for (const cell of document.querySelectorAll(titles)) {
    const text = textsIn(cell).next().value;
    let block = text?.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    if (!text || !block || block.clientWidth === 0 || block.clientWidth >= READABLE) continue;
    const fits = linesOf(text, 0, text.data.length) === 1 && block.scrollWidth <= block.clientWidth;
    if (!fits) problems.push(`"${text.data.slice(0, 30)}" has ${block.clientWidth} px`);
  }
  return problems;

  function* textsIn(root: Element | null): Generator<Text, undefined> {
    if (!root) return;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && node.data.trim() !== '') yield node;
  }

  function linesOf(node: Text, start: number, length: number): number {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  }
}
