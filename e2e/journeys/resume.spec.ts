import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { findViolations } from '../support/axe.ts';
import { expectAt, hold, ownerClient } from '../support/screen.ts';
import { expect as quickly, test } from '../support/test.ts';

// Each change compiles a PDF, and the compiler and its fonts load on first use.
const expect = quickly.configure({ timeout: 40_000 });

test('chooses what is on the resume, and sees the pages while doing so', async ({
  owner: page,
  environment,
}) => {
  const settings = settingsOf(environment);
  const sections = async () => (await settings()).sections;
  await openResume(page, environment);

  await test.step('shows the pages of the PDF', async () => {
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await pageImage(page).evaluate(isDrawn)).toBe(true);
  });

  await test.step('arrow keys choose the template, and the page is drawn again', async () => {
    await expectNewPage(page, async () => {
      await page.getByRole('radio', { name: 'Classic' }).focus();
      await page.keyboard.press('ArrowRight');
    });
    await expect(page.getByRole('radio', { name: 'Modern' })).toBeChecked();
    await expect.poll(async () => (await settings()).template).toBe('modern');
  });

  await test.step('Letter is wider than A4', async () => {
    const ratio = () =>
      pageImage(page).evaluate((image: HTMLImageElement) => image.width / image.height);
    expect(await ratio()).toBeCloseTo(210 / 297, 2);
    await page.getByRole('radio', { name: 'Letter' }).check();
    await expect.poll(ratio).toBeCloseTo(8.5 / 11, 2);
  });

  await test.step('entries are taken off and put on, and counted', async () => {
    await expectNewPage(page, () =>
      page.getByRole('checkbox', { name: 'Design system lead' }).uncheck(),
    );
    await expect(page.getByRole('button', { name: 'Entries of Experience, 4 of 5' })).toBeVisible();
    await page.getByRole('button', { name: 'Show 4 more projects' }).click();
    await page.getByRole('checkbox', { name: 'Pattern Room' }).check();
    await expect(page.getByRole('button', { name: 'Entries of Projects, 5 of 8' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Tools' }).check();
    await expect
      .poll(async () =>
        (await sections())
          .filter(({ included, excluded }) => [...included, ...excluded].length > 0)
          .map(({ name, included, excluded }) => [name, included.length, excluded.length]),
      )
      .toEqual([
        ['experience', 0, 1],
        ['projects', 1, 0],
      ]);
  });

  await test.step('sections are moved with the keyboard and with the menu', async () => {
    await page.getByRole('button', { name: 'Reorder Skills' }).press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(page.getByText(/^Skills, position 2 of \d+\.$/)).toBeAttached();
    await page.getByRole('button', { name: 'More actions for Education' }).click();
    await page.getByRole('menuitem', { name: 'Move to top' }).click();
    await expect
      .poll(async () => (await sections()).slice(0, 4).map(({ name }) => name))
      .toEqual(['education', 'summary', 'skills', 'experience']);
  });

  await test.step('the accent is the color of the site until another one is chosen', async () => {
    await expectNewPage(page, () => page.getByLabel('Accent as hex').fill('#c2410c'));
    await expect.poll(async () => (await settings()).accent).toBe('#c2410c');
    await page.getByRole('button', { name: 'Use the color of your site' }).click();
    await expect.poll(async () => (await settings()).accent).toBe('');
  });

  await test.step('the page can be larger than the stage', async () => {
    const width = () => pageImage(page).evaluate(({ clientWidth }) => clientWidth);
    const fitting = await width();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await width()).toBeGreaterThan(fitting);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fit width, now 125%' }).click();
    expect(await width()).toBe(fitting);
  });

  await test.step('a reload shows what was chosen', async () => {
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Modern' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Design system lead' })).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Pattern Room' })).toBeChecked();
  });
});

