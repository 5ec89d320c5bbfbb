import { setTimeout as sleep } from 'node:timers/promises';
import { findBarriers } from '../support/axe.ts';
import {
  expect,
  LETTER,
  openFilled,
  received,
  send,
  test,
  WRITING_MS,
  write,
  written,
} from './test.ts';

const THANKS = 'Thank you. Your message was sent.';
const NOTHING = { Name: '', 'E-mail': '', Subject: '', Message: '' };

test.beforeEach(({ page, environment, address }) => openFilled(page, environment, address));

test('a message arrives', async ({ page, environment }) => {
  await write(page);
  await sleep(WRITING_MS);
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);
  expect(await written(page)).toEqual(NOTHING);
  expect(await received(environment)).toEqual([{ subject: 'A visit', folder: 'inbox' }]);
});

test('a second message from the same page arrives in the inbox, too', async ({
  page,
  environment,
}) => {
  await write(page);
  await sleep(WRITING_MS);
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);
  const again = { ...LETTER, Subject: 'Another visit', Message: 'I forgot to say when.' };
  for (const [label, text] of Object.entries(again)) await page.getByLabel(label).fill(text);
  await send(page);
  await expect
    .poll(() => received(environment), { timeout: 15_000 })
    .toEqual([
      { subject: 'A visit', folder: 'inbox' },
      { subject: 'Another visit', folder: 'inbox' },
    ]);
});

test('it is in the inbox that the owner has open, without a reload', async ({
  page,
  browser,
  environment,
}) => {
  const context = await browser.newContext({ baseURL: environment.origin });
  await context.addCookies([environment.session]);
  const inbox = await context.newPage();
  await inbox.goto('/?view=messages');
  await expect(inbox.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await inbox.evaluate('window.isSamePage = true');

  await write(page);
  await sleep(WRITING_MS);
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);

  const card = inbox.getByRole('listitem').filter({ hasText: LETTER.Message });
  await expect(card.getByRole('heading', { name: LETTER.Subject })).toBeVisible();
  await expect(inbox).toHaveTitle('(1) Messages · Vitrine');
  expect(await inbox.evaluate('window.isSamePage')).toBe(true);
  await context.close();
});

test('what is wrong is told beside its field, and goes when it is mended', async ({
  page,
  environment,
}) => {
  await write(page);
  await page.getByLabel('E-mail').fill('mary');
  await page.getByLabel('Subject').fill('');
  await send(page);
  const email = page.getByLabel('E-mail');
  await expect(email).toHaveAccessibleDescription(
    'Enter a valid e-mail address, like m@example.com.',
  );
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Enter the subject.');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  expect(await written(page)).toEqual({ ...LETTER, 'E-mail': 'mary', Subject: '' });
  expect(await findBarriers(page)).toEqual([]);
  await email.fill('mary@example.com');
  await expect(email).toHaveAccessibleDescription('');
  expect(await received(environment)).toEqual([]);
});

test('nothing is lost when the network dies, and nothing is sent twice', async ({
  page,
  environment,
}) => {
  await write(page);
  await sleep(WRITING_MS);
  // The message gets through, and its answer does not.
  await page.route('**/public/messages', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page);
  await expect(page.getByRole('status')).toHaveText(
    'No answer came. Check your connection and try again.',
  );
  expect(await written(page)).toEqual(LETTER);
  await page.unroute('**/public/messages');
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);
  expect(await received(environment)).toEqual([{ subject: 'A visit', folder: 'inbox' }]);
});

test('a program that fills in everything gets the same answer, and Spam', async ({
  page,
  environment,
}) => {
  await write(page);
  await sleep(WRITING_MS);
  await page.locator('[name=website]').evaluate((input) => {
    if (input instanceof HTMLInputElement) input.value = 'https://spam.example';
  });
  await send(page);
  await expect(page.getByRole('status')).toHaveText(THANKS);
  expect(await received(environment)).toEqual([{ subject: 'A visit', folder: 'spam' }]);
});

test('people never meet the trap', async ({ page }) => {
  await expect(page.getByRole('textbox')).toHaveCount(4);
  await expect(page.locator('[name=website]')).not.toBeInViewport();
  await page.getByLabel('Message').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeFocused();
});

test('while a message is on its way, it is not sent again', async ({ page, environment }) => {
  await write(page);
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
