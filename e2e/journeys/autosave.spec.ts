import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { launchOptions } from '@vitrine/testing/chromium';
import { expectStored, storedTexts } from '../support/autosave.ts';
import { expectAt, fillProject, PNG, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

function offer(page: Page): Locator {
  return page.getByRole('region', { name: 'Unsaved changes' });
}

async function restore(page: Page): Promise<void> {
  await expect(offer(page)).toContainText(/^Restore unsaved changes from \d/);
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(offer(page)).toBeHidden();
}

/** Opens the form again. There must be nothing to restore. */
async function expectNothingToRestore(page: Page, heading: string): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect.poll(() => storedForms(page)).toBe(0);
  await expect(offer(page)).toBeHidden();
}

async function storedForms(page: Page): Promise<number> {
  return (await storedTexts(page)).length;
}

test('restores a new project with its file after a reload, until it is saved', async ({
  owner,
}) => {
  const banner = owner.locator('input[name=projectBanner]');
  await owner.goto('/?view=add-project');
  await fillProject(owner, 'Lock');
  await owner.getByLabel('Featured on the home page').check();
  await banner.setInputFiles(PNG);
  await expectStored(owner, 'Lock');

  await test.step('Restore fills in what was typed and chosen', async () => {
    await owner.reload();
    await expect(owner.getByLabel('Project Title')).toHaveValue('');
    await restore(owner);
    await expect(owner.getByLabel('Project Title')).toHaveValue('Lock');
    await expect(owner.getByLabel('Project Title')).toBeFocused();
    await expect(owner.getByLabel('Description')).toHaveValue('It opens. It closes. It stays shut');
    await expect(owner.getByLabel('Stack')).toHaveValue('Mern');
    await expect(owner.getByLabel('Featured on the home page')).toBeChecked();
    await expect(owner.getByRole('img', { name: `Preview of ${PNG.name}` })).toBeVisible();
  });

  await test.step('what was restored survives another reload', async () => {
    await owner.reload();
    await restore(owner);
    await expect(owner.getByLabel('Project Title')).toHaveValue('Lock');
    await expect(owner.getByRole('img', { name: `Preview of ${PNG.name}` })).toBeVisible();
  });

  await test.step('saving removes it', async () => {
    await owner.getByRole('button', { name: 'Add Project' }).click();
    await expect(toast(owner, 'Project added.')).toBeVisible();
    await expectNothingToRestore(owner, 'Add a new project');
  });
});

test('says when the project was changed since', async ({ owner, environment }) => {
  const id = await projectId(environment, 'Tidewatch');
  await owner.goto(`/update/project/${id}`);
  await expect(owner.getByLabel('Project Title')).toHaveValue('Tidewatch');
  await owner.getByLabel('Project Title').fill('Tidewatch 2');
  await expectStored(owner, 'Tidewatch 2');
  await owner.reload();
  await expect(offer(owner)).not.toContainText('saved elsewhere');
  await environment.database.query(
    'update project set summary = $1, version = version + 1 where id = $2',
    ['Tides for fishing crews.', id],
  );
  await owner.reload();
  await expect(offer(owner)).toContainText('This was saved elsewhere since.');

  await test.step('Discard keeps the newer content', async () => {
    await offer(owner).getByRole('button', { name: 'Discard' }).click();
    await expect(owner.getByLabel('Project Title')).toHaveValue(/^Tidewatch$/);
    await expect(owner.getByLabel('Summary')).toHaveValue('Tides for fishing crews.');
    await expectNothingToRestore(owner, 'Update project');
  });
});

