import { calls } from '@vitrine/contract/calls';
import { ownerClient } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('the owner adds, changes and deletes a publication', async ({ owner: page }) => {
  await page.goto('/?view=add-publication');
  await page.getByLabel('Title').fill('Notes on the engine');
  await page.getByLabel('Authors').fill('Lovelace, Ada\nMenabrea, Luigi');
  await page.getByLabel('Year or month').fill('2023-10');
  await page.getByLabel('DOI').fill('https://doi.org/10.5555/notes');
  await page.getByRole('button', { name: 'Add publication' }).click();
  await expect(page.getByText('Publication added.')).toBeVisible();

  await page.goto('/manage/publications');
  await expect(page.getByRole('heading', { name: '2023' })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Notes on the engine' });
  await expect(row.getByText('A. Lovelace', { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: /10\.5555\/notes/ })).toBeVisible();

  await row.getByRole('button', { name: 'Edit Notes on the engine' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit publication' });
  await panel.getByLabel('Published in').fill('Scientific Memoirs');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Scientific Memoirs')).toBeVisible();

  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText('Notes on the engine', { exact: true })).toHaveCount(0);
});

test('the owner imports publications, and undoes it in one step', async ({ owner: page }) => {
  await page.goto('/import/publications');
  await page
    .getByLabel('BibTeX', { exact: true })
    .last()
    .fill('@article{a, title={Fine}, author={Lovelace, Ada}, year={2020}}\n@misc{b, year={2019}}');
  await expect(page.getByText('Line 2: this entry has no title.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add 1', exact: true })).toBeVisible();

  await page.getByRole('radio', { name: 'ORCID iD' }).check();
  await page.getByRole('textbox', { name: 'ORCID iD' }).fill('0000-0002-1825-0097');
  await page.getByRole('button', { name: 'Find works' }).click();
  await expect(page.getByText(/Found 5 works of Ada Lovelace/)).toBeVisible();
  await page.getByRole('button', { name: 'Add 5', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible();
});

test('the owner turns a timeline entry into a publication, and undoes it', async ({
  owner: page,
  environment,
}) => {
  const entry = {
    title: 'On tides',
    description: 'Text.',
    kind: 'publication',
    from: 2020,
    to: 2020,
  };
  await ownerClient(environment).call(calls.timeline.add, { json: entry });
  await page.goto('/manage/timeline');
  await page.getByRole('button', { name: 'Edit On tides' }).click();
  await page.getByRole('button', { name: 'Turn into a publication' }).click();
  await expect(page.getByText('The timeline entry is a publication now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit On tides' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit On tides' })).toBeVisible();
  await page.goto('/manage/publications');
  await expect(page.getByText('On tides')).toHaveCount(0);
});
