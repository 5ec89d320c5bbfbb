import type { Page } from '@playwright/test';
import { TRASH_COLLECTIONS } from '@vitrine/contract/options';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { DELETABLE, deleteWith, openWith } from '../support/collections.ts';
import { confirm, count, expectAt, fillTrash, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('restores any item from the trash', async ({ owner }) => {
  for (const item of DELETABLE)
    await test.step(`a ${item.noun}`, async () => {
      const remove = await openWith(owner, item);
      await deleteWith(remove, item);
      await expect(remove).toHaveCount(0);
      await owner.getByRole('link', { name: 'Trash' }).click();
      await expectAt(owner, '/?view=trash');
      await expect(rows(owner)).toHaveCount(1);
      await expect(rows(owner)).toContainText(item.title);
      await owner.getByRole('button', { name: `Restore ${item.title}` }).click();
      await expect(toast(owner, item.restored)).toBeVisible();
      await expect(owner.getByText('The trash is empty.')).toBeVisible();
      await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
      // Without a reload of the page.
      await owner.goBack();
      await expect(remove).toBeVisible();
    });
});

test.describe('the trash', () => {
  test('filters by type and text, and works with the keyboard and on a phone', async ({
    owner,
    environment,
  }) => {
    await test.step('filters by type and text, in the URL', async () => {
      await openTrash(owner, environment);
      await owner.getByRole('link', { name: 'Skills 1' }).click();
      await expectAt(owner, '/?view=trash&noun=skill');
      await expect(rows(owner)).toHaveCount(1);
      await expect(rows(owner)).toContainText('Docker');
      await expect(rows(owner)).toContainText('Under 1 day');
      await owner.getByRole('searchbox').fill('quorum');
      await expect(owner.getByText('No deleted item matches your search.')).toBeVisible();
      await owner.getByRole('link', { name: `All ${TRASH_COLLECTIONS.length}` }).click();
      // The link replaces the search field.
      await expect(rows(owner)).toHaveCount(TRASH_COLLECTIONS.length);
      await owner.getByRole('searchbox').fill('quor');
      await expect(rows(owner)).toHaveCount(1);
      await expectAt(owner, '/?view=trash&search=quor');
      await owner.reload();
      await expect(rows(owner)).toContainText('Quorum');
    });

    await test.step('offers to try again if it does not load', async () => {
      await openTrash(owner, environment);
      await owner.route('**/trash/getall*', (route) => route.abort());
      await owner.reload();
      await expect(owner.getByRole('main').getByText('Network Error')).toBeVisible();
      await owner.unroute('**/trash/getall*');
      await owner.getByRole('button', { name: 'Try again' }).click();
      await expect(rows(owner)).toHaveCount(TRASH_COLLECTIONS.length);
    });

    await test.step('works with the keyboard alone', async () => {
      await openTrash(owner, environment);
      const press = (key: string) => owner.keyboard.press(key);
      const bar = owner.getByRole('region', { name: 'Selected items' });
      const boxes = owner.getByRole('main').getByRole('checkbox');
      await boxes.first().focus();
      await press('x');
      await expect(boxes.first()).toBeChecked();
      await press('Shift+ArrowDown');
      await expect(boxes.nth(1)).toBeFocused();
      await expect(bar).toContainText('2 selected');
      await press('Control+a');
      await expect(bar).toContainText(`${TRASH_COLLECTIONS.length} selected`);
      await press('Escape');
      await expect(bar).toHaveCount(0);
      await press('/');
      await expect(owner.getByRole('searchbox')).toBeFocused();
      await boxes.first().focus();
      await press('Tab');
      await expect(owner.getByRole('button', { name: /^Restore / }).first()).toBeFocused();
      await press('Enter');
      await expect(rows(owner)).toHaveCount(TRASH_COLLECTIONS.length - 1);
      await expect(owner.getByRole('button', { name: /^Restore / }).first()).toBeFocused();
    });

    await test.step('fits on a phone', async () => {
      await openTrash(owner, environment);
      await owner.setViewportSize({ width: 390, height: 844 });
      await owner.getByRole('button', { name: 'Open menu' }).click();
      await expect(owner.getByRole('dialog').getByRole('link', { name: 'Trash' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await owner.keyboard.press('Escape');
      await expect(rows(owner).first()).toContainText('30 days left');
      await expect(rows(owner).nth(1)).toContainText('Message · Sophia Frend');
      await owner.getByRole('button', { name: 'Restore Thank you' }).click();
      await expect(rows(owner)).toHaveCount(TRASH_COLLECTIONS.length - 1);
      expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });

  test('deletes items forever after asking', async ({ owner, environment }) => {
    await test.step('deletes one item forever, after asking', async () => {
      await openTrash(owner, environment);
      const remove = owner.getByRole('button', { name: 'Delete Quorum forever' });
      await remove.click();
      const dialog = owner.getByRole('alertdialog', { name: 'Delete Quorum forever?' });
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await confirm(owner, 'Cancel');
      await expect(remove).toBeFocused();
      await remove.click();
      await confirm(owner, 'Delete forever');
      await expect(toast(owner, 'Project deleted forever.')).toBeVisible();
      await expect(toast(owner, 'forever').getByRole('button', { name: 'Undo' })).toHaveCount(0);
      await expect(rows(owner)).toHaveCount(TRASH_COLLECTIONS.length - 1);
      // The focus stays in the list.
      await expect(rows(owner).last().getByRole('button').first()).toBeFocused();
      expect(await count(environment, 'trash')).toBe(TRASH_COLLECTIONS.length - 1);
    });

    await test.step('restores and deletes several items', async () => {
      await openTrash(owner, environment);
      await owner.getByLabel('Select Quorum').check();
      await owner.getByLabel('Select Docker').check();
      const bar = owner.getByRole('region', { name: 'Selected items' });
      await expect(bar).toContainText('2 selected');
      await bar.getByRole('button', { name: 'Restore' }).click();
      await expect(toast(owner, '2 items restored.')).toBeVisible();
      await expect(bar).toHaveCount(0);
      expect(await count(environment, 'project')).toBe(8);

      await owner.getByLabel('Select Obsidian').check();
      await bar.getByRole('button', { name: 'Select all' }).click();
      await bar.getByRole('button', { name: 'Delete forever' }).click();
      await expect(
        owner.getByRole('alertdialog', {
          name: `Delete ${TRASH_COLLECTIONS.length - 2} items forever?`,
        }),
      ).toBeVisible();
      await confirm(owner, 'Delete forever');
      await expect(owner.getByText('The trash is empty.')).toBeVisible();
      await expect(owner.getByRole('button', { name: 'Empty trash' })).toBeDisabled();
    });

    await test.step('is emptied after asking', async () => {
      await openTrash(owner, environment);
      await owner.getByRole('button', { name: 'Empty trash' }).click();
      await expect(owner.getByRole('alertdialog')).toContainText(
        `This deletes ${TRASH_COLLECTIONS.length} items forever.`,
      );
      await confirm(owner, 'Empty trash');
      await expect(toast(owner, 'Trash emptied.')).toBeVisible();
      await expect(owner.getByText('The trash is empty.')).toBeVisible();
      expect(await count(environment, 'trash')).toBe(0);
      await expect(owner.getByRole('button', { name: 'Empty trash' })).toBeFocused();
    });
  });
});

test('the trash loads in pages', async ({ owner, environment }) => {
  await environment.database.query(
    `insert into trash (id, noun, item, media)
     select gen_random_uuid(), 'message', jsonb_build_object('subject', 'Subject ' || n), '{}'
     from generate_series(1, 130) n`,
  );
  await owner.goto('/?view=trash');
  await expect(owner.getByRole('link', { name: 'All 130' })).toBeVisible();
  await expect(rows(owner)).toHaveCount(100);
  await owner.getByRole('button', { name: 'Load more' }).click();
  await expect(rows(owner)).toHaveCount(130);
  await expect(owner.getByLabel('Select Subject 30', { exact: true })).toBeFocused();
  await expect(owner.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

/** Opens a trash with one item of each collection. */
async function openTrash(page: Page, environment: TestEnvironment): Promise<void> {
  await environment.fill();
  await fillTrash(environment);
  await page.goto('/?view=trash');
  await expect(rows(page)).toHaveCount(TRASH_COLLECTIONS.length);
}

function rows(page: Page) {
  return page.getByRole('main').locator('tbody tr');
}
