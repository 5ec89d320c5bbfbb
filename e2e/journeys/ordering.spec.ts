import type { Locator, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { ownerClient, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const DEMO_ORDER = [
  'Tidewatch',
  'Field Notes',
  'Ledgerline',
  'Slow Radio',
  'Pattern Room',
  'Night Bus',
  'Marginalia',
  'Quorum',
];
const QUORUM_FIRST = ['Quorum', ...DEMO_ORDER.slice(0, -1)];

/** The demo projects with one of them before another. */
function orderWith(title: string, before: string): string[] {
  const others = DEMO_ORDER.filter((other) => other !== title);
  return others.toSpliced(others.indexOf(before), 0, title);
}

test.describe('The order of projects', () => {
  test('is changed with the keyboard', async ({ owner, environment }) => {
    await test.step('cancels with Escape, and when the focus leaves the handle', async () => {
      await openProjects(owner, environment);
      await handle(owner, 'Ledgerline').focus();
      for (const leave of ['Escape', 'Tab']) {
        await owner.keyboard.press('Space');
        await owner.keyboard.press('End');
        await expectAnnounced(owner, 'Ledgerline, position 8 of 8.');
        await owner.keyboard.press(leave);
        await expectAnnounced(owner, 'Move canceled. Ledgerline is back at position 3 of 8.');
        await expectShown(owner, DEMO_ORDER);
      }
      expect(await storedOrder(environment)).toEqual(DEMO_ORDER);
    });

    await test.step('moves the last project to the top with the keyboard, and announces each step', async () => {
      await handle(owner, 'Quorum').focus();
      await owner.keyboard.press('Space');
      await expectAnnounced(owner, 'Quorum lifted. Position 8 of 8.');
      await owner.keyboard.press('ArrowUp');
      await expectAnnounced(owner, 'Quorum, position 7 of 8.');
      await expectShown(owner, orderWith('Quorum', 'Marginalia'));
      await owner.keyboard.press('ArrowDown');
      await expectAnnounced(owner, 'Quorum, position 8 of 8.');
      await owner.keyboard.press('Home');
      await expectAnnounced(owner, 'Quorum, position 1 of 8.');
      await expect(handle(owner, 'Quorum')).toBeFocused();
      expect(await storedOrder(environment)).toEqual(DEMO_ORDER);
      await owner.keyboard.press('Space');
      await expectAnnounced(owner, 'Quorum dropped at position 1 of 8.');
      await expectShown(owner, QUORUM_FIRST);
      await expectStored(environment, QUORUM_FIRST);
      await owner.reload();
      await expectShown(owner, QUORUM_FIRST);
    });

    await test.step('moves the focused row with Alt and the arrow keys, also several times quickly', async () => {
      await openProjects(owner, environment);
      await owner.getByRole('link', { name: 'View Tidewatch' }).focus();
      for (let presses = 0; presses < 3; presses += 1) await owner.keyboard.press('Alt+ArrowDown');
      await expectAnnounced(owner, 'Tidewatch, position 4 of 8.');
      await owner.keyboard.press('Alt+ArrowUp');
      await expectAnnounced(owner, 'Tidewatch, position 3 of 8.');
      await expect(owner.getByRole('link', { name: 'View Tidewatch' })).toBeFocused();
      const moved = orderWith('Tidewatch', 'Slow Radio');
      await expectShown(owner, moved);
      await expectStored(environment, moved);
    });
  });

  test('is changed with the menu and the mouse', async ({ owner, environment }) => {
    await test.step('cannot be changed while the list is filtered', async () => {
      await openProjects(owner, environment);
      const checkbox = owner.getByLabel('Select Quorum');
      const before = await checkbox.boundingBox();
      await owner.getByLabel('Filter projects').fill('react.js');
      await expectShown(owner, ['Slow Radio', 'Quorum']);
      await expect(owner.getByRole('button', { name: /^Reorder / })).toHaveCount(0);
      // The rest of the row stays where it is.
      expect((await checkbox.boundingBox())?.x).toBe(before?.x);
      await openMenu(owner, 'Quorum');
      await expect(item(owner, 'Move up')).toBeDisabled();
      await expect(owner.getByText('Clear the filter to reorder.')).toBeVisible();
    });

    await test.step('moves a project with its menu', async () => {
      await openProjects(owner, environment);
      await choose(owner, 'Quorum', 'Move to top');
      await expectShown(owner, QUORUM_FIRST);
      await expectAnnounced(owner, 'Quorum, position 1 of 8.');
      await choose(owner, 'Quorum', 'Move down');
      await expectShown(owner, orderWith('Quorum', 'Field Notes'));
      await choose(owner, 'Quorum', 'Move up');
      await choose(owner, 'Quorum', 'Move to bottom');
      await expectShown(owner, DEMO_ORDER);
      await expectStored(environment, DEMO_ORDER);
      await openMenu(owner, 'Quorum');
      await expect(item(owner, 'Move to bottom')).toBeDisabled();
      await expect(item(owner, 'Move to top')).toBeEnabled();
    });

    await test.step('drags a project with the mouse, and cancels with Escape', async () => {
      await openProjects(owner, environment);
      await dragOver(owner, 'Quorum', 'Slow Radio');
      await expect(owner.getByText('4 of 8', { exact: true })).toBeVisible();
      await owner.mouse.up();
      const moved = orderWith('Quorum', 'Slow Radio');
      await expectShown(owner, moved);
      await expectAnnounced(owner, 'Quorum dropped at position 4 of 8.');
      await expectStored(environment, moved);
      await expect(owner.getByText('4 of 8', { exact: true })).toBeHidden();

      await dragOver(owner, 'Tidewatch', 'Marginalia');
      await owner.keyboard.press('Escape');
      await owner.mouse.up();
      await expectAnnounced(owner, 'Move canceled. Tidewatch is back at position 1 of 8.');
      await expectShown(owner, moved);
      expect(await storedOrder(environment)).toEqual(moved);
    });

    await test.step('takes the move back if it cannot be saved', async () => {
      await openProjects(owner, environment);
      await owner.route('**/project/move/**', (route) => route.abort());
      await choose(owner, 'Quorum', 'Move to top');
      await expect(toast(owner, 'The order was not saved. Try again.')).toBeVisible();
      await expectShown(owner, DEMO_ORDER);
      await owner.unroute('**/project/move/**');
      await choose(owner, 'Quorum', 'Move to top');
      await expectShown(owner, QUORUM_FIRST);
      await expectStored(environment, QUORUM_FIRST);
    });

    await test.step('shows the new order before the response', async () => {
      await openProjects(owner, environment);
      await owner.route('**/project/move/**', () => {});
      await choose(owner, 'Quorum', 'Move to top');
      await expectShown(owner, QUORUM_FIRST);
    });
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('drags a project with a finger, and scrolls at the edge', async ({ owner, environment }) => {
    await owner.goto('/manage/projects');
    await expectShown(owner, DEMO_ORDER);
    const finger = await touch(owner);

    const start = await centerOf(handle(owner, 'Field Notes'));
    await finger('touchStart', start);
    await finger('touchMove', { x: start.x, y: start.y - 20 });
    await finger('touchMove', { x: start.x, y: start.y - 150 });
    await expect(owner.getByText('1 of 8', { exact: true })).toBeVisible();
    await finger('touchEnd');
    const moved = orderWith('Field Notes', 'Tidewatch');
    await expectShown(owner, moved);
    await expectStored(environment, moved);

    const next = await centerOf(handle(owner, 'Field Notes'));
    await finger('touchStart', next);
    // Near the bottom edge, the page scrolls until the last project is in view.
    await finger('touchMove', { x: next.x, y: 830 });
    await expect(owner.getByText('8 of 8', { exact: true })).toBeVisible();
    await finger('touchEnd');
    await expectStored(environment, [
      ...DEMO_ORDER.filter((one) => one !== 'Field Notes'),
      'Field Notes',
    ]);
  });

  test('opens the menu at the bottom of the screen', async ({ owner }) => {
    await owner.goto('/manage/projects');
    await openMenu(owner, 'Tidewatch');
    const box = await owner.getByRole('menu').boundingBox();
    expect(box).toMatchObject({ x: 0, width: 390 });
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  });
});

test('orders skills within their category, and applications', async ({ owner }) => {
  await owner.goto('/manage/skills');
  const languages = owner.getByRole('region', { name: 'Languages' });
  await expect(languages.getByRole('heading', { level: 3 })).toHaveText([
    'TypeScript',
    'CSS',
    'Rust',
  ]);
  await handle(owner, 'Rust').focus();
  await owner.keyboard.press('Space');
  await owner.keyboard.press('ArrowLeft');
  await expectAnnounced(owner, 'Rust, position 2 of 3.');
  const saved = () => owner.waitForResponse(/\/skill\/move\//);
  await Promise.all([saved(), owner.keyboard.press('Space')]);
  await dragOver(owner, 'TypeScript', 'CSS');
  await Promise.all([saved(), owner.mouse.up()]);
  await expect(languages.getByRole('heading', { level: 3 })).toHaveText([
    'Rust',
    'TypeScript',
    'CSS',
  ]);
  await owner.reload();
  await expect(languages.getByRole('heading', { level: 3 })).toHaveText([
    'Rust',
    'TypeScript',
    'CSS',
  ]);

  await owner.goto('/manage/applications');
  await choose(owner, 'Obsidian', 'Move to top');
  await expectAnnounced(owner, 'Obsidian, position 1 of 10.');
  await expect(owner.getByRole('row').nth(1)).toContainText('Obsidian');
});

const LISTS = [
  { path: '/manage/projects', table: 'project', name: 'Quorum', other: 'Slow Radio' },
  { path: '/manage/skills', table: 'skill', name: 'Rust', other: 'TypeScript' },
  {
    path: '/manage/applications',
    table: 'software_application',
    name: 'Obsidian',
    other: 'Figma',
  },
] as const;

test.describe('Undo after a move', () => {
  for (const { path, table, name, other } of LISTS)
    test(`returns the item to its place at ${path}`, async ({ owner, environment }) => {
      const ids = async () => {
        const { rows } = await environment.database.query<{ id: string }>(
          `select id from ${table} order by position`,
        );
        return rows.map(({ id }) => id);
      };
      const undo = toast(owner, `${name} moved.`).getByRole('button', { name: 'Undo' });
      const before = await ids();
      await owner.goto(path);

      await test.step('with the menu and the button', async () => {
        await choose(owner, name, 'Move to top');
        await expect(undo).toBeVisible();
        expect(await ids()).not.toEqual(before);
        await undo.click();
        await expect(toast(owner, 'Change undone.')).toBeVisible();
        expect(await ids()).toEqual(before);
      });

      await test.step('with the keyboard and Z', async () => {
        await handle(owner, name).focus();
        await owner.keyboard.press('Space');
        await owner.keyboard.press('Home');
        await owner.keyboard.press('Space');
        await expect(undo).toBeVisible();
        expect(await ids()).not.toEqual(before);
        await owner.keyboard.press('z');
        await expect.poll(ids).toEqual(before);
        await expect(undo).toHaveCount(0);
      });

      await test.step('with the mouse', async () => {
        await dragOver(owner, name, other);
        await owner.mouse.up();
        await expect(undo).toBeVisible();
        expect(await ids()).not.toEqual(before);
        await undo.click();
        await expect.poll(ids).toEqual(before);
      });
    });

  test('finds the place if the item before it is gone and others were moved', async ({
    owner,
    environment,
  }) => {
    await openProjects(owner, environment);
    await choose(owner, 'Quorum', 'Move to top');
    await choose(owner, 'Tidewatch', 'Move down');
    await expect(toast(owner, 'Tidewatch moved.')).toBeVisible();
    const params = { id: await projectId(environment, 'Marginalia') };
    await ownerClient(environment).call(calls.project.remove, { params });
    // Pointing at the toasts shows all of them.
    await toast(owner, 'Tidewatch moved.').hover();
    await toast(owner, 'Quorum moved.').getByRole('button', { name: 'Undo' }).click();
    await expect(toast(owner, 'Change undone.')).toBeVisible();
    const expected = ['Field Notes', 'Tidewatch', ...DEMO_ORDER.slice(2, 6), 'Quorum'];
    await expectShown(owner, expected);
    await expectStored(environment, expected);
  });
});

/** Opens the demo projects in their order. */
async function openProjects(page: Page, environment: TestEnvironment): Promise<void> {
  await environment.fill();
  await page.goto('/manage/projects');
  await expectShown(page, DEMO_ORDER);
}

function handle(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Reorder ${name}` });
}

function item(page: Page, name: string): Locator {
  return page.getByRole('menuitem', { name });
}

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await openMenu(page, name);
  await item(page, action).click();
  await expect(page.getByRole('menu')).toBeHidden();
}

async function centerOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags an item with the mouse to the place before another one, without dropping it. */
async function dragOver(page: Page, name: string, before: string): Promise<void> {
  const from = await centerOf(handle(page, name));
  const to = await centerOf(handle(page, before));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.move(to.x, to.y - 8, { steps: 4 });
  // Playwright sends dragover only for a second move over the same element.
  await page.mouse.move(to.x, to.y - 9);
}

/** Sends touches as the screen does. */
async function touch(page: Page) {
  const client = await page.context().newCDPSession(page);
  return (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    point?: { readonly x: number; readonly y: number },
  ) => client.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
}

async function expectAnnounced(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text })).toHaveText(text);
}

async function expectShown(page: Page, titles: readonly string[]): Promise<void> {
  const rows = page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: /^View / });
  await expect
    .poll(() => rows.evaluateAll((links) => links.map((link) => link.ariaLabel)))
    .toEqual(titles.map((title) => `View ${title}`));
}

async function storedOrder(environment: TestEnvironment): Promise<string[]> {
  const { rows } = await environment.database.query<{ title: string }>(
    'select title from project order by position',
  );
  return rows.map(({ title }) => title);
}

async function expectStored(environment: TestEnvironment, titles: readonly string[]) {
  await expect.poll(() => storedOrder(environment)).toEqual(titles);
}
