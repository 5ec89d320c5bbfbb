import { calls } from '@vitrine/contract/calls';
import { RESUME_FORMATS, type ResumeFormat } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS, type ResumeSettings } from '@vitrine/contract/resume';
import { downloads } from '@vitrine/contract/routes';
import { useApp } from '@vitrine/testing/app';
import { addProject } from '@vitrine/testing/fixtures';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';

const started = useApp();

const ROLE = {
  title: 'Analyst',
  description: 'Wrote the notes.',
  from: 1942,
  to: 1943,
  kind: 'work',
  organization: 'Analytical Engine',
};

function save(changes: Partial<ResumeSettings>) {
  return started.owner.call(calls.resume.update, {
    json: { ...DEFAULT_RESUME_SETTINGS, ...changes },
  });
}

async function download(format: string, client = started.owner) {
  const response = await client.fetch(`/api/v1${downloads.resume.path.replace(':format', format)}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function textOf(format: ResumeFormat): Promise<string> {
  const { bytes } = await download(format);
  if (format !== 'docx') return bytes.toString();
  return Buffer.from(unzipSync(bytes)['word/document.xml'] ?? []).toString();
}

describe('the settings', () => {
  test('have defaults, and list what can be on the resume', async () => {
    const { status, body } = await started.owner.call(calls.resume.get);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      settings: {
        ...DEFAULT_RESUME_SETTINGS,
        published: { pdf: true, docx: false, json: false, txt: false },
      },
      choices: [],
      accent: expect.stringMatching(/^#[0-9a-f]{6}$/),
      siteUrl: '',
      hasUpload: false,
    });
  });

  test('are saved at once, and saved again', async () => {
    for (const paper of ['letter', 'a4'] as const) {
      const { body } = await save({ template: 'modern', paper, photo: true });
      expect(body.settings).toMatchObject({ template: 'modern', paper, photo: true });
      const { body: read } = await started.owner.call(calls.resume.get);
      expect(read.settings).toEqual(body.settings);
    }
    await save({});
  });

  test('list the content of the portfolio, without drafts', async () => {
    await started.owner.call(calls.timeline.add, { json: ROLE });
    const { _id } = await addProject(started.owner, 'Notes on the engine');
    await started.owner.call(calls.project.addDraft, { form: { title: 'A secret engine' } });
    const { body } = await started.owner.call(calls.resume.get);
    expect(body.choices.map(({ name }) => name)).toEqual(['experience', 'projects']);
    expect(body.choices[1]?.groups[0]?.entries).toEqual([
      { _id, title: 'Notes on the engine', dates: '', isDefault: true },
    ]);
  });

  test.each([
    ['an unknown template', { template: 'baroque' }],
    ['a color that is not one', { accent: 'red' }],
    ['a section twice', { sections: Array(12).fill(DEFAULT_RESUME_SETTINGS.sections[0]) }],
    ['an unknown field', { font: 'Comic Sans' }],
  ])('reject %s', async (_, changes) => {
    const { status } = await started.owner.call(calls.resume.update, {
      json: { ...DEFAULT_RESUME_SETTINGS, ...changes },
    });
    expect(status).toBe(400);
  });

  test('fall back to the default where the database has another value', async () => {
    const settings = { ...DEFAULT_RESUME_SETTINGS, template: 'baroque', contact: false };
    await started.app.db
      .updateTable('resume')
      .set({ settings: JSON.stringify(settings) })
      .execute();
    const { body } = await started.owner.call(calls.resume.get);
    expect(body.settings).toMatchObject({ template: 'classic', contact: false });
    await save({});
  });

  test('keep the stored sections if some are unknown or missing', async () => {
    const { sections } = DEFAULT_RESUME_SETTINGS;
    const find = (wanted: string) => sections.filter(({ name }) => name === wanted);
    const hidden = find('skills').map((section) => ({ ...section, shown: false }));
    const stored = [...hidden, { ...hidden[0], name: 'hobbies' }, ...find('summary')];
    await started.app.db
      .updateTable('resume')
      .set({ settings: JSON.stringify({ ...DEFAULT_RESUME_SETTINGS, sections: stored }) })
      .execute();
    const { body } = await started.owner.call(calls.resume.get);
    expect(body.settings.sections).toEqual([
      ...hidden,
      ...find('summary'),
      ...sections.filter(({ name }) => name !== 'skills' && name !== 'summary'),
    ]);
    expect((await save(body.settings)).status).toBe(200);
    await save({});
  });
});

describe('a download', () => {
  const TYPES: Readonly<Record<ResumeFormat, string>> = {
    pdf: 'application/pdf',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    json: 'application/json',
    txt: 'text/plain; charset=utf-8',
  };

  test.each(RESUME_FORMATS)('of %s has its type and a name, and is not cached', async (format) => {
    const { response, bytes } = await download(format);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(TYPES[format]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="ada-lovelace-resume.${format}"`,
    );
    const starts = { pdf: '%PDF-', docx: 'PK', json: '{\n', txt: 'Ada Lovelace\n' };
    expect(bytes.toString('latin1').startsWith(starts[format])).toBe(true);
    expect((await download(format)).bytes.equals(bytes)).toBe(true);
  });

  test('has the email address, which visitors need not see, unless it is turned off', async () => {
    for (const format of ['docx', 'json', 'txt'] as const)
      expect(await textOf(format)).toContain('ada@example.com');
    await save({ contact: false });
    for (const format of ['docx', 'json', 'txt'] as const)
      expect(await textOf(format)).not.toContain('ada@example.com');
    await save({});
  });

  test('has published projects alone', async () => {
    for (const format of ['docx', 'json', 'txt'] as const) {
      const text = await textOf(format);
      expect(text).toContain('Notes on the engine');
      expect(text).not.toContain('A secret engine');
    }
  });

  test('of another format does not exist', async () => {
    for (const format of ['odt', 'PDF', '__proto__'])
      expect((await download(format)).response.status).toBe(404);
  });
});