test('saves every change, one after the other, and keeps what was not saved', async ({
  owner: page,
  environment,
}) => {
  const settings = settingsOf(environment);
  await openResume(page, environment);

  await test.step('two quick changes do not overwrite each other', async () => {
    const release = await hold(page, '**/resume/update');
    const sent = page.waitForRequest('**/resume/update');
    await page.getByRole('switch', { name: 'Photo' }).check();
    await sent;
    await expect(page.getByText('Saving…')).toBeVisible();
    await page.getByRole('radio', { name: 'Letter' }).check();
    release();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await settings()).toMatchObject({ photo: true, paper: 'letter' });
    await page.unroute('**/resume/update');
  });

  await test.step('a change that fails to save stays, and is saved on the next attempt', async () => {
    await page.route('**/resume/update', (route) => route.abort());
    await page.getByRole('switch', { name: 'Photo' }).uncheck();
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Photo' })).not.toBeChecked();
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await page.unroute('**/resume/update');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await settings()).toMatchObject({ photo: false, paper: 'letter' });
  });

  await test.step('pages that fail to be drawn can be requested again', async () => {
    await page.route('**/resume/preview', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Too many pages at once.' } }),
    );
    await page.getByRole('radio', { name: 'A4' }).check();
    await expect(page.getByText('Too many pages at once.')).toBeVisible();
    await expect(pageImage(page)).toBeVisible();
    await page.unroute('**/resume/preview');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Too many pages at once.')).toBeHidden();
    await expect(pageImage(page)).toBeVisible();
  });
});

test('downloads the resume, and offers it on the site', async ({ owner: page, environment }) => {
  const site = await openResume(page, environment);
  const visitor = await page.context().newPage();
  const statusOf = async (path: string) => (await visitor.goto(`${site}${path}`))?.status();

  await test.step('the PDF is about the owner', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).first().click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    const text = await readFile(await file.path(), 'latin1');
    expect(text).toMatch(/^%PDF-/);
    expect(text).toContain('Ada Lovelace');
  });

  await test.step('a change is in a file that is downloaded at once', async () => {
    await page.getByRole('checkbox', { name: 'Education' }).uncheck();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download JSON Resume' }).click();
    const resume = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
    expect(resume.basics.name).toBe('Ada Lovelace');
    expect(resume.education ?? []).toEqual([]);
  });

  await test.step('a format is on the site only while its switch is on', async () => {
    await page.getByLabel('Visitors get').selectOption('This resume');
    expect(await statusOf('/resume.json')).toBe(404);
    await page.getByRole('switch', { name: 'JSON Resume on your site' }).check();
    await expect.poll(() => statusOf('/resume.json')).toBe(200);
    expect(await statusOf('/resume.txt')).toBe(404);
    await page.getByRole('switch', { name: 'JSON Resume on your site' }).uncheck();
    await expect.poll(() => statusOf('/resume.json')).toBe(404);
  });
});

test('shows what a machine reads in the PDF, and fixes a problem', async ({
  owner: page,
  environment,
}) => {
  await openResume(page, environment);
  const panel = page.getByRole('region', { name: 'Machine check' });
  const text = panel.getByRole('region', { name: 'Text read from the PDF' });
  await page.getByRole('switch', { name: 'Email and phone' }).uncheck();

  await test.step('names the problem, and shows the text', async () => {
    await expect(page.getByRole('button', { name: 'Machine check: 1 problem' })).toBeVisible();
    await expect(panel.getByRole('listitem').filter({ hasText: 'Email' })).toContainText(
      'Not found',
    );
    await expect(text).toContainText('Ada Lovelace');
    await expect(text.getByText('Not in the PDF: ada@example.com')).toBeVisible();
  });

  await test.step('on a narrow screen, a tab has the number of problems', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('radio', { name: 'Check 1 problem' }).check();
    await expect(text).toBeVisible();
    await expect(pageImage(page)).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the fix turns the contact details on', async () => {
    await panel.getByRole('button', { name: 'Turn on email and phone' }).click();
    await expect(panel.getByText('No problems found')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Email and phone' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Machine check: no problems' })).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Machine check' })).toBeFocused();
    await expect(text).toContainText('ada@example.com');
    await expect(text).not.toContainText('Not in the PDF');
  });

  await test.step('lines that are missing or moved begin with a word', async () => {
    const marked = [
      { text: 'BA Mathematics', state: 'missing' },
      { text: 'Skills', state: 'moved' },
    ];
    await page.route('**/resume/check', async (route) => {
      const response = await route.fetch();
      const check = await response.json();
      await route.fulfill({ json: { ...check, lines: [...check.lines, ...marked] } });
    });
    await page.getByRole('radio', { name: 'Letter' }).check();
    await expect(text.getByText('Not in the PDF: BA Mathematics')).toBeVisible();
    await expect(text.getByText('In another place: Skills')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });
});

