import type { Page } from '@playwright/test';
import { expectStored } from '../support/autosave.ts';
import { toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const subject = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const form = (page: Page) =>
  page.getByRole('region', { name: 'Reply to Jane Marcet', exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const replies = (page: Page) => page.getByRole('region', { name: 'Your reply to Jane Marcet' });

test('a message is answered in the inbox', async ({ owner, environment }) => {
  await owner.goto('/?view=messages');
  await subject(owner, 'A book').click();

  await test.step('R opens the form, and Ctrl+Enter sends the reply', async () => {
    await owner.keyboard.press('r');
    await expect(text(owner)).toBeFocused();
    await owner.keyboard.type('Dear Jane,\nsix questions are fine.');
    await owner.keyboard.press('Control+Enter');
    await expect(toast(owner, 'Reply sent.')).toBeVisible();
    await expect(form(owner)).toHaveCount(0);
    await expect(replies(owner)).toContainText('Sending');
  });

  await test.step('Undo gives the text back to the form', async () => {
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(owner, 'Reply not sent.')).toBeVisible();
    await expect(text(owner)).toHaveValue('Dear Jane,\nsix questions are fine.');
    await expect(replies(owner)).toHaveCount(0);
  });

  await test.step('the reply is sent after ten seconds and stays under the message', async () => {
    await text(owner).fill('Dear Jane,\nseven questions are fine.');
    await owner.getByRole('button', { name: 'Send reply' }).click();
    const mail = await environment.mail.waitFor('Re: A book', 1);
    expect(mail.recipients).toEqual(['jane.marcet@example.com']);
    expect(mail.text).toContain('seven questions are fine.');
    await expect(replies(owner)).toContainText(/Sent \w+ \d+, /);
    expect(environment.mail.withSubject('Re: A book')).toHaveLength(1);
    await owner.reload();
    const row = owner.getByRole('listitem').filter({ hasText: 'Jane Marcet' });
    await expect(row).toContainText('Answered');
    await subject(owner, 'A book').click();
    await expect(replies(owner)).toContainText('seven questions are fine.');
    await expect(owner.getByRole('button', { name: 'Reply again' })).toBeVisible();
  });
});

test('a typed reply is not lost', async ({ owner }) => {
  await owner.goto('/?view=messages');
  await subject(owner, 'A book').click();
  await owner.getByRole('button', { name: 'Reply', exact: true }).click();
  await text(owner).fill('Half a thought');

  await test.step('while another message is open', async () => {
    await subject(owner, 'Thank you').click();
    await expect(text(owner)).toBeHidden();
    await subject(owner, 'A book').click();
    await expect(text(owner)).toHaveValue('Half a thought');
  });

  await test.step('by a reload', async () => {
    await text(owner).fill('Half a thought, kept');
    await expectStored(owner, 'Half a thought, kept');
    owner.once('dialog', (dialog) => dialog.accept());
    await owner.reload();
    await subject(owner, 'A book').click();
    await owner.getByRole('button', { name: 'Reply', exact: true }).click();
    await owner.getByRole('button', { name: 'Restore' }).click();
    await expect(text(owner)).toHaveValue('Half a thought, kept');
  });

  await test.step('by discarding it by mistake', async () => {
    await owner.getByRole('button', { name: 'Discard the reply' }).click();
    await expect(form(owner)).toHaveCount(0);
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(text(owner)).toHaveValue('Half a thought, kept');
  });

  await test.step('by an error', async () => {
    await owner.route('**/message/reply/*', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'Broken.' } }),
    );
    await owner.getByRole('button', { name: 'Send reply' }).click();
    await expect(toast(owner, 'Broken.')).toBeVisible();
    await expect(text(owner)).toHaveValue('Half a thought, kept');
  });

  await test.step('and an empty one is not sent', async () => {
    await owner.unroute('**/message/reply/*');
    await text(owner).fill('');
    await owner.getByRole('button', { name: 'Send reply' }).click();
    await expect(text(owner)).toHaveAccessibleDescription('Enter the reply.');
  });
});

test('a long word does not widen the form', async ({ owner }) => {
  await owner.goto('/?view=messages');
  await subject(owner, 'A book').click();
  await owner.getByRole('button', { name: 'Reply', exact: true }).click();
  await text(owner).fill('w'.repeat(900));
  const hidden = await form(owner).evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(hidden).toBe(0);
});

