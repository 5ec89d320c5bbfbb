import { calls } from '@vitrine/contract/calls';
import { SITE_SECTION_NAMES } from '@vitrine/contract/options';
import { findViolations } from '../support/axe.ts';
import { ownerClient, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('designs the public site, from the theme to the custom CSS', async ({
  owner: page,
  environment,
}) => {
  const client = ownerClient(environment);
  const site = async () => (await client.call(calls.site.get)).body.site;
  const preview = page.frameLocator('[title="Preview of your site"]');
  const publish = page.getByRole('button', { name: 'Publish design' });
  const unpublished = page.getByText('Unpublished changes');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${await environment.siteDashboard()}/?view=site`);

  await test.step('the preview shows the site, and there is nothing to publish', async () => {
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    await expect(publish).toHaveAttribute('aria-disabled', 'true');
    await expect(preview.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
  });

  await test.step('arrow keys choose the theme, and the preview follows', async () => {
    await page.getByRole('radio', { name: 'Paper' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Grid' })).toBeChecked();
    await expect(unpublished).toBeVisible();
    await expect(preview.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  await test.step('the preview keeps its scroll position when it loads again', async () => {
    const top = () => preview.locator('html').evaluate(({ scrollTop }) => scrollTop);
    await preview
      .locator('html')
      .evaluate((html) => html.scrollTo({ top: 700, behavior: 'instant' }));
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(preview.locator('html[data-scheme="dark"]')).toBeAttached();
    await expect.poll(top).toBe(700);
  });

  await test.step('an accent that cannot be read is corrected, and the field says so', async () => {
    await page.getByLabel('Accent as hex').fill('#ffd400');
    await expect(page.getByText(/on a light page, too low for text/)).toBeVisible();
    await page.getByLabel('Accent as hex').fill('#ffd4');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Enter the accent as a color, like #0B6E63.')).toBeVisible();
    await page.getByRole('radio', { name: 'Rust' }).check();
    await expect(page.getByLabel('Accent as hex')).toHaveValue('#C2410C');
  });

  await test.step('sections are moved, renamed and hidden', async () => {
    await page.getByRole('button', { name: 'Reorder Contact' }).press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    const count = SITE_SECTION_NAMES.length;
    await expect(page.getByText(`Contact, position ${count - 1} of ${count}.`)).toBeAttached();
    await page.getByRole('button', { name: 'More actions for Work' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Heading of Work').fill('Selected projects');
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'Show Tools' }).uncheck();
    await expect(preview.getByRole('heading', { name: 'Selected projects' })).toBeVisible();
  });

  await test.step('publishing makes all of it live', async () => {
    await publish.click();
    await expect(toast(page, 'Design published.')).toBeVisible();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    const { settings } = await site();
    expect(settings).toMatchObject({ theme: 'grid', accent: '#c2410c' });
    expect(settings.sections.at(-2)).toMatchObject({ name: 'contact', shown: true });
    expect(settings.sections.filter(({ shown }) => !shown)).toMatchObject([{ name: 'tools' }]);
  });

  await test.step('saves a change that is made while the design is published', async () => {
    const answers = Promise.withResolvers<void>();
    await page.route('**/site/publish', async (route) => {
      await answers.promise;
      await route.continue();
    });
    await page.getByRole('radio', { name: 'Lagoon' }).check();
    await publish.click();
    await expect(page.getByRole('button', { name: 'Publishing' })).toBeVisible();
    await page.getByRole('radio', { name: 'Heather' }).check();
    answers.resolve();
    await expect.poll(async () => (await site()).draft?.accent ?? 'none').toBe('#6a4f8f');
    await page.unroute('**/site/publish');
    await publish.click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    // Buttons of stacked toasts overlap.
    await expect(toast(page, 'Design published.')).toHaveCount(0, { timeout: 20_000 });
  });

  await test.step('an error in the CSS is shown at its line and stays in the draft', async () => {
    const css = page.getByRole('textbox', { name: 'Custom CSS' });
    await css.fill('.intro {\n  background: url(https://example.net/a.png);\n}');
    await page.getByRole('button', { name: 'Line 2, column' }).click();
    await expect(css).toBeFocused();
    await expect(css).toHaveAttribute('aria-invalid', 'true');
    expect(await findViolations(page)).toEqual([]);
    await publish.click();
    await expect(toast(page, /except for the custom CSS/)).toBeVisible();
    await expect(unpublished).toBeVisible();
    expect((await site()).settings.customCss).toBe('');
  });

  await test.step('discarding brings the published design back, and Undo the draft', async () => {
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(toast(page, 'Changes discarded.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Custom CSS' })).toHaveValue('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('textbox', { name: 'Custom CSS' })).toHaveValue(/example\.net/);
    await expect(unpublished).toBeVisible();
  });

  await test.step('a change that fails to save is kept, and saved on the next attempt', async () => {
    await page.route('**/site/draft/update', (route) => route.abort());
    await page.getByLabel('Footer line').fill('Set in London.');
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await page.unroute('**/site/draft/update');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(unpublished).toBeVisible();
    await expect.poll(async () => (await site()).draft?.footer).toBe('Set in London.');
  });
});

test('downloads the site with progress, also after a failed attempt', async ({
  owner: page,
  environment,
}) => {
  const start = async () => {
    await page.getByRole('button', { name: 'Download site' }).click();
    await page.getByRole('menuitem', { name: 'Download, with the contact form' }).click();
  };
  await page.goto(`${await environment.siteDashboard()}/?view=site`);
  await page.route('**/site/download?*', (route) => route.abort());
  await start();
  await expect(toast(page, 'Network Error')).toBeVisible();
  await expect(toast(page, 'Preparing your site…')).toHaveCount(0);

  const { promise, resolve } = Promise.withResolvers<void>();
  await page.unroute('**/site/download?*');
  await page.route('**/site/download?*', async (route) => {
    await promise;
    await route.continue();
  });
  await start();
  await expect(toast(page, 'Preparing your site…')).toBeVisible();
  const downloading = page.waitForEvent('download');
  resolve();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('site.localhost.zip');
  await expect(toast(page, 'Site downloaded.')).toBeVisible();
  await expect(toast(page, 'Preparing your site…')).toHaveCount(0);
});

test('a download that the owner cancels ends without an error', async ({
  owner: page,
  environment,
}) => {
  await page.goto(`${await environment.siteDashboard()}/?view=site`);
  // Never answered, like a service that hangs.
  await page.route('**/site/download?*', () => undefined);
  await page.getByRole('button', { name: 'Download site' }).click();
  await page.getByRole('menuitem', { name: 'Download, with an email link' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

test('the checklist leads to the site that Vitrine serves', async ({ beginner, environment }) => {
  await environment.database.query('delete from site');
  await beginner.goto(await environment.siteDashboard());
  const checklist = beginner.getByRole('region', { name: 'Set up your portfolio' });
  await expect(checklist.getByText('Your site is at site.localhost')).toBeVisible();
  await checklist.getByRole('link', { name: 'Open Site' }).click();
  await expect(beginner.getByRole('heading', { level: 1, name: 'Site' })).toBeVisible();
});
