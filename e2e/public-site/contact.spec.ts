import { setTimeout as sleep } from 'node:timers/promises';
import { findViolations } from '../support/axe.ts';
import {
  expect,
  fillMessage,
  formValues,
  MESSAGE,
  MIN_WRITING_MS,
  openFilled,
  received,
  send,
  test,
} from './test.ts';

const THANKS = 'Thank you. Your message was sent.';
const NOTHING = { Name: '', Email: '', Subject: '', Message: '' };

test.beforeEach(({ page, environment, address }) => openFilled(page, environment, address));

test('delivers a message', { tag: ['@D-SITE-1'] }, async ({ page, environment }) => {
  await fillMessage(page);
  await sleep(MIN_WRITING_MS);
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);
  expect(await formValues(page)).toEqual(NOTHING);
  expect(await received(environment)).toEqual([{ subject: 'A visit', folder: 'inbox' }]);
});

test('delivers a second message from the same page', { tag: ['@D-SITE-1'] }, async ({
  page,
  environment,
}) => {
  await fillMessage(page);
  await sleep(MIN_WRITING_MS);
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);
  const again = { ...MESSAGE, Subject: 'Another visit', Message: 'I forgot to say when.' };
  for (const [label, text] of Object.entries(again)) await page.getByLabel(label).fill(text);
  await send(page);
  await expect
    .poll(() => received(environment), { timeout: 15_000 })
    .toEqual([
      { subject: 'A visit', folder: 'inbox' },
      { subject: 'Another visit', folder: 'inbox' },
    ]);
});

test('shows the message in the owner’s open inbox without a reload', {
  tag: ['@D-SITE-1'],
}, async ({ page, browser, environment }) => {
  const context = await browser.newContext({ baseURL: environment.origin });
  await context.addCookies([environment.session]);
  const inbox = await context.newPage();
  await inbox.goto('/?view=messages');
  await expect(inbox.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await inbox.evaluate('window.isSamePage = true');

  await fillMessage(page);
  await sleep(MIN_WRITING_MS);
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);

  const card = inbox.getByRole('listitem').filter({ hasText: MESSAGE.Message });
  await expect(card.getByRole('heading', { name: MESSAGE.Subject })).toBeVisible();
  await expect(inbox).toHaveTitle('(1) Messages · Vitrine');
  expect(await inbox.evaluate('window.isSamePage')).toBe(true);
  await context.close();
});

test('shows each error next to its field and clears it once fixed', { tag: ['@D-SITE-1'] }, async ({
  page,
  environment,
}) => {
  await fillMessage(page);
  await page.getByLabel('Email').fill('mary');
  await page.getByLabel('Subject').fill('');
  await send(page);
  const email = page.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription(
    'Enter a valid email address, like m@example.com.',
  );
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Enter the subject.');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  expect(await formValues(page)).toEqual({ ...MESSAGE, Email: 'mary', Subject: '' });
  expect(await findViolations(page)).toEqual([]);
  await email.fill('mary@example.com');
  await expect(email).toHaveAccessibleDescription('');
  expect(await received(environment)).toEqual([]);
});

test('loses nothing and sends nothing twice when the network fails', {
  tag: ['@D-SITE-1'],
}, async ({ page, environment }) => {
  await fillMessage(page);
  await sleep(MIN_WRITING_MS);
  // The message arrives, but its response is lost.
  await page.route('**/public/messages', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page);
  await expect(page.getByRole('status')).toHaveText(
    'The server did not respond. Check your connection and try again.',
  );
  expect(await formValues(page)).toEqual(MESSAGE);
  await page.unroute('**/public/messages');
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);
  expect(await received(environment)).toEqual([{ subject: 'A visit', folder: 'inbox' }]);
});

test('moves a message with the hidden field filled in to Spam, with the same response', {
  tag: ['@D-SITE-1'],
}, async ({ page, environment }) => {
  await fillMessage(page);
  await sleep(MIN_WRITING_MS);
  await page.locator('[name=website]').evaluate((input) => {
    if (input instanceof HTMLInputElement) input.value = 'https://spam.example';
  });
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);
  expect(await received(environment)).toEqual([{ subject: 'A visit', folder: 'spam' }]);
});

test('hides the honeypot field from people', { tag: ['@D-SITE-1'] }, async ({ page }) => {
  await expect(page.getByRole('textbox')).toHaveCount(4);
  await expect(page.locator('[name=website]')).not.toBeInViewport();
  await page.getByLabel('Message').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeFocused();
});

test('sends a message once while the first request is pending', { tag: ['@D-SITE-1'] }, async ({
  page,
  environment,
}) => {
  await fillMessage(page);
  let sent = 0;
  await page.route('**/public/messages', async (route) => {
    sent += 1;
    await sleep(500);
    await route.continue();
  });
  await send(page);
  const button = page.getByRole('button', { name: 'Sending …' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await expect(page.getByRole('status')).toHaveText(THANKS);
  expect(sent).toBe(1);
  expect(await received(environment)).toHaveLength(1);
});
