import { expect, test } from '../support/test.ts';

test('somebody writes a testimonial without JavaScript, agrees to an edit, and withdraws it', async ({
  owner: page,
  environment,
  browser,
}) => {
  const dashboard = await environment.siteDashboard();
  await page.goto(`${dashboard}/?view=add-testimonial`);
  await page.getByLabel('Name').fill('Caroline Herschel');
  await page.getByLabel('What you did together').fill('The night timetable');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  const author = await browser.newPage({ javaScriptEnabled: false });
  await author.goto(link);
  await expect(author.getByText('The night timetable')).toBeVisible();
  await expect(author.getByLabel('Your name')).toHaveValue('Caroline Herschel');
  await author.getByLabel('Your words').fill('I have not missed the last bus since.');
  await author.getByLabel('What you do').fill('Night planner');
  await author.getByRole('button', { name: 'See how it will appear' }).click();
  await expect(author.locator('blockquote')).toHaveText('I have not missed the last bus since.');
  await author.getByRole('checkbox', { name: /may show these words/ }).check();
  // Programs are faster.
  await author.waitForTimeout(3_100);
  await author.getByRole('button', { name: 'Send to Ada Lovelace' }).click();
  await expect(author.getByText('Your words have arrived.')).toBeVisible();

  const visitor = await browser.newPage();
  const home = new URL('/', link).href;
  const quotes = visitor.locator('#kind-words blockquote');
  const isShown = async (text: string) => {
    await visitor.goto(home);
    return (await quotes.allTextContents()).some((one) => one.includes(text));
  };
  expect(await isShown('the last bus')).toBe(false);

  await page.goto(`${dashboard}/manage/testimonials`);
  await page.getByRole('button', { name: 'Approve and show Caroline Herschel' }).click();
  await expect(page.getByText('Testimonial shown.')).toBeVisible();
  await expect.poll(() => isShown('the last bus')).toBe(true);

  await page.getByRole('button', { name: 'Suggest an edit to Caroline Herschel' }).click();
  const dialog = page.getByRole('dialog', { name: /Suggest an edit/ });
  await dialog.getByLabel('Your version').fill('I have not missed a bus since.');
  await expect(dialog.locator('del')).toHaveText('the last');
  await dialog.getByRole('button', { name: 'Save and get a link' }).click();
  await expect(page.getByRole('dialog', { name: 'Send this link' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await isShown('the last bus')).toBe(true);

  await author.reload();
  await expect(author.locator('blockquote')).toHaveCount(2);
  await author.getByRole('button', { name: 'Agree to the suggestion' }).click();
  await expect.poll(() => isShown('a bus since')).toBe(true);

  await author.getByRole('button', { name: 'Withdraw my words' }).click();
  await expect(author.getByText('There are no words of yours on this site.')).toBeVisible();
  await expect.poll(() => isShown('a bus since')).toBe(false);
  await page.reload();
  await expect(page.getByText('Withdrawn by the author')).toBeVisible();
});

test('the owner places a testimonial on a project, and deletes it', async ({ owner: page }) => {
  await page.goto('/manage/testimonials');
  await page.getByRole('button', { name: 'Edit Ravi Anand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Edit Ravi Anand' });
  await sheet.getByLabel('The home page').uncheck();
  await sheet.getByLabel('Ledgerline').check();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Testimonial updated.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Ravi Anand' }).click();
  await expect(sheet.getByLabel('Ledgerline')).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Ravi Anand' }).click();
  await expect(page.getByText('Testimonial deleted.')).toBeVisible();
});
