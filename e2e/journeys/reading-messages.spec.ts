import type { Locator, Page } from '@playwright/test';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
/** The subject, which opens the message. */
const subject = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function open(page: Page, folder = ''): Promise<void> {
  await page.goto(`/?view=messages${folder && `&folder=${folder}`}`);
  await expect(rows(page).first()).toBeVisible();
}

async function receive(
  environment: TestEnvironment,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const message = {
    senderName: 'Grace Hopper',
    subject: 'A ship in port',
    email: 'grace@example.com',
    message: 'Would you build a lock with us?',
    age: '0 minutes',
    folder: 'inbox',
    ...values,
  };
  await environment.database.query(
    `insert into message (sender_name, subject, email, message, created_at, folder, unread)
     values ($1, $2, $3, $4, now() - $5::interval, $6::message_folder, true)`,
    Object.values(message),
  );
}

const top = async (locator: Locator) => (await locator.boundingBox())?.y;

async function expectNoSideways(page: Page): Promise<void> {
  const { width, view } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  expect(width).toBeLessThanOrEqual(view);
}

test('the list fits the screen', async ({ owner }) => {
  await test.step('at least ten messages of 60 px fit on a screen', async () => {
    await owner.setViewportSize({ width: 1440, height: 900 });
    await open(owner);
    const boxes = await rows(owner).evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
    expect(boxes.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(10);
    const heights = boxes.map(({ top, bottom }) => bottom - top);
    // The first row of each group is taller: it includes the heading.
    expect(heights.toSorted()[Math.floor(heights.length / 2)]).toBeLessThanOrEqual(60);
  });

  await test.step('the selection bar spans the bottom edge', async () => {
    await owner.setViewportSize({ width: 390, height: 844 });
    await open(owner);
    for (const place of [0, 1, 2]) await rows(owner).nth(place).getByRole('checkbox').check();
    const bar = owner.getByRole('region', { name: 'Selected messages' });
    const box = await bar.boundingBox();
    expect([box?.x, box?.width]).toEqual([0, 390]);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
  });

  await test.step('shows row skeletons while messages load', async () => {
    await owner.setViewportSize({ width: 1280, height: 900 });
    await owner.route('**/message/getall*', () => {});
    await owner.goto('/?view=messages');
    const outline = owner.locator('main [aria-busy="true"]');
    await expect(outline).toBeVisible();
    const heights = await outline
      .locator('> div')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([60]));
    expect(await outline.evaluate((one) => getComputedStyle(one).animationDelay)).toBe('0.15s');
  });
});

test('unread messages are bold and counted', async ({ owner, environment }) => {
  await test.step('an unread message is bold, and its whole card opens it', async () => {
    await receive(environment);
    await open(owner);
    const first = rows(owner).first();
    const isBold = async () => {
      const texts = [first.getByText('Grace Hopper'), subject(owner, 'A ship in port')];
      const weights = texts.map((text) =>
        text.evaluate((one) => Number(getComputedStyle(one).fontWeight)),
      );
      return (await Promise.all(weights)).every((weight) => weight >= 600);
    };
    expect(await isBold()).toBe(true);
    const box = await first.getByRole('article').boundingBox();
    if (!box) throw new Error('The card has no place on the screen.');
    // Name, email, text, time and the arrow at the end.
    for (const [x, y] of [
      [80, 20],
      [80, 42],
      [420, 42],
      [box.width - 110, 30],
      [box.width - 22, 30],
    ] as const) {
      await owner.mouse.click(box.x + x, box.y + y);
      await expect(first.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
      await expect(subject(owner, 'A ship in port')).toHaveAttribute('aria-expanded', 'true');
      await subject(owner, 'A ship in port').click();
      await expect(first.getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);
    }
    expect(await isBold()).toBe(false);
  });

  await test.step('folders show live unread counts', async () => {
    await environment.fill();
    await open(owner);
    const folder = (name: string) =>
      owner.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name, exact: true });
    await expect(folder('Inbox')).toBeVisible();
    await receive(environment, { folder: 'spam' });
    await expect(folder('Spam 1 unread')).toBeVisible();
    await receive(environment, { senderName: 'Alan Turing', subject: 'On numbers' });
    await expect(folder('Inbox 1 unread')).toBeVisible();
    await subject(owner, 'On numbers').click();
    await expect(folder('Inbox')).toBeVisible();
    await folder('Spam 1 unread').click();
    await subject(owner, 'A ship in port').click();
    await expect(folder('Spam')).toBeVisible();
  });
});

