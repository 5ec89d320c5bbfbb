import { contrastOf } from '../support/contrast.ts';
import { card, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const ICONS = [
  ['black', '#000'],
  ['white', '#fff'],
  ['navy', '#001033'],
  ['orange', '#e87d0d'],
] as const;

for (const colorScheme of ['light', 'dark'] as const)
  test(`shows icons of any color with enough contrast in ${colorScheme} mode`, async ({
    owner,
  }) => {
    await owner.emulateMedia({ colorScheme });
    await owner.goto('/?view=add-application');
    for (const [name, color] of ICONS) {
      await owner.getByLabel('Application Name').fill(`A ${name} one`);
      await owner.locator('input[name=svg]').setInputFiles({
        name: 'icon.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${color}" d="M4 4h16v16h-16z"/></svg>`,
        ),
      });
      await owner.getByRole('button', { name: 'Add Software Application' }).click();
      await expect(owner.getByLabel('Application Name')).toHaveValue('');
    }
    await expect(toast(owner, 'Software application added.').first()).toBeVisible();
    await owner.getByRole('link', { name: 'Dashboard', exact: true }).click();
    const table = owner.getByRole('table', { name: 'Software Applications' });
    await table.waitFor();
    const showAll = card(owner, 'Software Applications').getByRole('button', { name: /^Show all/ });
    if (await showAll.isVisible()) await showAll.click();
    for (const [name] of ICONS) {
      const icon = row(table, `A ${name} one`).locator('img');
      await icon.scrollIntoViewIfNeeded();
      await expect.poll(() => contrastOf(icon), { message: name }).toBeGreaterThanOrEqual(2);
    }
  });
