import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { expectAt, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const MESSAGE = {
  senderName: 'Grace Hopper',
  subject: 'A ship in port',
  email: 'grace@example.com',
  message: 'Would you build a lock with us?\nWe have a ship.',
};

/** Sends a message as a visitor would. */
async function write(
  environment: TestEnvironment,
  fields: Record<string, string> = {},
): Promise<void> {
  const visitor = environment.service.client();
  const { body } = await visitor.call(calls.public.form);
  const json = { ...MESSAGE, token: body.token, ...fields };
  const { status } = await visitor.call(calls.public.send, { json });
  expect(status).toBe(201);
}

test('receives a message live, then opens, replies to and archives it', async ({
  owner,
  environment,
}) => {
  await owner.goto('/?view=messages');
  await expect(owner.getByRole('navigation', { name: 'Folders' })).toBeVisible();
  await expect(owner).toHaveTitle('Messages · Vitrine');
  await owner.evaluate('window.isSamePage = true');
  const card = owner.getByRole('listitem').filter({ hasText: 'Grace Hopper' });

  await test.step('it appears without a reload, and is counted', async () => {
    await write(environment);
    await expect(card).toBeVisible();
    expect(await owner.evaluate('window.isSamePage')).toBe(true);
    await expect(card.getByText('Unread.')).toBeAttached();
    await expect(owner).toHaveTitle('(1) Messages · Vitrine');
    await expect(
      owner
        .getByRole('navigation', { name: 'Views' })
        .getByRole('link', { name: 'Messages, 1 unread' }),
    ).toBeVisible();
  });

  await test.step('a phone counts it in the name of the menu', async () => {
    await owner.setViewportSize({ width: 390, height: 900 });
    const name = 'Open menu, 1 unread message';
    await expect(owner.getByRole('button', { name, exact: true })).toBeVisible();
    await owner.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('opening it marks it as read', async () => {
    await card.getByRole('button', { name: 'A ship in port' }).click();
    await expect(card.getByText('Unread.')).toHaveCount(0);
    await expect(owner).toHaveTitle('Messages · Vitrine');
    await expect
      .poll(
        async () =>
          (await environment.database.query('select 1 from message where unread')).rows.length,
      )
      .toBe(0);
  });

  await test.step('it can be marked as unread again', async () => {
    await card.getByRole('button', { name: 'Mark as unread' }).click();
    await expect(toast(owner, 'Message marked as unread.')).toBeVisible();
    await expect(owner).toHaveTitle('(1) Messages · Vitrine');
  });

  await test.step('it can be archived and moved back to the inbox', async () => {
    await card.getByRole('button', { name: 'A ship in port' }).click();
    await card.getByRole('button', { name: 'Archive' }).click();
    await expect(toast(owner, 'Message archived.')).toBeVisible();
    await expect(card).toHaveCount(0);
    await owner.getByRole('link', { name: 'Archived' }).click();
    await expectAt(owner, '/?view=messages&folder=archived');
    await card.getByRole('button', { name: 'A ship in port' }).click();
    await card.getByRole('button', { name: 'Move to inbox' }).click();
    await expect(owner.getByText('No Messages Found!')).toBeVisible();
  });
});

test('shows why a message is in Spam and moves it to the inbox', async ({ owner, environment }) => {
  await write(environment, { website: 'https://pills.example' });
  await owner.goto('/?view=messages');
  await expect(owner.getByRole('listitem').first()).toBeVisible();
  await expect(owner.getByText('Grace Hopper')).toHaveCount(0);
  await owner.getByRole('link', { name: 'Spam' }).click();
  const card = owner.getByRole('listitem').filter({ hasText: 'Grace Hopper' });
  await card.getByRole('button', { name: 'A ship in port' }).click();
  await expect(
    card.getByText('A hidden field was filled in, which people cannot see.'),
  ).toBeVisible();
  await card.getByRole('button', { name: 'Not spam' }).click();
  await expect(toast(owner, 'Message moved to the inbox.')).toBeVisible();
  await owner.getByRole('link', { name: 'Inbox' }).click();
  await expect(card).toBeVisible();
});

test('an empty inbox links to the messages in Spam', async ({ owner, environment }) => {
  await environment.database.query("update message set folder = 'archived', unread = false");
  await owner.goto('/?view=messages');
  await expect(owner.getByText('No Messages Found!', { exact: true })).toBeVisible();
  await expect(owner.getByText(/in Spam/)).toHaveCount(0);
  await write(environment, { website: 'https://pills.example' });
  await expect(owner.getByText('1 message in Spam', { exact: true })).toBeVisible();
  await expect(
    owner.getByText(
      'From Grace Hopper: “A ship in port”. A hidden field was filled in, which people cannot see.',
    ),
  ).toBeVisible();
  await owner.getByRole('link', { name: 'Check it' }).click();
  await expectAt(owner, '/?view=messages&folder=spam');
  await owner.getByRole('button', { name: 'A ship in port' }).click();
  await owner.getByRole('link', { name: 'Inbox' }).click();
  await expect(owner.getByText('No Messages Found!', { exact: true })).toBeVisible();
  await expect(owner.getByText(/in Spam/)).toHaveCount(0);
});

test('searches messages', async ({ owner }) => {
  await test.step('searches as you type and keeps the query in the URL', async () => {
    await owner.goto('/?view=messages');
    await owner.getByRole('searchbox', { name: 'Search messages' }).fill('marg sent');
    const cards = owner.getByRole('main').getByRole('listitem');
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText('Sophia Frend');
    await expectAt(owner, '/?view=messages&search=marg+sent');
    await owner.reload();
    await expect(cards).toHaveCount(1);
    await owner.getByRole('searchbox').fill('nothing like this');
    await expect(owner.getByText('No messages match your search.')).toBeVisible();
    await owner.getByRole('searchbox').fill('');
    await expect(cards).toHaveCount(15);
  });

  await test.step('a link or Back updates the search field', async () => {
    await owner.getByRole('searchbox').fill('marginalia');
    await expectAt(owner, '/?view=messages&search=marginalia');
    await owner.getByRole('link', { name: 'Inbox' }).click();
    await expect(owner.getByRole('searchbox')).toHaveValue('');
    await expect(owner.getByRole('main').getByRole('listitem')).toHaveCount(15);
  });
});

test('moves several messages at once', async ({ owner, environment }) => {
  await environment.database.query('update message set unread = true');
  await owner.goto('/?view=messages');
  const bar = owner.getByRole('region', { name: 'Selected messages' });
  const select = async (...names: string[]) => {
    for (const name of names) await owner.getByLabel(`Select message from ${name}`).check();
  };
  const folders = async () =>
    (
      await environment.database.query(
        'select folder::text, count(*)::int as count from message group by 1 order by 1',
      )
    ).rows;

  await select('Sophia Frend', 'Jane Marcet');
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Mark as read' }).click();
  await expect(toast(owner, '2 messages marked as read.')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(owner).toHaveTitle('(13) Messages · Vitrine');

  await select('Sophia Frend', 'Jane Marcet');
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(toast(owner, '2 messages archived.')).toBeVisible();
  await select('George Boole', 'Mary Anning');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(owner, '2 messages deleted.')).toBeVisible();
  await expect(owner.getByRole('main').getByRole('listitem')).toHaveCount(11);
  expect(await folders()).toEqual([
    { folder: 'archived', count: 2 },
    { folder: 'inbox', count: 11 },
  ]);
});

test('an incoming message interrupts nothing', async ({ owner, environment }) => {
  await owner.goto('/?view=messages');
  const bar = owner.getByRole('region', { name: 'Selected messages' });
  await owner.getByRole('checkbox').first().check();
  await bar.getByRole('button', { name: 'Select all' }).focus();
  await write(environment);
  await expect(owner.getByText('Grace Hopper')).toBeAttached();
  await expect(bar).toContainText('1 selected');
  await expect(bar.getByRole('button', { name: 'Select all' })).toBeFocused();
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await owner.getByRole('button', { name: 'A ship in port' }).click();
  await owner.getByRole('button', { name: 'Archive' }).click();
  await expect(toast(owner, 'Message archived.')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Thank you' })).toBeFocused();
});

test('polls for new messages when events are blocked', async ({ owner, environment }) => {
  await owner.clock.install();
  await owner.route('**/message/events', (route) => route.fulfill({ status: 503 }));
  await owner.goto('/?view=messages');
  await expect(owner.getByRole('listitem').first()).toBeVisible();
  await write(environment);
  await expect(owner.getByText('Grace Hopper')).toHaveCount(0);
  await owner.clock.runFor(31_000);
  await expect(owner.getByText('Grace Hopper')).toBeVisible();
});

test('renders only visible rows of two thousand messages, and find-in-page reaches all', async ({
  owner,
  environment,
}) => {
  await environment.database.query(
    `insert into message (sender_name, subject, email, message)
     select 'Visitor ' || n, 'Subject ' || n, 'visitor@example.com', 'Text' from generate_series(1, 1985) n`,
  );
  // The largest page that the service allows: the browser renders the list again with each page.
  await owner.route('**/message/getall*', (route, request) => {
    const url = new URL(request.url());
    url.searchParams.set('limit', '200');
    return route.continue({ url: url.href });
  });
  await owner.goto('/?view=messages');
  const cards = owner.getByRole('main').getByRole('listitem');
  await expect(cards.first()).toContainText('Visitor 1985');
  // Inside the page: finding a button by name among thousands takes longer than loading them.
  const loadMore = () =>
    owner.evaluate(() => {
      const buttons = [...document.querySelectorAll('main button')];
      const more = buttons.findLast(({ textContent }) => textContent === 'Load more');
      if (more instanceof HTMLElement) more.click();
      return document.querySelectorAll('main li').length;
    });
  await expect.poll(loadMore, { intervals: [200], timeout: 120_000 }).toBe(2000);
  const laidOut = () =>
    owner.evaluate(
      () =>
        [...document.querySelectorAll('main li')].filter((row) =>
          row.querySelector('h3')?.checkVisibility({ contentVisibilityAuto: true }),
        ).length,
    );
  await owner.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(cards.last()).toBeInViewport();
  await expect.poll(laidOut).toBeLessThan(200);
  await owner.evaluate(() => scrollTo(0, 0));
  await expect(cards.first()).toBeInViewport();
  await expect.poll(laidOut).toBeLessThan(200);
  expect(await owner.evaluate("window.find('Subject 700', true)")).toBe(true);
  await expect(owner.getByRole('button', { name: 'Subject 700', exact: true })).toBeInViewport();
});

test('publishes email and phone only when they are checked', async ({ owner, environment }) => {
  const shown = async () => {
    const { body } = await environment.service.client().call(calls.public.portfolio);
    return [body.profile.email, body.profile.phone];
  };
  await owner.goto('/?view=account&section=update-profile');
  expect(await shown()).toEqual([undefined, undefined]);
  await owner.getByLabel('Show on my site: Email').check();
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await expect(toast(owner, 'Profile updated.')).toBeVisible();
  await expect.poll(shown).toEqual(['ada@example.com', undefined]);
  await owner.reload();
  await expect(owner.getByLabel('Show on my site: Email')).toBeChecked();
  await owner.getByLabel('Show on my site: Email').uncheck();
  await owner.getByLabel('Show on my site: Phone').check();
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await expect.poll(shown).toEqual([undefined, '+44 20 7946 0018']);
});