test('an open message keeps Reply in view and its place in the list', async ({
  owner,
  environment,
}) => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const)
    await test.step(`Reply stays visible in a long message at ${width} px`, async () => {
      await environment.fill();
      await owner.setViewportSize({ width, height });
      await receive(environment, { message: 'A line of a long letter.\n'.repeat(400) });
      await open(owner);
      await subject(owner, 'A ship in port').click();
      const reply = owner.getByRole('button', { name: 'Reply', exact: true });
      for (const y of [0, 1500, 4000]) {
        await owner.evaluate((to) => scrollTo(0, to), y);
        await expect(reply).toBeInViewport({ ratio: 1 });
      }
    });

  await test.step('an open message aligns with the list and keeps its background and checkbox', async () => {
    await environment.fill();
    await receive(environment, { age: '1 day' });
    await owner.setViewportSize({ width: 720, height: 900 });
    await open(owner);
    const card = row(owner, 'Grace Hopper');
    const left = async () => (await card.getByRole('heading', { level: 3 }).boundingBox())?.x;
    const closed = await left();
    await subject(owner, 'A ship in port').click();
    expect(await left()).toBe(closed);
    // The relative time does not repeat 'Yesterday'.
    await expect(card.locator('time')).toHaveText(/^Yesterday, [^y]+$/);
    await owner.setViewportSize({ width: 390, height: 844 });
    await card.getByRole('checkbox').check();
    await expect(card.getByRole('article')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });
});

test('times are relative, show the full date on hover, and update', async ({
  owner,
  environment,
}) => {
  await owner.clock.install();
  await receive(environment, { age: '5 minutes 5 seconds' });
  await receive(environment, { senderName: 'Alan Turing', age: '400 days' });
  await open(owner);
  const time = row(owner, 'Grace Hopper').locator('time');
  await expect(time).toHaveText('5 min');
  await expect(time).toHaveAttribute('title', /\d{4}.+\d:\d\d/);
  await expect(time).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  await expect(subject(owner, 'A ship in port').first()).toHaveAccessibleDescription(
    /\d{4}.+\d:\d\d/,
  );
  await expect(row(owner, 'Alan Turing').locator('time')).toHaveText(/\d{4}/);
  await owner.clock.fastForward('10:00');
  await expect(time).toHaveText('15 min');
});

test('the keyboard moves through the messages', async ({ owner, environment }) => {
  await open(owner);
  const press = (key: string) => owner.keyboard.press(key);
  const expanded = owner.locator('main [aria-expanded="true"]');

  await test.step('J and K move the focus, Enter opens and closes', async () => {
    await subject(owner, 'Thank you').focus();
    await press('j');
    await expect(subject(owner, 'A book')).toBeFocused();
    await press('k');
    await expect(subject(owner, 'Thank you')).toBeFocused();
    await press('Enter');
    await expect(expanded).toHaveAccessibleName('Thank you');
  });

  await test.step('J in an open message opens the next one', async () => {
    await press('j');
    await expect(expanded).toHaveAccessibleName('A book');
    await expect(expanded).toBeFocused();
  });

  await test.step('Escape closes it and returns to the row, from anywhere in it', async () => {
    await owner.getByRole('button', { name: 'Reply', exact: true }).focus();
    await press('Escape');
    await expect(expanded).toHaveCount(0);
    await expect(subject(owner, 'A book')).toBeFocused();
  });

  await test.step('R replies, U marks as unread', async () => {
    await press('r');
    await expect(owner.getByRole('textbox', { name: 'Reply' })).toBeFocused();
    await owner.getByRole('button', { name: 'Discard the reply' }).click();
    await press('u');
    await expect(toast(owner, 'Message marked as unread.')).toBeVisible();
    await expect(row(owner, 'Jane Marcet').getByText('Unread.')).toBeAttached();
  });

  await test.step('X and Shift with an arrow select, Escape clears', async () => {
    const bar = owner.getByRole('region', { name: 'Selected messages' });
    await press('x');
    await expect(bar).toContainText('1 selected');
    await press('Shift+ArrowDown');
    await press('Shift+ArrowDown');
    await expect(bar).toContainText('3 selected');
    await press('Escape');
    await expect(bar).toHaveCount(0);
  });

  await test.step('E archives the message and focuses the next one', async () => {
    await subject(owner, 'A book').focus();
    await press('e');
    await expect(toast(owner, 'Message archived.')).toBeVisible();
    await expect(subject(owner, 'Either or')).toBeFocused();
  });

  await test.step('slash focuses the search field, where shortcut keys type text', async () => {
    await press('/');
    await expect(owner.getByRole('searchbox')).toBeFocused();
    await owner.keyboard.type('exu');
    await expect(owner.getByRole('searchbox')).toHaveValue('exu');
  });

  await test.step('shortcut keys do nothing outside the list', async () => {
    await open(owner);
    await owner.getByRole('link', { name: 'Inbox' }).focus();
    for (const key of ['j', 'e', 'x', 'u']) await press(key);
    await expect(owner.getByRole('link', { name: 'Inbox' })).toBeFocused();
    const { rows: moved } = await environment.database.query(
      "select subject from message where folder = 'archived'",
    );
    expect(moved).toEqual([{ subject: 'A book' }]);
  });
});

