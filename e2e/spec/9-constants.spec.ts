import type { Page } from '@playwright/test';
import { hold, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('9. Business constants and limits', () => {
  test('delays a tooltip, unless another one was just open', { tag: ['@S-UI-2'] }, async ({
    owner,
  }) => {
    await test.step('opens a tooltip after 700 ms', async () => {
      // Wider screens show the names of the views.
      await owner.setViewportSize({ width: 1200, height: 900 });
      await owner.goto('/');
      await stopClock(owner);
      await glideTo(owner, 'Messages');
      await owner.clock.runFor(650);
      await expect(owner.getByRole('tooltip')).toHaveCount(0);
      await owner.clock.runFor(100);
      await expect(owner.getByRole('tooltip')).toHaveText('Messages');
    });

    await test.step('opens the next tooltip immediately within 300 ms of the last', async () => {
      await glideTo(owner, 'Account', () => expectTooltip(owner, 'Account'));
      await owner.clock.runFor(50);
      await expectTooltip(owner, 'Account');
    });

    await test.step('delays a tooltip again after 300 ms', async () => {
      await moveTo(owner, { x: 640, y: 8 }, () =>
        expect(owner.getByRole('tooltip')).toHaveCount(0, { timeout: 1_000 }),
      );
      await owner.clock.runFor(400);
      await glideTo(owner, 'Messages');
      await owner.clock.runFor(300);
      await expect(owner.getByRole('tooltip')).toHaveCount(0);
      await owner.clock.runFor(500);
      await expect(owner.getByRole('tooltip')).toHaveText('Messages');
    });
  });

  test('waits for a slow response without a timeout', { tag: ['@S-ERROR-6'] }, async ({
    owner,
  }) => {
    await owner.goto('/?view=add-timeline');
    await owner.clock.install();
    const release = await hold(owner, '**/timeline/add');
    await owner.getByRole('button', { name: 'Add Timeline' }).click();
    await owner.clock.fastForward('10:00');
    await expect(owner.getByRole('button', { name: 'Adding' })).toBeVisible();
    release();
    await expect(toast(owner, 'Enter the title.')).toBeVisible();
  });

  test('shows a description without periods as one bullet point', { tag: ['@S-VIEW-2'] }, async ({
    owner,
    environment,
  }) => {
    await environment.database.query(
      "update project set description = 'One thing only' where title = 'Tidewatch'",
    );
    await owner.goto(`/view/project/${await projectId(environment, 'Tidewatch')}`);
    const description = owner.getByRole('definition').first();
    await expect(description.getByRole('listitem')).toHaveText(['One thing only']);
  });

  test('shows each line of a description as a bullet point', { tag: ['@D-VIEW-1'] }, async ({
    owner,
    environment,
  }) => {
    await environment.database.query(
      "update project set description = E'One thing\nAnother. A third' where title = 'Tidewatch'",
    );
    await owner.goto(`/view/project/${await projectId(environment, 'Tidewatch')}`);
    const description = owner.getByRole('definition').first();
    await expect(description.getByRole('listitem')).toHaveText(['One thing', 'Another', 'A third']);
  });
});

/** From here on, the test controls the clock. */
async function stopClock(page: Page): Promise<void> {
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
}

function expectTooltip(page: Page, text: string): Promise<void> {
  return expect(page.getByRole('tooltip')).toHaveText(text, { timeout: 1_000 });
}

/** Moves the pointer to the middle of a link. */
async function glideTo(page: Page, name: string, check?: () => Promise<void>): Promise<void> {
  const box = await page.getByRole('link', { name, exact: true }).boundingBox();
  if (!box) throw new Error(`${name} is not there.`);
  await moveTo(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, check);
}

/**
 * Moves the pointer in steps, as a person does, and then by single pixels until the check passes. While
 * the pointer may be on its way into an open tooltip, other tooltips wait, and the page notices with
 * its next move that it is not. The clock of the page stands still meanwhile.
 */
async function moveTo(
  page: Page,
  { x, y }: { x: number; y: number },
  check = async () => {},
): Promise<void> {
  await page.mouse.move(x, y, { steps: 10 });
  let offset = 0;
  await expect(async () => {
    await page.mouse.move(x + offset, y);
    offset = 1 - offset;
    await check();
  }).toPass();
}
