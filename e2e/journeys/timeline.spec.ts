import type { Locator, Page } from '@playwright/test';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { confirm, expectAt, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const EDITED = {
  title: 'Chief engineer',
  kind: 'volunteering',
  organization: 'Difference Engines',
  location: 'Turin',
  link: 'https://engines.example.com',
  description: 'Wrote the notes.',
  from_year: 2022,
  from_month: 4,
  to_year: 2024,
  to_month: 11,
  highlights: ['Second', 'First', 'Third'],
};

test('edits every field of an entry, and Undo takes it back', async ({ owner, environment }) => {
  const before = await stored(environment, 'Principal engineer');
  const panel = await open(owner, 'Principal engineer');
  await panel.getByLabel('Title').fill(EDITED.title);
  await panel.getByLabel('Kind', { exact: true }).selectOption('Volunteering');
  await panel.getByLabel('Organization').fill(EDITED.organization);
  await panel.getByLabel('Start month').selectOption('April');
  await panel.getByLabel('From').fill('2022');
  await panel.getByLabel('End month').selectOption('November');
  await panel.getByLabel('To', { exact: true }).fill('2024');
  await panel.getByLabel('Location').fill(EDITED.location);
  await panel.getByLabel('Link').fill('engines.example.com');
  await panel.getByLabel('Description').fill(EDITED.description);

  await test.step('highlights can be removed, added and moved', async () => {
    for (const _ of [1, 2, 3])
      await panel
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
    await panel.getByLabel('New highlight').fill('First');
    await panel.getByLabel('Highlight 1', { exact: true }).press('Enter');
    await owner.keyboard.type('Second');
    await owner.keyboard.press('Alt+ArrowUp');
    await expect(panel.getByRole('status')).toHaveText('Highlight, position 1 of 2.');
    await panel.getByLabel('New highlight').fill('Third');
    expect(await highlights(panel)).toEqual(EDITED.highlights);
  });

  await panel.getByRole('button', { name: 'Update Timeline' }).click();
  const updated = toast(owner, 'Timeline entry updated.');
  await expect(updated).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(owner.getByRole('button', { name: 'Edit Chief engineer' })).toBeFocused();
  await expect(row(owner.getByRole('table'), EDITED.title)).toContainText('Nov 2024');
  expect(await stored(environment, EDITED.title)).toEqual(EDITED);

  await updated.getByRole('button', { name: 'Undo' }).click();
  await expect(owner.getByRole('button', { name: 'Edit Principal engineer' })).toBeVisible();
  expect(await stored(environment, 'Principal engineer')).toEqual(before);
});

test('adds an entry with all fields', async ({ owner, environment }) => {
  await owner.goto('/?view=add-timeline');
  await owner.getByLabel('Title').fill(EDITED.title);
  await owner.getByLabel('Kind', { exact: true }).selectOption('Volunteering');
  await owner.getByLabel('Organization').fill(EDITED.organization);
  await owner.getByLabel('Start month').selectOption('April');
  await owner.getByLabel('From').fill('2022');
  await owner.getByLabel('End month').selectOption('November');
  await owner.getByLabel('To', { exact: true }).fill('2024');
  await owner.getByLabel('Location').fill(EDITED.location);
  await owner.getByLabel('Link').fill(EDITED.link);
  await owner.getByLabel('Description').fill(EDITED.description);
  await owner.getByLabel('New highlight').fill(EDITED.highlights.join('\n'));
  await owner.getByRole('button', { name: 'Add Timeline' }).click();
  await expect(toast(owner, 'Timeline entry added.')).toBeVisible();
  expect(await stored(environment, EDITED.title)).toEqual(EDITED);
  await expect(owner.getByLabel('New highlight')).toHaveValue('');
  await expect(owner.getByLabel('Highlight 1', { exact: true })).toHaveCount(0);
});

test('warns about unsaved changes and errors', async ({ owner }) => {
  await test.step('asks before unsaved changes are lost', async () => {
    const panel = await open(owner, 'Principal engineer');
    const title = panel.getByLabel('Title');
    const question = owner.getByRole('alertdialog', { name: 'Leave without saving?' });
    await title.fill('Chief engineer');
    for (const leave of [
      () => owner.keyboard.press('Escape'),
      () => panel.getByRole('button', { name: 'Cancel' }).click(),
      () => panel.getByRole('button', { name: 'Close' }).click(),
      () => panel.getByRole('button', { name: 'Next entry' }).click(),
      () => owner.getByRole('button', { name: 'Edit Senior engineer' }).click(),
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(question).toBeHidden();
      await expect(title).toHaveValue('Chief engineer');
      await title.focus();
    }
    await panel.getByRole('button', { name: 'Next entry' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(title).toHaveValue('Senior engineer');
    // While the question closes, Escape belongs to it.
    await expect(question).toBeHidden();
    await owner.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('shows the errors of months next to them', async () => {
    const panel = await open(owner, 'Front-end developer');
    await panel.getByLabel('To', { exact: true }).fill('2014');
    await panel.getByLabel('End month').selectOption('January');
    await panel.getByRole('button', { name: 'Update Timeline' }).click();
    const month = panel.getByLabel('End month');
    await expect(month).toHaveAccessibleDescription(
      'Enter an end month that is not before the start month.',
    );
    await expect(month).toBeFocused();
  });
});

test('groups and filters entries', async ({ owner }) => {
  await test.step('groups the roles at one organization', async () => {
    await owner.goto('/manage/timeline');
    const table = owner.getByRole('table', { name: 'Timeline' });
    await expect(table.getByRole('rowheader')).toHaveText([
      /^Analytical Company\s+Work · London · 2 roles$/,
      /^Loom and Bloom\s+Work · Bristol · 2 roles$/,
    ]);
    const group = table.getByRole('rowgroup').filter({ hasText: 'Analytical Company' });
    await expect(group.getByRole('button', { name: /^Edit/ })).toHaveText([
      'Principal engineer',
      'Senior engineer',
    ]);
    await expect(row(table, 'Senior engineer')).toContainText(/Feb 2021.*Mar 2023/);
    await expect(row(table, 'Grace Award')).toContainText('Award · Royal Society of Reading');

    await owner.goto('/');
    const onDashboard = owner.getByRole('table', { name: 'Timeline' });
    await expect(onDashboard.getByRole('rowheader')).toHaveText([
      'Analytical Company',
      'Loom and Bloom',
    ]);
  });

  await test.step('filters by text and kind', async () => {
    await owner.goto('/manage/timeline');
    const titles = owner.getByRole('button', { name: /^Edit/ });
    const filter = owner.getByLabel('Filter timeline');
    await filter.fill('bristol lead');
    await expect(titles).toHaveText(['Design system lead']);
    await filter.fill('');
    await owner.getByLabel('Kind', { exact: true }).selectOption('Education');
    await expect(titles).toHaveText(['MSc Human-Computer Interaction', 'BA Mathematics']);
    await filter.fill('bristol');
    await expect(owner.getByText('No timeline entry matches.')).toBeVisible();
    await owner.getByRole('button', { name: 'Clear filter' }).click();
    await expect(titles).toHaveCount(9);
    await expect(filter).toBeFocused();
  });
});

test('opens an entry in a panel', async ({ owner }) => {
  await test.step('docks the panel beside the list, which stays usable', async () => {
    await owner.setViewportSize({ width: 1440, height: 900 });
    const panel = await open(owner, 'Principal engineer');
    await expect(panel.getByLabel('Title')).toBeFocused();
    const edge = await panel.evaluate((element) => element.getBoundingClientRect().left);
    const listEdge = await owner
      .getByRole('table')
      .evaluate((element) => element.getBoundingClientRect().right);
    expect(listEdge).toBeLessThan(edge);
    await expect(owner.locator('.bg-shade')).toHaveCount(0);

    await owner.getByRole('button', { name: 'Edit BA Mathematics' }).click();
    await expect(panel.getByLabel('Title')).toHaveValue('BA Mathematics');
    await owner.getByLabel('Filter timeline').press('Escape');
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await expect(owner.getByRole('button', { name: 'Edit BA Mathematics' })).toBeFocused();
  });

  for (const [width, share] of [
    [820, 480],
    [390, 390],
  ] as const)
    await test.step(`opens a modal panel of ${share} px at ${width} px`, async () => {
      await owner.setViewportSize({ width, height: 844 });
      const panel = await open(owner, 'Principal engineer');
      const box = await panel.boundingBox();
      expect(box).toMatchObject({ width: share, height: 844, y: 0 });
      await expect(owner.locator('.bg-shade')).toBeVisible();
      await owner.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(owner.getByRole('button', { name: 'Edit Principal engineer' })).toBeFocused();
    });

  await test.step('goes to the previous and next entry, in the order of the list', async () => {
    await owner.setViewportSize({ width: 1280, height: 900 });
    const panel = await open(owner, 'Principal engineer');
    const title = panel.getByLabel('Title');
    const next = panel.getByRole('button', { name: 'Next entry' });
    const previous = panel.getByRole('button', { name: 'Previous entry' });
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    for (const expected of ['Senior engineer', 'Conference speaker', 'Design system lead']) {
      await next.click();
      await expect(title).toHaveValue(expected);
    }
    await previous.click();
    await expect(title).toHaveValue('Conference speaker');
  });

  await test.step('closes on Back, and opens again on Reload', async () => {
    const panel = await open(owner, 'Principal engineer');
    await owner.reload();
    await expect(panel.getByLabel('Title')).toHaveValue('Principal engineer');
    await owner.goBack();
    await expect(panel).toBeHidden();
    await expectAt(owner, '/manage/timeline');
  });
});

test('deletes an entry while the panel is open', async ({ owner, environment }) => {
  await test.step('deletes the entry in the panel, and Undo restores it', async () => {
    const panel = await open(owner, 'Conference speaker');
    await panel.getByRole('button', { name: 'Delete Conference speaker' }).click();
    const deleted = toast(owner, 'Timeline entry deleted.');
    await expect(deleted).toBeVisible();
    await expect(panel).toBeHidden();
    await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect(owner.getByRole('button', { name: 'Edit Conference speaker' })).toBeVisible();
    await expect(panel).toBeHidden();
  });

  await test.step('stays open on a phone when Undo in a toast is pressed', async () => {
    await environment.fill();
    await owner.setViewportSize({ width: 390, height: 844 });
    await owner.goto('/manage/timeline');
    await owner.getByRole('button', { name: 'Delete Senior engineer' }).click();
    const deleted = toast(owner, 'Timeline entry deleted.');
    await expect(deleted).toBeVisible();
    await owner.getByRole('button', { name: 'Edit Conference speaker' }).click();
    const panel = owner.getByRole('dialog', { name: 'Update timeline' });
    await panel.getByLabel('Title').fill('Speaker');
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(owner, 'Timeline entry restored.')).toBeVisible();
    await expect(panel.getByLabel('Title')).toHaveValue('Speaker');
    await expect(owner.getByRole('alertdialog')).toBeHidden();
  });
});

test('changes an entry with its history and with the keyboard', async ({ owner, environment }) => {
  await test.step('restores an earlier version from the history in the panel', async () => {
    const panel = await open(owner, 'Conference speaker');
    await panel.getByLabel('Location').fill('Leeds');
    await panel.getByRole('button', { name: 'Update Timeline' }).click();
    await expect(toast(owner, 'Timeline entry updated.')).toBeVisible();
    await expect(panel).toBeHidden();

    await owner.getByRole('button', { name: 'Edit Conference speaker' }).click();
    await expect(panel.getByLabel('Location')).toHaveValue('Leeds');
    await panel.getByLabel('Description').fill('Not saved');
    await panel.getByRole('button', { name: 'History' }).click();
    const history = owner.getByRole('dialog', { name: 'History' });
    await history.locator('[aria-expanded]').last().click();
    await history.getByRole('button', { name: /^Restore/ }).click();
    await confirm(owner, 'Restore');
    await expect(history).toBeHidden();
    await expect(panel.getByLabel('Location')).toHaveValue('');
    await expect(panel.getByLabel('Description')).toHaveValue(/^Gives talks/);
  });

  await test.step('works with the keyboard alone', async () => {
    await environment.fill();
    await owner.goto('/manage/timeline');
    await owner.getByRole('button', { name: 'Edit Principal engineer' }).focus();
    await owner.keyboard.press('Enter');
    const panel = owner.getByRole('dialog', { name: 'Update timeline' });
    await expect(panel.getByLabel('Title')).toBeFocused();
    await owner.keyboard.press('ControlOrMeta+a');
    await owner.keyboard.type('Chief engineer');
    await owner.keyboard.press('Enter');
    await expect(toast(owner, 'Timeline entry updated.')).toBeVisible();
    expect(await stored(environment, 'Chief engineer')).toMatchObject({ from_year: 2023 });
    await expect(owner.getByRole('button', { name: 'Edit Chief engineer' })).toBeFocused();
  });
});

test.describe('highlights are moved', () => {
  const first = 'Cut the time';
  const second = 'Wrote the review';
  const third = 'Hired';

  test('with the keyboard, with buttons and by dragging', async ({ owner }) => {
    await test.step('with the keyboard, and Escape cancels', async () => {
      const panel = await open(owner, 'Principal engineer');
      const handle = panel.getByRole('button', { name: 'Reorder highlight 1' });
      await handle.focus();
      await owner.keyboard.press('Space');
      await expect(handle).toHaveAttribute('aria-pressed', 'true');
      await owner.keyboard.press('End');
      await expect(panel.getByRole('status')).toHaveText('Highlight, position 3 of 3.');
      expect(await starts(panel)).toEqual([second, third, first]);
      await owner.keyboard.press('Escape');
      expect(await starts(panel)).toEqual([first, second, third]);
      await expect(panel).toBeVisible();
      await owner.keyboard.press('Space');
      await owner.keyboard.press('ArrowDown');
      await owner.keyboard.press('Space');
      expect(await starts(panel)).toEqual([second, first, third]);
      await expect(panel.getByRole('button', { name: 'Reorder highlight 2' })).toBeFocused();
    });

    await test.step('with buttons', async () => {
      const panel = await open(owner, 'Principal engineer');
      await panel.getByRole('button', { name: 'Reorder highlight 3' }).click();
      await panel.getByRole('button', { name: 'Move highlight 3 up' }).click();
      await panel.getByRole('button', { name: 'Move highlight 2 up' }).click();
      expect(await starts(panel)).toEqual([third, first, second]);
    });

    await test.step('by dragging', async () => {
      const panel = await open(owner, 'Principal engineer');
      const handles = panel.getByRole('button', { name: /^Reorder/ });
      await handles.nth(0).scrollIntoViewIfNeeded();
      await handles.nth(0).hover();
      await owner.mouse.down();
      const orders = [
        [second, first, third],
        [second, third, first],
      ];
      for (const [index, order] of orders.entries())
        await expect(async () => {
          const box = await handles.nth(index + 1).boundingBox();
          if (box) await owner.mouse.move(box.x + 5, box.y + box.height / 2, { steps: 3 });
          expect(await starts(panel)).toEqual(order);
        }).toPass();
      await owner.mouse.up();
      expect(await starts(panel)).toEqual([second, third, first]);
      await expect(handles.nth(2)).toHaveAttribute('aria-pressed', 'false');
    });
  });

  async function starts(panel: Locator): Promise<string[]> {
    const texts = await highlights(panel);
    return texts.map((text) => [first, second, third].find((one) => text.startsWith(one)) ?? text);
  }
});

test('shows and updates headline, pronouns, location and availability', async ({ owner }) => {
  await owner.goto('/?view=account&section=update-profile');
  const values = {
    Headline: 'Countess of computing',
    Pronouns: 'she/her or they/them',
    Location: 'Marylebone',
    Availability: 'Not before May',
  };
  for (const [label, value] of Object.entries(values)) await owner.getByLabel(label).fill(value);
  await owner.getByRole('button', { name: 'Update Profile' }).click();
  await expect(toast(owner, 'Profile updated.')).toBeVisible();
  await owner.getByRole('link', { name: 'Profile', exact: true }).click();
  const details = owner.getByRole('main').locator('dl > div');
  for (const [label, value] of Object.entries(values))
    await expect(details.filter({ hasText: label })).toContainText(value);
});

async function open(page: Page, title: string): Promise<Locator> {
  await page.goto('/manage/timeline');
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const panel = page.getByRole('dialog', { name: 'Update timeline' });
  await expect(panel.getByLabel('Title')).toHaveValue(title);
  return panel;
}

function highlights(panel: Locator): Promise<string[]> {
  return panel
    .getByLabel(/^Highlight \d+$/)
    .evaluateAll((fields) =>
      fields.map((field) => (field instanceof HTMLTextAreaElement ? field.value : '')),
    );
}

async function stored({ database }: TestEnvironment, title: string): Promise<unknown> {
  const columns = Object.keys(EDITED).join(', ');
  const { rows } = await database.query(`select ${columns} from timeline where title = $1`, [
    title,
  ]);
  return rows[0];
}