test('a view is made and attached in three clicks, and its link is in the email', async ({
  owner,
  environment,
  browser,
}) => {
  test.slow();
  const dashboard = await environment.siteDashboard();
  await owner.addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        const { dataset } = document.documentElement;
        if (isTrusted) dataset['clicks'] = `${Number(dataset['clicks'] ?? 0) + 1}`;
      },
      { capture: true },
    );
  });
  const clicks = async () => Number((await owner.locator('html').getAttribute('data-clicks')) ?? 0);
  await owner.goto(`${dashboard}/?view=messages`);
  await subject(owner, 'A book').click();
  await owner.getByRole('button', { name: 'Reply', exact: true }).click();
  await text(owner).fill('I put together the work that is closest to yours.');

  const before = await clicks();
  await owner.getByRole('button', { name: 'Attach a view' }).click();
  await owner.getByRole('button', { name: 'New view for Jane Marcet' }).click();
  await owner.getByRole('button', { name: 'Create and attach' }).click();
  await expect(form(owner)).toContainText('A book for Jane Marcet');
  await expect(form(owner)).toContainText('The link works once the reply is sent.');
  expect((await clicks()) - before).toBe(3);

  await test.step('Undo gives the text and the view back', async () => {
    await owner.getByRole('button', { name: 'Send reply' }).click();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(text(owner)).toHaveValue('I put together the work that is closest to yours.');
    await expect(form(owner)).toContainText('A book for Jane Marcet');
  });

  const sent = environment.mail.withSubject('Re: A book').length;
  await owner.getByRole('button', { name: 'Send reply' }).click();
  await expect
    .poll(
      async () => {
        // The other process has no site. If it takes the job, it leaves it for later.
        await environment.database.query(
          `update pgboss.job set start_after = now() where state = 'retry'`,
        );
        return environment.mail.withSubject('Re: A book').length;
      },
      { timeout: 60_000 },
    )
    .toBe(sent + 1);
  const mail = environment.mail.withSubject('Re: A book').at(-1);
  const link = /^http\S+\/v\/\S+$/m.exec(mail?.text ?? '')?.[0] ?? '';
  await expect(replies(owner)).toContainText('Not opened yet');

  // Headless Chromium names itself, and counts as a bot.
  const reader = await browser.newPage({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  });
  const response = await reader.goto(link);
  expect(response?.status()).toBe(200);
  await reader.close();
  await expect(async () => {
    await owner.reload();
    await subject(owner, 'A book').click();
    await expect(replies(owner)).toContainText('Opened about once', {
      ignoreCase: true,
      timeout: 2_000,
    });
  }).toPass({ timeout: 40_000 });
  await owner.reload();
  await expect(owner.getByRole('listitem').filter({ hasText: 'Jane Marcet' })).toContainText(
    'About 1',
  );
  await subject(owner, 'A book').click();
  await replies(owner).getByRole('link', { name: 'A book for Jane Marcet' }).click();
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('A book for Jane Marcet');
});

test('a reply that the mail server rejects can be retried or taken back', async ({
  owner,
  environment,
}) => {
  environment.mail.reject('cheap pills');
  await owner.goto('/?view=messages');
  await subject(owner, 'A book').click();
  await owner.getByRole('button', { name: 'Reply', exact: true }).click();
  await text(owner).fill('Buy cheap pills.');
  await owner.getByRole('button', { name: 'Send reply' }).click();
  await expect(replies(owner)).toContainText('Not delivered', { timeout: 20_000 });
  await expect(replies(owner)).toContainText('The mail server rejected it:');
  await owner.getByRole('button', { name: 'Take back' }).click();
  await expect(text(owner)).toHaveValue('Buy cheap pills.');
  await expect(replies(owner)).toHaveCount(0);
  await owner.getByRole('button', { name: 'Send reply' }).click();
  await expect(replies(owner)).toContainText('Not delivered', { timeout: 20_000 });
  environment.mail.reject('nothing else');
  await owner.getByRole('button', { name: 'Retry' }).click();
  await expect(replies(owner)).toContainText(/Sent \w+ \d+, /, { timeout: 20_000 });
});

test('without a mail server, Reply opens the mail app', async ({ owner }) => {
  await owner.route('**/message/getall*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), canReply: false } });
  });
  await owner.goto('/?view=messages');
  await subject(owner, 'A book').click();
  const link = owner.getByRole('link', { name: 'Open in mail app' });
  const { href, searchParams } = new URL((await link.getAttribute('href')) ?? '');
  expect(href).toMatch(/^mailto:jane\.marcet@example\.com\?/);
  expect(searchParams.get('subject')).toBe('Re: A book');
  expect(searchParams.get('body')).toContain('> I am writing a book of conversations');
});
