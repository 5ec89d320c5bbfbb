import { expect, type Locator, type Page } from '@playwright/test';
import { confirm } from '../support/screen.ts';

export function toasts(page: Page): Locator {
  return page.locator('[data-sonner-toast]');
}

/** Exactly these toasts, so that none says 'undefined'. */
export async function expectToasts(page: Page, ...texts: string[]): Promise<void> {
  await expect(toasts(page)).toHaveText(texts);
}

export async function expectErrorToast(page: Page, text: string): Promise<void> {
  await expectToasts(page, text);
  await expect(toasts(page)).toHaveAttribute('data-type', 'error');
}

/** The image was loaded from the host and decoded. */
export async function expectPicture(image: Locator): Promise<void> {
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .not.toBe(0);
}

/** The number on a card. The link identifies it, because two cards are called Skills. */
export function count(page: Page, title: string, link: string): Locator {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .filter({ has: page.getByRole('link', { name: link, exact: true }) })
    .getByText(/^\d+$/);
}

export async function openView(page: Page, name: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
}

export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

export async function submit(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

export async function deleteNamed(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  await confirm(page);
}

export async function resetPassword(page: Page, password: string): Promise<void> {
  await fill(page, { Password: password, 'Confirm Password': password });
  await submit(page, 'Reset Password');
}

export async function updatePassword(page: Page, current: string): Promise<void> {
  await fill(page, {
    'Current Password': current,
    'New Password': 'a new password',
    'Confirm New Password': 'a new password',
  });
  await submit(page, 'Update Password');
}
