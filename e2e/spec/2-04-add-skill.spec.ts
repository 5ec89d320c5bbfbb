import { card, SVG, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Add Skill form', () => {
  test('adds a skill', { tag: ['@S-ADD-ITEM-1', '@S-STATE-9'] }, async ({ owner }) => {
    await test.step('has every field, and Proficiency is a number', async () => {
      await owner.goto('/?view=add-skill');
      for (const label of ['Title', 'Proficiency', 'Skill Svg'])
        await expect.soft(owner.getByLabel(label, { exact: true }).first(), label).toBeVisible();
      await expect.soft(owner.getByLabel('Proficiency')).toHaveAttribute('type', 'number');
    });

    await test.step('Add Skill adds the skill, shows a toast, clears the form and updates the grid', async () => {
      await owner.getByLabel('Title').fill('Locksmithing');
      await owner.getByLabel('Proficiency').fill('35');
      await owner.locator('input[name=svg]').setInputFiles(SVG);
      await owner.getByRole('button', { name: 'Add Skill' }).click();
      await expect(toast(owner, 'Skill added.')).toBeVisible();
      await expect(owner.getByLabel('Title')).toHaveValue('');
      await expect(owner.getByLabel('Proficiency')).toHaveValue('');
      await owner.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(
        card(owner, 'Skills').getByRole('progressbar', { name: 'Proficiency in Locksmithing' }),
      ).toHaveAttribute('aria-valuenow', '35');
    });
  });
});

test.describe('2. Add Software Application form', () => {
  test('adds a software application', { tag: ['@S-ADD-ITEM-2', '@S-ADD-ITEM-3'] }, async ({
    owner,
  }) => {
    await test.step('has every field', async () => {
      await owner.goto('/?view=add-application');
      for (const label of ['Application Name', 'Skill Svg'])
        await expect.soft(owner.getByLabel(label, { exact: true }).first(), label).toBeVisible();
    });

    await test.step('clears its fields on success', async () => {
      await owner.getByLabel('Application Name').fill('Blueprint');
      await owner.locator('input[name=svg]').setInputFiles(SVG);
      await expect(owner.getByAltText('Preview of icon.svg')).toBeVisible();
      await owner.getByRole('button', { name: 'Add Software Application' }).click();
      await expect(toast(owner, 'Software application added.')).toBeVisible();
      await expect(owner.getByLabel('Application Name')).toHaveValue('');
      await expect(owner.getByText('Upload a file')).toBeVisible();
    });

    await test.step('Add Software Application adds it to the table', async () => {
      // With room for two columns, the table shows all rows.
      await owner.setViewportSize({ width: 1440, height: 900 });
      await owner.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(card(owner, 'Software Applications').getByText('Blueprint')).toBeVisible();
    });
  });
});

test.describe('2. Add Timeline form', () => {
  test('adds a timeline entry', { tag: ['@S-ADD-ITEM-4', '@D-HOME-1'] }, async ({ owner }) => {
    await test.step('has every field', async () => {
      await owner.goto('/?view=add-timeline');
      for (const label of ['Title', 'Description', 'From', 'To'])
        await expect.soft(owner.getByLabel(label, { exact: true }), label).toBeVisible();
    });

    await test.step('Add Timeline adds the entry, shows a toast, clears the form and updates the table', async () => {
      await owner.getByLabel('Title').fill('Locksmith');
      await owner.getByLabel('Description').fill('Opened doors.');
      await owner.getByLabel('From').fill('2004');
      await owner.getByLabel('To', { exact: true }).fill('2006');
      await owner.getByRole('button', { name: 'Add Timeline' }).click();
      await expect(toast(owner, 'Timeline entry added.')).toBeVisible();
      for (const label of ['Title', 'Description', 'From', 'To'])
        await expect(owner.getByLabel(label, { exact: true })).toHaveValue('');
      await owner.getByRole('link', { name: 'Dashboard', exact: true }).click();
      // The newest five are shown first.
      await card(owner, 'Timeline')
        .getByRole('button', { name: /^Show all/ })
        .click();
      await expect(card(owner, 'Timeline').getByText('Locksmith')).toBeVisible();
    });
  });
});
