import type { Page } from '@playwright/test';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { projectId, resetPath } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** Every form, by its URL. */
const FORMS: readonly (readonly [
  path: string | ((environment: TestEnvironment) => Promise<string>),
  as?: 'visitor',
])[] = [
  ['/login', 'visitor'],
  ['/password/forgot', 'visitor'],
  [resetPath, 'visitor'],
  ['/?view=add-project'],
  ['/?view=add-skill'],
  ['/?view=add-application'],
  ['/?view=add-timeline'],
  ['/?view=account&section=update-profile'],
  ['/?view=account&section=update-password'],
  [async (environment) => `/update/project/${await projectId(environment, 'Tidewatch')}`],
];

/** A phone, and the same phone with an open keyboard in a browser that resizes the page. */
for (const height of [844, 500])
  test.describe(`a toast on a 390 × ${height} px phone`, () => {
    test.use({ viewport: { width: 390, height }, hasTouch: true, isMobile: true });

    test('covers neither the focused field nor the button of any form', {
      tag: '@D-TOAST-2',
    }, async ({ page, environment }) => {
      await environment.fill();
      for (const [path, as] of FORMS) {
        if (as === 'visitor') await page.context().clearCookies();
        else await page.context().addCookies([environment.session]);
        await page.goto(typeof path === 'string' ? path : await path(environment));
        await page.locator('form [type=submit]').waitFor();
        for (const target of ['form [type=submit]', 'form :is(input:not([hidden]), textarea)'])
          await expectNothingCovered(page, target);
      }
    });
  });

test.describe('a toast on a phone whose keyboard overlays the page', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('appears above the keyboard and covers neither the field nor the button', async ({
    visitor,
  }) => {
    // Headless Chromium has no keyboard, so simulate what it reports.
    await visitor.addInitScript(() => {
      const covered = Object.assign(new EventTarget(), { offsetTop: 0, height: 560, scale: 1 });
      Object.defineProperty(window, 'visualViewport', { value: covered });
    });
    await visitor.goto('/login');
    await visitor.locator('[type=submit]').waitFor();
    await expectNothingCovered(visitor, 'form [name=password]');
    const [lowest] = await visitor
      .locator('[data-sonner-toast]')
      .evaluateAll((toasts) => toasts.map((toast) => toast.getBoundingClientRect().bottom));
    expect(lowest).toBeLessThanOrEqual(560);
  });
});

test('a toast on a wide screen stays in its corner', async ({ owner }) => {
  await owner.goto('/?view=add-timeline');
  await owner.locator('form [type=submit]').waitFor();
  await expectNothingCovered(owner, 'form [type=submit]');
  const [space] = await owner
    .locator('[data-sonner-toast]')
    .evaluateAll((toasts) =>
      toasts.map((toast) => innerHeight - toast.getBoundingClientRect().bottom),
    );
  expect(space).toBe(24);
});

for (const width of [1440, 390])
  test(`a toast does not cover the Schedule menu at ${width} px`, async ({ owner }) => {
    await owner.setViewportSize({ width, height: 900 });
    await owner.goto('/?view=add-project');
    await owner.getByRole('button', { name: 'Add Project' }).click();
    await expect(owner.locator('[data-sonner-toast]')).toBeVisible();
    await owner.getByRole('button', { name: 'More ways to publish' }).click();
    const menu = owner.getByRole('menu');
    await expect(menu).toBeVisible();
    const isCovered = async () => {
      const [above, below] = [
        await owner.locator('[data-sonner-toast]').boundingBox(),
        await menu.boundingBox(),
      ];
      return above && below && above.y + above.height > below.y;
    };
    await expect.poll(isCovered).toBe(false);
    await menu.getByRole('menuitem', { name: 'Schedule' }).click();
    await expect(owner.getByRole('dialog', { name: 'Publish later' })).toBeVisible();
  });

/** Scrolls the last such element to the lower edge, focuses it, and makes the form fail. */
async function expectNothingCovered(page: Page, target: string): Promise<void> {
  const message = `The form at ${new URL(page.url()).search} failed: ${target}`;
  await page.route('**/api/v1/**', (route, request) =>
    request.method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { success: false, message } }),
  );
  await page
    .locator(target)
    .last()
    .evaluate((element: HTMLInputElement) => {
      element.scrollIntoView({ block: 'end', behavior: 'instant' });
      element.focus({ preventScroll: true });
      if (!element.form) return;
      element.form.noValidate = true;
      element.form.requestSubmit();
    });
  await expect.poll(() => findCovered(page), message).toEqual({ isShown: true, covered: [] });
  await page.unroute('**/api/v1/**');
}

/** Returns whether a toast is visible, and which controls it covers. */
function findCovered(page: Page): Promise<{ isShown: boolean; covered: string[] }> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-sonner-toast][data-mounted=true]')].map(
      (toast) => toast.getBoundingClientRect(),
    );
    const controls = [document.activeElement, ...document.querySelectorAll('[type=submit]')];
    const covered = controls.filter((element) => {
      const box = element?.getBoundingClientRect();
      return toasts.some(
        (toast) =>
          box &&
          box.left < toast.right &&
          box.right > toast.left &&
          box.top < toast.bottom &&
          box.bottom > toast.top,
      );
    });
    return {
      isShown: toasts.some(({ top, bottom }) => top >= 0 && bottom <= innerHeight),
      covered: covered.map((element) => element?.outerHTML.slice(0, 80) ?? ''),
    };
  });
}
