import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '@vitrine/testing/postgres';
import { findViolations } from '../support/axe.ts';

const DASHBOARD = join(import.meta.dirname, '../../apps/dashboard');
const VITE = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');

let vite: ChildProcess;
let address: string;

test.describe('2. Reusable interface elements, on the development page', () => {
  test.beforeAll(async () => {
    const port = await freePort();
    address = `http://localhost:${port}/__ui`;
    vite = spawn(process.execPath, [VITE, `--port=${port}`], { cwd: DASHBOARD, stdio: 'ignore' });
    await expect
      .poll(
        () =>
          fetch(address).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
  });

  test.afterAll(() => {
    vite.kill();
  });

  test('shows every element', {
    tag: ['@S-UI-1', '@S-UI-2', '@S-UI-3', '@S-UI-4', '@S-UI-5'],
  }, async ({ page }) => {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Light' }).waitFor({ timeout: 20_000 });

    for (const side of ['top', 'bottom', 'left', 'right'])
      await test.step(`the side sheet opens from the ${side} and closes with its button`, async () => {
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        await page.getByRole('button', { name: side, exact: true }).first().click();
        const sheet = page.getByRole('dialog', { name: `From the ${side}` });
        const box = (await sheet.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
        const edges = {
          top: box.y,
          left: box.x,
          bottom: height - box.y - box.height,
          right: width - box.x - box.width,
        };
        expect(
          Math.abs(Object.entries(edges).find(([name]) => name === side)?.[1] ?? 99),
        ).toBeLessThan(2);
        await sheet.getByRole('button', { name: 'Close' }).click();
        await expect(sheet).toBeHidden();
      });

    await test.step('buttons have six variants and four sizes', async () => {
      for (const name of ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'])
        await expect(page.getByRole('button', { name, exact: true }).first()).toBeVisible();
      const heights = [];
      for (const name of ['sm', 'default', 'lg', 'Add']) {
        const box = await page.getByRole('button', { name, exact: true }).first().boundingBox();
        heights.push(box?.height);
      }
      expect(heights).toEqual([28, 36, 40, 36]);
    });

    await test.step('badges have four variants', async () => {
      const badges = page
        .locator('section')
        .filter({ hasText: /^Badge/ })
        .first()
        .locator('span');
      await expect(badges).toHaveText(['default', 'secondary', 'destructive', 'outline']);
    });

    await test.step('the progress bar has a maximum of 100', async () => {
      await expect(page.getByRole('progressbar').first()).toHaveAttribute('aria-valuemax', '100');
    });

    await test.step('has no accessibility violations in either theme', async () => {
      expect(await findViolations(page)).toEqual([]);
    });

    await test.step('the tooltip opens on hover', async () => {
      await page.getByRole('button', { name: 'Tooltip' }).first().hover();
      await expect(page.getByRole('tooltip')).toHaveText('After 700 ms');
    });
  });
});
