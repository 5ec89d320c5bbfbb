import { RESUME_TEMPLATES, THEMES } from '@vitrine/contract/options';
import { toDocx } from '@vitrine/resume/to-docx';
import { toJsonResume } from '@vitrine/resume/to-json-resume';
import { toText } from '@vitrine/resume/to-text';
import { paragraphsOf, resumeOf } from '@vitrine/testing/build-resume';
import { gapsInText, LEFT_OUT } from '@vitrine/testing/left-out';
import { ORIGIN, render } from '@vitrine/testing/render-site';
import { describe, expect, test } from 'vitest';
import { FILE_PATHS, projectPath } from './resolve-path.ts';

describe.each(Object.entries(LEFT_OUT))('without %s', (_, portfolio) => {
  test.each(THEMES)('no page in %s shows a gap', (theme) => {
    const [project] = portfolio.projects.map(projectPath);
    for (const path of ['/', '/projects', project ?? '', '/resume'])
      expect([path, gapsIn(render(portfolio, path, { theme }).body)]).toEqual([path, []]);
  });

  test('no file for machines has a gap', () => {
    for (const path of FILE_PATHS) {
      const { body } = render(portfolio, path);
      const gaps = path.endsWith('/feed.json')
        ? gapsInJson(JSON.parse(body))
        : gapsIn(unescaped(body));
      expect([path, gaps]).toEqual([path, []]);
    }
  });

  test('the resume has no gap in any format', async () => {
    const resume = resumeOf(portfolio);
    expect(gapsInJson(JSON.parse(toJsonResume(resume, ORIGIN)))).toEqual([]);
    for (const template of RESUME_TEMPLATES) {
      expect(gapsInText(toText(resume, template))).toEqual([]);
      const look = { template, paper: 'a4', accent: '#0b6e63' } as const;
      const paragraphs = paragraphsOf(await toDocx(resume, look));
      expect(gapsInText(paragraphs.join('\n'))).toEqual([]);
    }
  });
});

/** With the HTML that a feed contains. */
function unescaped(xml: string): string {
  return xml.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

/** Places in HTML and XML where something is missing, or shown as a word of the code. */
function gapsIn(markup: string): string[] {
  const shown = markup
    // They are filled later, cover a picture, or hold a value in an attribute.
    .replace(
      /<(p class="notice"|button class="enlarge"|data |path |textarea |progress |script [^>]*src=)[^>]*><\/\w+>/g,
      'x',
    )
    .replace(/<option value="">/g, '');
  const empty = [
    ...shown.matchAll(/<(\w+)(\s[^>]*)?>\s*<\/\1>/g),
    ...shown.matchAll(/<[^>]*\s(src|href|srcset|content|datetime|aria-label|id)=""[^>]*>/g),
  ];
  const text = shown
    .replace(/<(script|style|pre)\b.*?<\/\1>/gs, '')
    .replace(/<\/?(a|abbr|b|cite|code|em|span|strong|time)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n');
  return [...empty.map(([found]) => found), ...gapsInText(text)];
}

/** The paths of values that are empty. */
function gapsInJson(value: unknown, path = ''): string[] {
  if (value === null || value === '' || value === 'undefined') return [path];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value);
  if (entries.length === 0) return [path];
  return entries.flatMap(([key, part]) => gapsInJson(part, `${path}/${key}`));
}
