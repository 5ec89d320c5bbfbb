import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFiles } from '@vitrine/api/media/media-files';
import { readResumePages } from '@vitrine/api/typeset/typeset-resume';
import { PAPERS, RESUME_TEMPLATES } from '@vitrine/contract/options';
import { checkText } from '@vitrine/resume/check-text';
import type { Resume } from '@vitrine/resume/resume';
import { entryOf, RESUME } from '@vitrine/testing/resumes';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { size } from '../support/size.ts';
import { resumes } from './arbitraries/resumes.ts';

const folder = await mkdtemp(join(tmpdir(), 'vitrine-fuzz-'));
const media = diskFiles(folder);
afterAll(() => rm(folder, { recursive: true }));

const EMPTY: Resume = {
  ...RESUME,
  headline: '',
  location: '',
  contacts: [RESUME.contacts[0] ?? { kind: 'email', text: 'a@b.c', url: '' }],
  sections: [],
};
const MANY_ROLES: Resume = {
  ...RESUME,
  sections: [
    {
      kind: 'entries',
      name: 'experience',
      heading: 'Experience',
      groups: Array.from({ length: 30 }, (_, index) => ({
        dates: '',
        entries: [
          entryOf({
            title: `Role ${index}`,
            organization: `Company ${index}`,
            dates: '2019 – 2021',
            text: 'Leads the team behind a data notebook. '.repeat(8),
            highlights: ['Halved the time that a change waits.', 'Wrote the guide.'],
          }),
        ],
      })),
    },
  ],
};

test('every resume is a PDF/UA-1 file, and a machine reads it in order', async ({ annotate }) => {
  const records = [EMPTY, MANY_ROLES, ...fc.sample(resumes, size({ short: 12, long: 200 }))];
  const times: number[] = [];
  let pages = 0;
  for (const [index, record] of records.entries())
    for (const template of RESUME_TEMPLATES) {
      const paper = PAPERS[index % PAPERS.length] ?? 'a4';
      const start = performance.now();
      // Fails if the compiler finds a violation of PDF/UA-1.
      const read = await readResumePages(record, { template, paper, accent: '#0b6e63' }, media);
      times.push(performance.now() - start);
      pages = Math.max(pages, read.pages.length);
      const { isInOrder, lines } = checkText(record, template, read);
      const marked = lines.filter(({ state }) => state !== 'found');
      expect({ template, record: marked.length > 0 ? record : '', marked, isInOrder }).toEqual({
        template,
        record: '',
        marked: [],
        isInOrder: true,
      });
    }
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1] ?? 0;
  await annotate(
    `${records.length} records × 2 templates, up to ${pages} pages: all read back in order; ${median.toFixed(0)} ms median, ${times.at(-1)?.toFixed(0)} ms at most on a busy machine`,
  );
});
