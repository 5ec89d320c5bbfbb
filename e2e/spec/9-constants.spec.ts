import type { Page } from '@playwright/test';
import { hold, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('9. Business constants and limits', () => {
  test('opens a tooltip after 700 ms', async ({ owner }) => {
    await owner.goto('/');
    await stopClock(owner);
    await glideTo(owner, 'Messages');
    await owner.clock.runFor(650);
    await expect(owner.getByRole('tooltip')).toHaveCount(0);
    await owner.clock.runFor(100);
    await expect(owner.getByRole('tooltip')).toHaveText('Messages');
  });

  test('opens the next tooltip immediately within 300 ms of the last', async ({ owner }) => {
    await owner.goto('/');
    await stopClock(owner);
    await glideTo(owner, 'Messages');
    await owner.clock.runFor(750);
    await expect(owner.getByRole('tooltip')).toHaveText('Messages');
    await glideTo(owner, 'Account');
    await owner.clock.runFor(50);
    await expect(owner.getByRole('tooltip')).toHaveText('Account');
  });

  test('delays a tooltip again after 300 ms', async ({ owner }) => {
    await owner.goto('/');
    await stopClock(owner);
    await glideTo(owner, 'Messages');
    await owner.clock.runFor(750);
    await expect(owner.getByRole('tooltip')).toHaveText('Messages');
    await owner.mouse.move(640, 8, { steps: 10 });
    await owner.clock.runFor(400);
    await expect(owner.getByRole('tooltip')).toHaveCount(0);
    await glideTo(owner, 'Account');
    await owner.clock.runFor(300);
    await expect(owner.getByRole('tooltip')).toHaveCount(0);
    await owner.clock.runFor(500);
    await expect(owner.getByRole('tooltip')).toHaveText('Account');
  });

  test('waits for a slow response without a timeout', async ({ owner }) => {
    await owner.goto('/?view=add-timeline');
    await owner.clock.install();
    const release = await hold(owner, '**/timeline/add');
    await owner.getByRole('button', { name: 'Add Timeline' }).click();
    await owner.clock.fastForward('10:00');
    await expect(owner.getByRole('button', { name: 'Adding' })).toBeVisible();
    release();
    await expect(toast(owner, 'Enter the title.')).toBeVisible();
  });

  test('shows a description without periods as one bullet point', async ({
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
});

/** From here on, the test controls the clock. */
async function stopClock(page: Page): Promise<void> {
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
}

/** Moves the pointer in steps, as a person does. */
async function glideTo(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('link', { name, exact: true }).boundingBox();
  if (!box) throw new Error(`${name} is not there.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
}
