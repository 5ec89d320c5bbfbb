import { describe, expect, test } from 'vitest';
import { toInlineHtml, toParagraphs, toPlainText } from './inline.ts';

const LINK = '<a href="https://a.example/?b=1&amp;c" rel="noopener noreferrer">site</a>';

describe('a short text', () => {
  test.each([
    ['I build **ferries**.', '<p>I build <strong>ferries</strong>.</p>', 'I build ferries.'],
    ['*Slow* _boats_', '<p><em>Slow</em> <em>boats</em></p>', 'Slow boats'],
    ['***Both***', '<p><strong><em>Both</em></strong></p>', 'Both'],
    ['My [site](https://a.example/?b=1&c)', `<p>My ${LINK}</p>`, 'My site'],
    ['[Write](mailto:a@b.example)', '<p><a href="mailto:a@b.example">Write</a></p>', 'Write'],
    ['One  \nline', '<p>One\nline</p>', 'One\nline'],
    ['One\nline\n\nTwo', '<p>One\nline</p><p>Two</p>', 'One\nline\n\nTwo'],
    ['', '', ''],
  ])('%o has emphasis and links', (markdown, html, text) => {
    expect(toInlineHtml(markdown)).toBe(html);
    expect(toPlainText(markdown)).toBe(text);
  });

  test.each([
    '2 * 3 * 4',
    'snake_case_name',
    '# A number',
    '1. First\n2. Second',
    '- A list',
    '> A quote',
    'A title\n---',
    '`code`',
    '&amp; AT&T',
    'C:\\temp',
    '[a]: https://a.example',
    '    indented'.trim(),
  ])('%o stays as it was written', (text) => {
    expect(toPlainText(text)).toBe(text);
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,x)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
    '[x](/path)',
    '<javascript:alert(1)>',
    '[x](<java\nscript:alert(1)>)',
  ])('%o has no link', (markdown) => {
    expect(
      toParagraphs(markdown)
        .flat()
        .every(({ url }) => url === ''),
    ).toBe(true);
    expect(toInlineHtml(markdown)).not.toContain('<a');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](https://a.example/x.png)',
    '**<b onclick="x">**',
    '[<i>](https://a.example/"onmouseover="x)',
  ])('%o has no elements or attributes of its own', (markdown) => {
    const html = toInlineHtml(markdown);
    expect(
      html.replace(/<\/?(p|em|strong)>|<a href="[^"<>]*"( rel="noopener noreferrer")?>|<\/a>/g, ''),
    ).not.toMatch(/[<>"]/);
  });

  test('takes little time for a hostile text', () => {
    const start = performance.now();
    for (const part of ['*a _b ', '[a](', '**a*', '<a', '[[['])
      toInlineHtml(part.repeat(5_000 / part.length));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