test('Archive and Delete move the focus to the next message', async ({ owner }) => {
  await open(owner);
  await subject(owner, 'Thank you').click();
  await row(owner, 'Sophia Frend').getByRole('button', { name: 'Archive' }).click();
  await expect(subject(owner, 'A book')).toBeFocused();
  await row(owner, 'Jane Marcet').getByRole('button', { name: 'Delete' }).click();
  await expect(subject(owner, 'Either or')).toBeFocused();

  const [first, second] = [rows(owner).nth(3), rows(owner).nth(4)];
  const subjectOf = (place: number) =>
    rows(owner).nth(place).getByRole('heading', { level: 3 }).textContent();
  const name = await subjectOf(5);
  await first.getByRole('checkbox').check();
  await second.getByRole('checkbox').check();
  await owner
    .getByRole('region', { name: 'Selected messages' })
    .getByRole('button', { name: 'Archive' })
    .click();
  await expect(toast(owner, '2 messages archived.')).toBeVisible();
  await expect(rows(owner).nth(3).getByRole('button', { expanded: false }).first()).toBeFocused();
  expect(await subjectOf(3)).toBe(name);

  await test.step('after the last message, the heading has the focus', async () => {
    await owner.goto('/?view=messages&folder=archived&search=thank');
    await subject(owner, 'Thank you').click();
    await owner.getByRole('button', { name: 'Move to inbox' }).click();
    await expect(owner.getByText('No messages match your search.')).toBeVisible();
    await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('an incoming message moves neither the open nor the focused message', async ({
  owner,
  environment,
}) => {
  const arrive = async (name: string) => {
    await receive(environment, { senderName: name, subject: `From ${name}` });
    await expect(subject(owner, `From ${name}`)).toBeAttached();
  };
  await open(owner);

  await test.step('at the top of a long list', async () => {
    await subject(owner, 'A book').click();
    const before = await top(subject(owner, 'A book'));
    await arrive('Visitor 1');
    await arrive('Visitor 2');
    await expect(subject(owner, 'A book')).toHaveAttribute('aria-expanded', 'true');
    expect(await top(subject(owner, 'A book'))).toBeCloseTo(before ?? 0, 0);
  });

  await test.step('farther down, with a focused row', async () => {
    await owner.keyboard.press('Escape');
    await subject(owner, 'Interview').focus();
    const before = await top(subject(owner, 'Interview'));
    await arrive('Visitor 3');
    await expect(subject(owner, 'Interview')).toBeFocused();
    expect(await top(subject(owner, 'Interview'))).toBeCloseTo(before ?? 0, 0);
  });

  await test.step('in a list that is shorter than the screen', async () => {
    await environment.database.query(
      "delete from message where subject not in ('Thank you', 'A book')",
    );
    await open(owner);
    await expect(rows(owner)).toHaveCount(2);
    await subject(owner, 'A book').click();
    const before = await top(subject(owner, 'A book'));
    await arrive('Visitor 4');
    await expect(subject(owner, 'A book')).toHaveAttribute('aria-expanded', 'true');
    expect(await top(subject(owner, 'A book'))).toBeCloseTo(before ?? 0, 0);
  });
});

test('long text from a visitor does not widen the page', async ({ owner, environment }) => {
  await receive(environment, {
    senderName: 'N'.repeat(90),
    subject: 'S'.repeat(200),
    email: `${'e'.repeat(60)}@${'d'.repeat(60)}.${'d'.repeat(60)}.example`,
    message: 'M'.repeat(10_000),
  });
  const atEveryWidth = async (state: string, check: () => Promise<void>) => {
    for (const width of [320, 390, 640, 768, 1024, 1440])
      await test.step(`${state}, ${width} px`, async () => {
        await owner.setViewportSize({ width, height: 800 });
        await check();
        await expectNoSideways(owner);
      });
  };
  await open(owner);
  const first = rows(owner).first();
  await atEveryWidth('list', () => expect(first).toContainText('NNN'));
  await first.getByRole('checkbox').check();
  const selection = owner.getByRole('region', { name: 'Selected messages' });
  await atEveryWidth('selected', () => expect(selection).toBeInViewport());
  await first.getByRole('button', { expanded: false }).click();
  const reply = owner.getByRole('button', { name: 'Reply', exact: true });
  await atEveryWidth('open', () => expect(reply).toBeInViewport({ ratio: 1 }));
  await first.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(owner, 'Message deleted.')).toBeVisible();
  await owner.goto('/?view=trash');
  await owner.getByRole('button', { name: /^Delete S+ forever$/ }).click();
  const dialog = owner.getByRole('alertdialog');
  await atEveryWidth('delete dialog', async () => {
    await expect(dialog).toBeVisible();
    const overflow = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
