import type { Page } from '@playwright/test';

/** Finds elements that are visible only after scrolling sideways, or not at all. */
export function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const outside = [...document.querySelectorAll('main *, [role=dialog] *')].filter((element) => {
      const { right, left, width } = element.getBoundingClientRect();
      // The editor draws only the visible part of a very long line, and a wide box for the rest.
      // Code and tables of a case study scroll on their own. An ellipsis ends a text that is too long.
      const isHidden =
        element.closest(
          'thead, .sr-only, .truncate *, .cm-editor, .table-scroll > *, pre > *, [aria-hidden="true"]',
        ) !== null;
      return width > 1 && !isHidden && (right > innerWidth + 1 || left < -1);
    });
    const names = outside.map((element) => element.outerHTML.slice(0, 120));
    return scrollWidth > clientWidth ? ['the page itself', ...names] : names;
  });
}

/** Finds text that overflows its own box. */
export function findOverflowingText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, [role=dialog] *')]
      .filter((element) => {
        const { overflowX, display } = getComputedStyle(element);
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
        );
        return (
          hasText &&
          overflowX === 'visible' &&
          display !== 'inline' &&
          element.closest('.sr-only, svg, .table-scroll, pre, [aria-hidden="true"]') === null &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0
        );
      })
      .map(
        (element) =>
          `${element.scrollWidth} in ${element.clientWidth}: ${element.outerHTML.slice(0, 120)}`,
      ),
  );
}

/** Finds selects that are narrower than one of their options. */
export function findCutOptions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('select')].flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const room =
        select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (context) context.font = font;
      return [...select.options]
        .filter(({ text }) => (context?.measureText(text).width ?? Infinity) > room)
        .map(({ text }) => `"${text}" in ${room} px`);
    });
  });
}
