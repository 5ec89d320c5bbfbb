import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESUME_TEMPLATES } from '@vitrine/contract/options';
import { checkText } from '@vitrine/resume/check-text';
import type { Resume, Section } from '@vitrine/resume/resume';
import { resumeOf } from '@vitrine/testing/build-resume';
import { gapsInText, LEFT_OUT } from '@vitrine/testing/left-out';
import { entryOf, RESUME } from '@vitrine/testing/resumes';
import { demoPortfolio } from '@vitrine/testing/site-portfolios';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { TooBusyError } from '../concurrency.ts';
import { diskFiles, hashContent } from '../media/media-files.ts';
import { ResumeTooLongError } from './resume-length.ts';
import { typesetter } from './typeset.ts';
import {
  drawResumePages,
  lookOf,
  makeResumePdf,
  type ResumeLook,
  readResumePages,
} from './typeset-resume.ts';

const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
const media = diskFiles(folder);
afterAll(() => rm(folder, { recursive: true }));

/** The files of the demo are not in the folder. */
const NO_PHOTO = { url: '' };

const CLASSIC: ResumeLook = { template: 'classic', paper: 'a4', accent: '#0b6e63' };

const make = (changes: Partial<Resume> = {}, look: Partial<ResumeLook> = {}) =>
  makeResumePdf({ ...RESUME, ...changes }, { ...CLASSIC, ...look }, media);

async function textOf(changes: Partial<Resume>, look: Partial<ResumeLook> = {}): Promise<string> {
  const { pages } = await readResumePages(
    { ...RESUME, ...changes },
    { ...CLASSIC, ...look },
    media,
  );
  return pages.join('\n').replaceAll(/\s+/g, ' ');
}

/** So many roles, each with a paragraph. */
function withRoles(count: number, text = 'Built the pattern editor. '.repeat(12)): Resume {
  const groups = Array.from({ length: count }, (_, index) => ({
    dates: '',
    entries: [entryOf({ title: `Role ${index}`, organization: 'Loom', dates: '2019', text })],
  }));
  return {
    ...RESUME,
    sections: [{ kind: 'entries', name: 'experience', heading: 'Experience', groups }],
  };
}

describe.each(RESUME_TEMPLATES)('a resume in %s', (template) => {
  test('is a tagged PDF (PDF/UA-1) with a title, an author and keywords', async () => {
    const { pdf, pageCount, replaced } = await make({}, { template });
    const source = pdf.toString('latin1');
    const parts = ['%PDF-1.7', '/MarkInfo', '/StructTreeRoot', '<pdfuaid:part>1', 'Resume of Ada'];
    for (const part of [...parts, '<rdf:li>Ada Lovelace', 'TypeScript'])
      expect(source.includes(part), part).toBe(true);
    expect(source).not.toMatch(/CreationDate|ModDate|xmp:CreateDate/);
    expect({ pageCount, replaced }).toEqual({ pageCount: 1, replaced: [] });
  });

  test.each(['en', 'ar'] as const)(
    'has the text of the record, in order (%s)',
    async (language) => {
      const resume: Resume = { ...RESUME, language };
      const pdf = await readResumePages(resume, { ...CLASSIC, template }, media);
      const { problems, facts } = checkText(resume, template, pdf);
      expect(problems).toEqual([]);
      for (const { label, found, expected } of facts)
        expect([label, found]).toEqual([label, expected]);
    },
  );

  test('has the spoken languages of an Arabic resume, with their levels', async () => {
    const demo = demoPortfolio();
    const resume = resumeOf({ ...demo, profile: { ...demo.profile, avatar: NO_PHOTO } }, 'ar');
    const pdf = await readResumePages(resume, { ...CLASSIC, template }, media);
    const { problems, facts } = checkText(resume, template, pdf);
    expect(problems).toEqual([]);
    expect(facts).toContainEqual({ label: 'Languages', found: 4, expected: 4 });
  });

  test('has no gap where a field is left out', async () => {
    // Most fields that are left out are not in a resume, or leave it the same.
    const resumes = new Map(
      Object.entries(LEFT_OUT).map(([name, portfolio]) => {
        const resume = resumeOf({
          ...portfolio,
          profile: { ...portfolio.profile, avatar: NO_PHOTO },
        });
        return [JSON.stringify(resume), { name, resume }];
      }),
    );
    expect(resumes.size).toBeGreaterThan(20);
    for (const { name, resume } of resumes.values()) {
      const { pages } = await readResumePages(resume, { ...CLASSIC, template }, media);
      expect([name, gapsInText(pages.join('\n'))]).toEqual([name, []]);
    }
  });

  test('is drawn page by page, without links', async () => {
    const resume = withRoles(20);
    const { pageCount } = await make(resume, { template, paper: 'letter' });
    const look = { ...CLASSIC, template, paper: 'letter' } as const;
    const { pages } = await drawResumePages(resume, look, media);
    expect(pages).toHaveLength(pageCount);
    for (const page of pages) {
      expect(page).toMatch(/^<svg [^>]*viewBox="0 0 612.00 792.00">/);
      expect(page).not.toContain('<a ');
    }
  });
});

test('the same content has the same bytes, also in another process', async () => {
  const first = await hashContent((await make()).pdf);
  // Only the last four are kept.
  for (const name of ['One', 'Two', 'Three', 'Four']) await make({ name });
  const compiler = typesetter.pid();
  if (compiler !== undefined) process.kill(compiler, 'SIGKILL');
  await expect.poll(() => typesetter.pid()).toBeUndefined();
  expect(await hashContent((await make()).pdf)).toBe(first);
});

