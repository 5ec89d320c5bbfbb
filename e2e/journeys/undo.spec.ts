import type { Locator, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import { DELETABLE, deleteWith, openWith } from '../support/collections.ts';
import { ownerClient, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('Undo in the toast restores', () => {
  test('any deleted item', async ({ owner }) => {
    for (const item of DELETABLE)
      await test.step(`a deleted ${item.noun}, in its place`, async () => {
        const remove = await openWith(owner, item);
        const place = await placeOf(remove);
        await deleteWith(remove, item);
        await expect(toast(owner, item.deleted)).toBeVisible();
        await expect(remove).toHaveCount(0);
        await undoIn(owner, item.deleted).click();
        await expect(toast(owner, item.restored)).toBeVisible();
        await expect(remove).toBeVisible();
        expect(await placeOf(remove)).toBe(place);
      });
  });

  test('messages', async ({ owner, environment }) => {
    await test.step('several deleted messages', async () => {
      await owner.goto('/?view=messages');
      for (const name of ['Sophia Frend', 'Jane Marcet'])
        await owner.getByLabel(`Select message from ${name}`).check();
      const bar = owner.getByRole('region', { name: 'Selected messages' });
      await bar.getByRole('button', { name: 'Delete' }).click();
      await undoIn(owner, '2 messages deleted.').click();
      await expect(toast(owner, '2 items restored.')).toBeVisible();
      await expect(owner.getByRole('main').getByRole('listitem')).toHaveCount(15);
    });

    await test.step('the folder and the unread mark of messages', async () => {
      await environment.fill();
      await environment.database.query("update message set unread = (sender_name = 'Jane Marcet')");
      await owner.goto('/?view=messages');
      const rows = owner.getByRole('main').getByRole('listitem');
      const subject = owner.getByRole('button', { name: 'Thank you' });
      await subject.click();
      await owner.getByRole('button', { name: 'Archive' }).click();
      await undoIn(owner, 'Message archived.').click();
      await expect(toast(owner, 'Message moved to the inbox.')).toBeVisible();
      await expect(rows).toHaveCount(15);

      // Only the message that was unread becomes unread again.
      for (const name of ['Sophia Frend', 'Jane Marcet'])
        await owner.getByLabel(`Select message from ${name}`).check();
      await owner.getByRole('button', { name: 'Mark as read' }).click();
      await undoIn(owner, '2 messages marked as read.').click();
      await expect(toast(owner, 'Message marked as unread.')).toBeVisible();
      await expect(rows.filter({ hasText: 'Unread.' })).toHaveCount(1);
      await expect(rows.filter({ hasText: 'Unread.' })).toContainText('Jane Marcet');
    });
  });

  test('projects, skills and the profile', async ({ owner, environment }) => {
    await test.step('a deleted project, after its page was left', async () => {
      await owner.goto(`/update/project/${await projectId(environment, 'Night Bus')}`);
      await owner.getByRole('button', { name: 'Delete Project' }).click();
      await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Manage Your Projects');
      await undoIn(owner, 'Project deleted.').click();
      await expect(owner.getByRole('button', { name: 'Delete Night Bus' })).toBeVisible();
    });

    await test.step('a project as it was before an update, also in the open form', async () => {
      await environment.fill();
      await openProject(owner, environment);
      const title = owner.getByLabel('Project Title');
      await title.fill('Tide table');
      await owner.getByRole('button', { name: 'Update Project' }).click();
      await undoIn(owner, 'Project updated.').click();
      await expect(toast(owner, 'Change undone.')).toBeVisible();
      await expect(title).toHaveValue('Tidewatch');
      await title.fill('Tides');
      await owner.getByRole('button', { name: 'Update Project' }).click();
      await expect(toast(owner, 'Project updated.')).toBeVisible();
    });

    await test.step('a proficiency', async () => {
      await owner.goto('/manage/skills');
      const field = owner.getByLabel('Proficiency of Docker');
      await field.fill('75');
      await field.press('Tab');
      await undoIn(owner, 'Skill updated.').click();
      await expect(toast(owner, 'Change undone.')).toBeVisible();
      await expect(field).toHaveValue('63');
    });

    await test.step('the profile as it was before an update, also in the open form', async () => {
      await owner.goto('/?view=account&section=update-profile');
      const name = owner.getByLabel('Full Name');
      const before = await name.inputValue();
      await name.fill('Countess of Lovelace');
      await owner.getByRole('button', { name: 'Update Profile' }).click();
      await undoIn(owner, 'Profile updated.').click();
      await expect(toast(owner, 'Change undone.')).toBeVisible();
      await expect(name).toHaveValue(before);
    });
  });
});

test('Undo handles changes, errors and keys', async ({ owner, environment }) => {
  await test.step('Undo refuses if the item was changed in the meantime', async () => {
    const id = await openProject(owner, environment);
    await owner.getByLabel('Project Title').fill('Tide table');
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(undoIn(owner, 'Project updated.')).toBeVisible();
    const form = { title: 'Changed elsewhere' };
    await ownerClient(environment).call(calls.project.update, { params: { id }, form });
    await undoIn(owner, 'Project updated.').click();
    await expect(toast(owner, 'This was changed again in the meantime.')).toBeVisible();
    const { rows } = await environment.database.query('select title from project where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ title: 'Changed elsewhere' }]);
  });

  await test.step('Undo reports a network error', async () => {
    await environment.fill();
    await owner.goto('/?view=messages');
    await owner.getByRole('button', { name: 'Delete message from Sophia Frend' }).click();
    await owner.route('**/trash/restore', (route) => route.abort());
    await undoIn(owner, 'Message deleted.').click();
    await expect(toast(owner, 'Network Error')).toBeVisible();
    await owner.unroute('**/trash/restore');
  });

  await test.step('Z undoes, except in a field', async () => {
    await environment.fill();
    await owner.goto('/?view=messages');
    const rows = owner.getByRole('main').getByRole('listitem');
    await owner.getByRole('button', { name: 'Delete message from Sophia Frend' }).press('Enter');
    await expect(undoIn(owner, 'Message deleted.')).toBeVisible();
    await owner.getByRole('searchbox').focus();
    await owner.keyboard.press('z');
    await expect(owner.getByRole('searchbox')).toHaveValue('z');
    await owner.getByRole('searchbox').fill('');
    await expect(rows).toHaveCount(14);
    await owner.getByRole('link', { name: 'Inbox' }).focus();
    await owner.keyboard.press('z');
    await expect(toast(owner, 'Message restored.')).toBeVisible();
    await expect(rows).toHaveCount(15);
    await owner.keyboard.press('z');
    await expect(toast(owner, 'Message deleted.')).toHaveCount(0);
    await expect(rows).toHaveCount(15);
  });

  await test.step('Undo does not discard what was typed since', async () => {
    await environment.fill();
    await openProject(owner, environment);
    await owner.getByLabel('Project Title').fill('Tide table');
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(undoIn(owner, 'Project updated.')).toBeVisible();
    await owner.getByLabel('Description').fill('Half a sentence');
    await undoIn(owner, 'Project updated.').click();
    await expect(toast(owner, 'Change undone.')).toBeVisible();
    await expect(owner.getByLabel('Description')).toHaveValue('Half a sentence');
  });
});

test('the toast waits while it has the pointer or the focus', async ({ owner }) => {
  await owner.clock.install();
  await owner.goto('/?view=messages');
  await owner.getByRole('button', { name: 'Delete message from Sophia Frend' }).click();
  const undo = undoIn(owner, 'Message deleted.');
  await expect(undo).toBeVisible();
  await undo.focus();
  await owner.clock.runFor(30_000);
  await expect(undo).toBeVisible();
  await owner.getByRole('link', { name: 'Inbox' }).focus();
  await undo.hover();
  await owner.clock.runFor(30_000);
  await expect(undo).toBeVisible();
  await owner.mouse.move(0, 0);
  await owner.clock.runFor(11_000);
  await expect(undo).toHaveCount(0);
});

function undoIn(page: Page, text: string): Locator {
  return toast(page, text).getByRole('button', { name: 'Undo' });
}

/** The index of the item in its list. */
function placeOf(remove: Locator): Promise<number> {
  return remove.evaluate((button) =>
    [
      ...document.querySelectorAll('main :is([aria-label^=Delete], [aria-label^="More actions"])'),
    ].indexOf(button),
  );
}

async function openProject(
  page: Page,
  environment: Parameters<typeof projectId>[0],
): Promise<string> {
  const id = await projectId(environment, 'Tidewatch');
  await page.goto(`/update/project/${id}`);
  await expect(page.getByLabel('Project Title')).toHaveValue('Tidewatch');
  return id;
}
