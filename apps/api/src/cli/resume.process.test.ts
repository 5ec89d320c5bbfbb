import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useApp } from '@vitrine/testing/app';
import { createDatabase } from '@vitrine/testing/database';
import { run } from '@vitrine/testing/process';
import { describe, expect, test } from 'vitest';
import { createSiteRenderer } from '../modules/site/site-renderer.ts';
import { makeResume } from './resume.ts';

const started = useApp();

function vitrine(args: string[], settings: Record<string, string> = {}) {
  const { databaseUrl, mediaDir, publicUrl } = started.app.config;
  return run('vitrine.ts', args, {
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: mediaDir,
    PUBLIC_URL: publicUrl,
    ...settings,
  });
}

describe('vitrine resume', () => {
  test('writes PDF, or the format that is chosen, to standard output', async () => {
    expect(await vitrine(['resume'])).toEqual({ code: 0, output: expect.stringMatching(/^%PDF-/) });
    const docx = await vitrine(['resume', '--format', 'docx']);
    expect(docx).toEqual({ code: 0, output: expect.stringMatching(/^PK/) });
    const text = await vitrine(['resume', '--format', 'txt']);
    expect(text).toEqual({ code: 0, output: 'Ada Lovelace\nada@example.com\n' });
    const json = await vitrine(['resume', '--format', 'json']);
    expect(JSON.parse(json.output).basics).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    });
  });

  test('explains a wrong format, and what it does not take', async () => {
    expect(await vitrine(['resume', '--format', 'odt'])).toEqual({
      code: 1,
      output: 'Choose one of these formats: pdf, docx, json, txt.\n',
    });
    for (const args of [
      ['resume', 'file.pdf'],
      ['verify', '--format', 'pdf'],
    ])
      expect((await vitrine(args)).output).toMatch(/^Usage: vitrine COMMAND/);
    expect((await vitrine(['help'])).output).toContain('--format pdf, docx, json or txt.');
  });

  test('does not write a binary file to a terminal', async () => {
    const { db, files, config } = started.app;
    const place = { db, files, config, renderer: createSiteRenderer() };
    await expect(makeResume(place, 'docx', true)).rejects.toThrow(
      'A terminal cannot show DOCX. Write it to a file: vitrine resume --format docx > resume.docx',
    );
    expect(String(await makeResume(place, 'txt', true))).toContain('Ada Lovelace');
  });

  test('says that there is no owner', async () => {
    const empty = await createDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
    const settings = { DATABASE_URL: empty.url, MEDIA_DIR: folder };
    expect(await vitrine(['resume', '--format', 'txt'], settings)).toEqual({
      code: 1,
      output: 'There is no owner yet, so there is no resume.\n',
    });
    await rm(folder, { recursive: true });
    await empty.drop();
  });
});
