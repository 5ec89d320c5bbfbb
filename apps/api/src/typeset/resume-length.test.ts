import { entryOf, RESUME } from '@vitrine/testing/resumes';
import { expect, test } from 'vitest';
import { diskFiles } from '../media/media-files.ts';
import { makeResumeFile } from './resume-file.ts';

const look = { template: 'classic', paper: 'a4', accent: '#0b6e63' } as const;
const tools = {
  media: diskFiles('/nonexistent'),
  writeDocx: async () => Buffer.from('a Word file'),
};

/** So many entries with a few sentences each, or with a long text. */
function withEntries(count: number, text: string) {
  const groups = Array.from({ length: count }, (_, index) => ({
    dates: '',
    entries: [entryOf({ title: `Role ${index}`, organization: `Company ${index}`, text })],
  }));
  const section = { kind: 'entries', name: 'experience', heading: 'Experience', groups } as const;
  return { ...RESUME, sections: [section] };
}

test('2,000 entries can be written in every format but PDF', async () => {
  const resume = withEntries(2_000, 'Some text. '.repeat(40));
  for (const format of ['docx', 'txt', 'json'] as const) {
    const options = { look, origin: 'https://example.com' };
    expect((await makeResumeFile(format, resume, options, tools)).length).toBeGreaterThan(0);
  }
});

test('a resume that would keep other requests waiting is refused with a sentence', async () => {
  const resume = withEntries(2_000, 'x'.repeat(5_000));
  const write = (format: 'docx' | 'txt') =>
    makeResumeFile(format, resume, { look, origin: 'https://example.com' }, tools);
  await expect(write('docx')).rejects.toThrow(
    'The resume is too long for DOCX. Take entries off it, or shorten their texts.',
  );
  await expect(write('txt')).rejects.toThrow('The resume is too long for TXT.');
});