test('restores skills, applications, timeline entries and the profile', async ({ owner }) => {
  await test.step('a new skill', async () => {
    await owner.goto('/?view=add-skill');
    await owner.getByLabel('Title').fill('Locksmithing');
    await expectStored(owner, 'Locksmithing');
    // Closing the page stores what was typed since.
    await owner.getByLabel('Proficiency').fill('70');
    await owner.reload();
    await restore(owner);
    await expect(owner.getByLabel('Title')).toHaveValue('Locksmithing');
    await expect(owner.getByLabel('Proficiency')).toHaveValue('70');
  });

  await test.step('Leave removes it, and other forms keep theirs', async () => {
    await owner.getByRole('link', { name: 'Add Application' }).first().click();
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await owner.getByLabel('Application Name').fill('Vise');
    await expectStored(owner, 'Vise');
    await owner.goto('/?view=add-skill');
    await expect(owner.getByLabel('Title')).toBeVisible();
    await expect.poll(() => storedForms(owner)).toBe(1);
    await expect(offer(owner)).toBeHidden();
    await owner.goto('/?view=add-application');
    await restore(owner);
    await expect(owner.getByLabel('Application Name')).toHaveValue('Vise');
  });

  await test.step('an entry that is open in the panel', async () => {
    await owner.goto('/manage/timeline');
    await owner
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const panel = owner.getByRole('dialog', { name: 'Update timeline' });
    await panel.getByLabel('Location').fill('Bristol');
    await panel.getByLabel('New highlight').fill('Fitted every lock in the harbor.');
    await expectStored(owner, 'Fitted every lock');
    await owner.reload();
    await restore(owner);
    await expect(panel.getByLabel('Location')).toHaveValue('Bristol');
    await expect(panel.getByRole('textbox', { name: /^Highlight/ }).last()).toHaveValue(
      'Fitted every lock in the harbor.',
    );
  });

  await test.step('the profile', async () => {
    await owner.goto('/?view=account&section=update-profile');
    await owner.getByLabel('Full Name').fill('Ada King');
    await expectStored(owner, 'Ada King');
    await owner
      .getByRole('group', { name: 'Avatar' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await owner.reload();
    await restore(owner);
    await expect(owner.getByLabel('Full Name')).toHaveValue('Ada King');
    await expect(owner.getByText('Will be removed when you save')).toBeVisible();
  });

  await test.step('Logout removes all of them, and passwords are never stored', async () => {
    expect(await storedForms(owner)).toBeGreaterThan(1);
    await owner.goto('/?view=account&section=update-password');
    await owner.getByLabel('Current Password').fill('not the password');
    const before = await storedForms(owner);
    await owner.getByRole('button', { name: 'Logout' }).click();
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expectAt(owner, '/login');
    expect(before).toBe(3);
    await expect.poll(() => storedForms(owner)).toBe(0);
  });
});

test('a second tab neither loses nor overwrites what the first one holds', async ({ owner }) => {
  const other = await owner.context().newPage();
  await owner.goto('/?view=add-skill');
  await owner.getByLabel('Title').fill('First tab');
  await expect.poll(() => storedForms(owner)).toBe(1);
  await other.goto('/?view=add-skill');
  await expect(offer(other)).toBeVisible();
  await other.getByLabel('Title').fill('Second tab');
  await other.getByLabel('Proficiency').fill('60');
  await other.locator('input[name=svg]').setInputFiles(PNG);
  await expect(owner.getByLabel('Title')).toHaveValue('First tab');

  await test.step('saving in one keeps what the other holds', async () => {
    await expect.poll(() => storedForms(owner)).toBe(2);
    await other.getByRole('button', { name: 'Add Skill' }).click();
    await expect(toast(other, 'Skill added.')).toBeVisible();
    await owner.reload();
    await restore(owner);
    await expect(owner.getByLabel('Title')).toHaveValue('First tab');
  });
});

test.describe('a crash of the browser', () => {
  test('loses at most the last two seconds of typing', async ({ owner, environment }) => {
    const profile = await mkdtemp(join(tmpdir(), 'vitrine-profile-'));
    const text = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(' ');
    const typed: { readonly at: number; readonly length: number }[] = [];
    try {
      const first = await startChromium(profile);
      const page = await openAddProject(first.context, environment);
      await page.getByRole('textbox', { name: 'Case study' }).fill(text);
      const typing = (async () => {
        for (let count = 0; ; count += 1) {
          const more = ` more${count}`;
          await page.keyboard.insertText(more);
          typed.push({
            at: Date.now(),
            length: (typed.at(-1)?.length ?? text.length) + more.length,
          });
        }
      })().catch(() => {});
      // Between two writes, wherever that is.
      await expect.poll(() => (typed.at(-1)?.at ?? 0) - (typed[0]?.at ?? 0)).toBeGreaterThan(4000);
      const killedAt = Date.now();
      await first.kill();
      await typing;

      const second = await startChromium(profile);
      const again = await openAddProject(second.context, environment);
      await restore(again);
      const body = again.locator('input[name=body]');
      await expect(body).toHaveValue(/^word0 /);
      const restored = await body.inputValue();
      const twoSecondsBefore = typed.findLast(({ at }) => at < killedAt - 2000);
      expect(twoSecondsBefore).toBeDefined();
      expect(restored.length).toBeGreaterThanOrEqual(twoSecondsBefore?.length ?? 0);
      expect(restored.startsWith(text)).toBe(true);
      await second.kill();
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
    await owner.close();
  });
});

async function openAddProject(
  context: BrowserContext,
  { origin, session }: { origin: string; session: Parameters<BrowserContext['addCookies']>[0][0] },
): Promise<Page> {
  await context.addCookies([session]);
  const page = await context.newPage();
  await page.goto(`${origin}/?view=add-project`);
  return page;
}

/** A browser of its own, with a profile on the disk, whose processes the test can kill. */
async function startChromium(profile: string) {
  const { executablePath = chromium.executablePath(), args = [] } = launchOptions;
  await rm(join(profile, 'DevToolsActivePort'), { force: true });
  const browserProcess = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    // A group of its own, to kill all of its processes at once.
    { detached: true, stdio: 'ignore' },
  );
  const port = await readPort(join(profile, 'DevToolsActivePort'));
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium has no context.');
  return {
    context,
    async kill() {
      const isExited = once(browserProcess, 'exit');
      if (browserProcess.pid) process.kill(-browserProcess.pid, 'SIGKILL');
      await isExited;
    },
  };
}

/** Chromium writes its port to a file of the profile. */
async function readPort(file: string): Promise<string> {
  let port = '';
  await expect
    .poll(async () => {
      [port = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
      return port;
    })
    .not.toBe('');
  return port;
}