test('has no ligatures, which some machines cannot read', async () => {
  expect(await textOf({ headline: 'Efficient office staff, five flows' })).toContain(
    'Efficient office staff, five flows',
  );
});

test.each([
  ['marks on one letter', `e${'\u0301'.repeat(4_000)}`],
  ['marks with joiners between them', `क${'\u094d\u200d'.repeat(2_000)}`],
  ['consonants that are joined to one', 'क्'.repeat(2_400)],
])('thousands of %s neither stop the process nor fill its memory', async (_, text) => {
  const section: Section = {
    ...{ kind: 'text', name: 'summary', heading: 'Summary' },
    ...{ text, paragraphs: [] },
  };
  expect((await textOf({ sections: [section] })).length).toBeLessThan(10_000);
  const status = await readFile(`/proc/${typesetter.pid()}/status`, 'utf8');
  expect(Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1])).toBeLessThan(500_000);
});

test('sets emphasis and links of the summary', async () => {
  const plain = { isEmphasis: false, isStrong: false, url: '' };
  const paragraphs = [
    [
      { ...plain, text: 'I build ' },
      { ...plain, text: 'ferries', isStrong: true },
      { ...plain, text: ' ' },
      { ...plain, text: 'slowly', isEmphasis: true },
      { ...plain, text: '\nfor ' },
      { ...plain, text: 'the coast', url: 'https://coast.example' },
    ],
    [{ ...plain, text: 'And more.' }],
  ];
  const section: Section = {
    ...{ kind: 'text', name: 'summary', heading: 'Summary' },
    ...{ text: 'I build ferries slowly\nfor the coast\n\nAnd more.', paragraphs },
  };
  expect((await textOf({ sections: [section] })).replace(/\s+/g, ' ')).toContain(
    'I build ferries slowly for the coast And more.',
  );
  const source = (await make({ sections: [section] })).pdf.toString('latin1');
  expect(source).toContain('/URI (https://coast.example)');
});

test('links web pages, email addresses and phone numbers only', async () => {
  const links = [
    'https://safe.example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
  ];
  const contacts = links.map((url) => ({ kind: 'website' as const, text: url, url }));
  const source = (await make({ contacts })).pdf.toString('latin1');
  expect(source.match(/\/URI \([^)]*\)/g)).toEqual([
    '/URI (https://safe.example.com)',
    ...['https://analytical.example.com', 'https://tidewatch.example.com'].map(
      (url) => `/URI (${url})`,
    ),
  ]);
});

test('text is made slightly smaller if all of it fits on one page then', async () => {
  const sizes = new Map<number, string>();
  for (let roles = 8; roles < 16; roles += 1) {
    const { pages } = await drawResumePages(withRoles(roles), CLASSIC, media);
    sizes.set(roles, pages.length === 1 ? heightOfName(pages[0] ?? '') : 'two pages');
  }
  expect([...new Set(sizes.values())]).toHaveLength(4);
});

/** The distance of its baseline from the top margin. */
function heightOfName(page: string): string {
  return /matrix\(1 0 0 -1 0 ([\d.]+)\)/.exec(page)?.[1] ?? '';
}

test('shows the photo', async () => {
  const photo = await sharp({
    create: { width: 400, height: 600, channels: 3, background: '#c00' },
  })
    .webp()
    .toBuffer();
  const name = `${await hashContent(photo)}.webp`;
  await media.write(name, photo);
  const { pages } = await drawResumePages({ ...RESUME, photo: `/media/${name}` }, CLASSIC, media);
  const [, drawn = ''] = /data:image\/jpeg;base64,([^"]+)/.exec(pages[0] ?? '') ?? [];
  const { dominant } = await sharp(Buffer.from(drawn, 'base64')).stats();
  expect([dominant.r, dominant.g, dominant.b].map((value) => value > 150)).toEqual([
    true,
    false,
    false,
  ]);
});

test('replaces characters that no font has, and lists them', async () => {
  const { replaced } = await make({ headline: 'Reads \u{13000} and \u{13001}' });
  expect(replaced).toEqual(['\u{13000}', '\u{13001}']);
  expect(await textOf({ headline: 'Reads \u{13000}' })).toContain('Reads □');
});

test('darkens an accent that cannot be read on white', async () => {
  const { pages } = await drawResumePages(RESUME, { ...CLASSIC, accent: '#ffee00' }, media);
  expect(pages[0]).not.toContain('#ffee00');
  const design = { theme: 'paper', accent: '#123456' } as const;
  expect(lookOf({ template: 'modern', paper: 'a4', accent: '' }, design).accent).toBe('#123456');
});

test('refuses a resume that would take too long, with a sentence for the owner', async () => {
  const long = [
    withRoles(14, 'x'.repeat(5000)),
    withRoles(1, 'a\n'.repeat(1000)),
    withRoles(5, '数'.repeat(5000)),
  ];
  for (const resume of long) {
    const made = make(resume);
    await expect(made).rejects.toBeInstanceOf(ResumeTooLongError);
    await expect(made).rejects.toThrow('Take entries off it, or shorten their texts.');
  }
  await expect(make(withRoles(1, 'x'.repeat(5001)))).rejects.toThrow('more than 5,000 characters');
});

test('requests for the same resume share one compile, and at most 20 wait', async () => {
  const same = await Promise.all(Array.from({ length: 50 }, () => make({ headline: 'Same' })));
  expect(new Set(same).size).toBe(1);
  const different = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => make({ headline: `Number ${index}` })),
  );
  const errors = different.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(errors).toHaveLength(10);
  for (const error of errors) expect(error).toBeInstanceOf(TooBusyError);
});
