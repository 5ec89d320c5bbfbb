import { fillVisits, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('the owner sees visits as chart and table, and turns counting off', async ({
  owner,
  environment,
}) => {
  await fillVisits(environment);
  await owner.goto('/');
  await owner.getByRole('link', { name: /^[\d,]+ visits this week$/ }).click();
  await expect(owner.getByRole('heading', { name: 'Visitors', level: 1 })).toBeFocused();
  await expect(owner.getByRole('img', { name: /^Visits per day\./ })).toBeVisible();
  await owner.getByRole('button', { name: 'Show as table' }).click();
  await expect(owner.getByRole('row')).toHaveCount(31);
  await owner.getByRole('radio', { name: '12 months' }).click();
  await expect(owner.getByRole('row')).toHaveCount(13);
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('visits.csv');

  await owner.getByRole('switch', { name: 'Count visits' }).click();
  await expect(toast(owner, 'Visits are no longer counted.')).toBeVisible();
  await expect(owner.getByText('Visits are not counted at the moment.')).toBeVisible();
});
