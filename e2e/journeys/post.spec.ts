import { toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('the owner writes a post, publishes it, changes it and deletes it', async ({
  owner: page,
}) => {
  await page.goto('/manage/posts');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'New post' })).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('Notes on rounding');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('notes-on-rounding');
  await page.getByLabel('Tags').fill('Ledgers,');
  await expect(page.getByRole('button', { name: 'Remove Ledgers' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Draft saved.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Update post' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish post' }).click();
  await expect(toast(page, 'Post published.')).toBeVisible();
  await page.getByLabel('Summary').fill('Why the auditor was right.');
  await page.getByRole('button', { name: 'Update post' }).click();
  await expect(toast(page, 'Post updated.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(toast(page, 'Post deleted.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Writing' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Notes on rounding' })).toBeHidden();
});