test('says why a resume cannot be on the site, or what it needs', async ({
  beginner: page,
  environment,
}) => {
  await test.step('there is no site', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expectAt(page, '/?view=resume');
    const published = page.getByRole('switch', { name: 'PDF on your site' });
    await expect(published).toBeDisabled();
    await expect(published).toHaveAccessibleDescription(/Set SITE_URL/);
  });

  await test.step('there is no content', async () => {
    await expect(page.getByText('There is nothing to put on a resume yet')).toBeVisible();
    await page.getByRole('link', { name: 'Add a timeline entry' }).last().click();
    await expectAt(page, '/?view=add-timeline');
  });

  await test.step('there is no uploaded file', async () => {
    await environment.database.query('update owner set resume = null');
    await page.goto(`${await environment.siteDashboard()}/?view=resume`);
    const offer = page.getByText(/^Visitors can/);
    await expect(offer).toHaveText(
      'Visitors cannot download a resume. You have not uploaded a file. Upload one',
    );
    await page.getByRole('switch', { name: 'PDF on your site' }).check();
    await expect(offer).toHaveText(
      'Visitors can download this resume as PDF. You have not uploaded a file. Upload one',
    );
    await page.getByLabel('Visitors get').selectOption('This resume');
    await expect(offer).toHaveText('Visitors can download this resume as PDF.');
  });
});

test('says which files visitors cannot get, and why', async ({ owner: page, environment }) => {
  const client = ownerClient(environment);
  const { body } = await client.call(calls.resume.get);
  const published = { pdf: true, docx: true, json: true, txt: false };
  await client.call(calls.resume.update, { json: { ...body.settings, published } });
  const offer = page.getByText(/^Visitors can/);
  const pdf = page.getByRole('switch', { name: 'PDF on your site' });

  await test.step('an uploaded file replaces the PDF', async () => {
    await openResume(page, environment);
    await expect(offer).toHaveText(
      'Visitors can download the file you uploaded, and this resume as DOCX and JSON Resume.',
    );
    await page.getByLabel('Visitors get').selectOption('This resume');
    await expect(offer).toHaveText(
      'Visitors can download this resume as PDF, DOCX, and JSON Resume.',
    );
  });

  await test.step('a PDF that is too long is not on the site', async () => {
    const json = { title: 'Engineer', description: 'word '.repeat(999), kind: 'work' } as const;
    for (let from = 2000; from < 2014; from += 1)
      await client.call(calls.timeline.add, { json: { ...json, from } });
    await page.reload();
    await expect(pdf).toHaveAccessibleDescription(
      'Visitors get no PDF. The resume is too long for a PDF. Take entries off it, or shorten their texts.',
    );
    await expect(offer).toHaveText('Visitors can download this resume as DOCX and JSON Resume.');
    await expect(page.getByText('There is no PDF to check.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step('the reason disappears with its cause', async () => {
    await page.getByRole('checkbox', { name: 'Experience' }).uncheck();
    await expect(offer).toHaveText(
      'Visitors can download this resume as PDF, DOCX, and JSON Resume.',
    );
    await expect(pdf).toHaveAccessibleDescription('');
  });
});

function settingsOf(environment: TestEnvironment) {
  const client = ownerClient(environment);
  return async () => (await client.call(calls.resume.get)).body.settings;
}

/** Returns the address of the site. */
async function openResume(page: Page, environment: TestEnvironment): Promise<string> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const dashboard = await environment.siteDashboard();
  await page.goto(`${dashboard}/?view=resume`);
  await expect(pageImage(page)).toBeVisible();
  return dashboard.replace('localhost', 'site.localhost');
}

function pageImage(page: Page) {
  return page.getByRole('img', { name: /^Page 1 of/ });
}

function isDrawn(image: Element): boolean {
  return image instanceof HTMLImageElement && image.naturalWidth > 0;
}

/** The action changes the first page. */
async function expectNewPage(page: Page, action: () => Promise<unknown>): Promise<void> {
  const before = await pageImage(page).getAttribute('src');
  await action();
  await expect(pageImage(page)).not.toHaveAttribute('src', before ?? '');
  await expect.poll(() => pageImage(page).evaluate(isDrawn)).toBe(true);
}
