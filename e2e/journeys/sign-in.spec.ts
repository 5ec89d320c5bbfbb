import type { Locator, Page } from '@playwright/test';
import { OWNER } from '@vitrine/testing/environment';
import { expectAt, hold, login, projectId, resetPath, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const WRONG = /is incorrect/;

test('a failed login shows what to do', async ({ visitor }) => {
  await test.step('causes no layout shift in the form', async () => {
    await visitor.goto('/login');
    const email = visitor.getByLabel('Email');
    const before = await email.boundingBox();
    await login(visitor, OWNER.email, 'not the password');
    await expect(visitor.getByRole('alert')).toHaveText(WRONG);
    expect(await email.boundingBox()).toEqual(before);
  });

  await test.step('shows the error above the button, announces it once and keeps the toast', async () => {
    const alert = visitor.getByRole('alert');
    await expect(alert).toHaveText(WRONG);
    const form = visitor.locator('form');
    await expect(form.getByRole('alert')).toHaveCount(1);
    expect(await gapBetween(alert, form.getByRole('button', { name: 'Login' }))).toBeLessThan(30);

    await expect(toast(visitor, WRONG)).toBeVisible();
    const spoken = await visitor.getByRole('region', { name: /^Notifications/ }).ariaSnapshot();
    expect(spoken).toContain('Close toast');
    expect(spoken).not.toMatch(WRONG);
  });

  await test.step('announces a second failure without a layout shift', async () => {
    await expect(visitor.getByRole('alert')).toHaveText(WRONG);
    const first = await visitor.getByRole('alert').elementHandle();
    const release = await hold(visitor, '**/user/login');
    const button = visitor.locator('[type=submit]');
    const before = await button.boundingBox();
    await button.click();
    await expect(visitor.getByRole('button', { name: 'Logging in' })).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
    release();
    // A new element, because screen readers announce an alert when it appears.
    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
    await expect(visitor.getByRole('alert')).toHaveText(WRONG);
  });

  await test.step('keeps the input and selects the password', async () => {
    await login(visitor, OWNER.email, 'not the password');
    const password = visitor.getByLabel('Password');
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveValue('not the password');
    await visitor.keyboard.type(OWNER.password);
    await expect(password).toHaveAttribute('aria-invalid', 'false');
    await visitor.keyboard.press('Enter');
    await expectAt(visitor, '/');
  });

  await test.step('clears the error once the login succeeds', async () => {
    await visitor.context().clearCookies();
    await visitor.goto('/login');
    await login(visitor, OWNER.email, 'not the password');
    await expect(toast(visitor, WRONG)).toBeVisible();
    // Hovering keeps the toast open, so only the success can dismiss it.
    await toast(visitor, WRONG).hover();
    await visitor.getByLabel('Password').fill(OWNER.password);
    await visitor.getByLabel('Password').press('Enter');
    await expect(visitor.getByRole('heading', { name: /^Welcome back/ })).toBeVisible();
    await expect(toast(visitor, WRONG)).toBeHidden({ timeout: 2000 });
  });
});

test('a reset link works until it is used or expires', { tag: ['@D-LOGIN-6'] }, async ({
  visitor,
  environment,
}) => {
  await test.step('reports an expired link immediately and offers a new one', async () => {
    await visitor.goto('/password/reset/used-or-expired');
    await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(visitor.getByLabel('Password', { exact: true })).toHaveCount(0);
    await visitor.getByRole('link', { name: 'Request a new link' }).click();
    await expectAt(visitor, '/password/forgot');
  });

  await test.step('stays valid after the page is opened', async () => {
    const path = await resetPath(environment);
    await visitor.goto(path);
    await visitor.reload();
    await visitor.getByLabel('Password', { exact: true }).fill('a better password');
    await visitor.getByLabel('Confirm Password').fill('a better password');
    await visitor.getByRole('button', { name: 'Reset Password' }).click();
    await expect(toast(visitor, 'Your password has been reset.')).toBeVisible();
  });

  await test.step('shows the form on a host without the check', async () => {
    for (const answer of [
      { status: 404, json: { message: 'Not Found' } },
      { contentType: 'text/html', body: '<p>Every address has this page.</p>' },
      { status: 503, body: '' },
    ]) {
      await visitor.route('**/api/v1/user/password/reset/*', (route) => route.fulfill(answer));
      await visitor.goto('/password/reset/token');
      await expect(visitor.getByLabel('Password', { exact: true })).toBeVisible();
      await expect(visitor.locator('[data-sonner-toast]')).toHaveCount(0);
      await visitor.unroute('**/api/v1/user/password/reset/*');
    }
  });
});

test.describe('the email typed into the login', () => {
  test('is carried to Forgot Password without appearing in the URL', async ({ visitor }) => {
    await visitor.goto('/login');
    await visitor.getByLabel('Email').fill('ada@example.com');
    await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(visitor.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
    await expect(visitor.getByLabel('Email')).toHaveValue('ada@example.com');
    await expectAt(visitor, '/password/forgot');
  });
});

test('the session dialog prefills the email and focuses Password', async ({
  owner,
  environment,
}) => {
  await owner.goto('/?view=add-timeline');
  await owner.getByLabel('Title').fill('Locksmith');
  await environment.database.query('delete from session');
  await owner.getByRole('button', { name: 'Add Timeline' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  const opened = owner.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect((await opened).getByLabel('Email')).toHaveValue(OWNER.email);
});

test.describe('Show password', () => {
  test('works in every form with a password', async ({ visitor, environment, context }) => {
    const fields = ['Current Password', 'New Password', 'Confirm New Password'];
    await visitor.goto('/login');
    await expectToBeShownAndHidden(visitor, 'Password');
    await visitor.goto(await resetPath(environment));
    for (const label of ['Password', 'Confirm Password'])
      await expectToBeShownAndHidden(visitor, label);
    await context.addCookies([environment.session]);
    await visitor.goto('/?view=account&section=update-password');
    for (const label of fields) await expectToBeShownAndHidden(visitor, label);
    await context.clearCookies();
    await environment.removeOwner();
    await visitor.goto('/setup');
    await expectToBeShownAndHidden(visitor, 'Password');
  });

  test('works with the keyboard and hides the password on submit', async ({ visitor }) => {
    await visitor.goto('/login');
    await visitor.getByLabel('Email').fill(OWNER.email);
    const password = visitor.getByLabel('Password');
    await password.fill('not the password');
    await visitor.keyboard.press('Tab');
    await expect(visitor.getByRole('button', { name: 'Show password' })).toBeFocused();
    await visitor.keyboard.press('Space');
    await expect(password).toHaveAttribute('type', 'text');
    await password.press('Enter');
    await expect(visitor.getByRole('alert')).toBeVisible();
    await expect(password).toHaveAttribute('type', 'password');
  });
});

test('errors disappear once they are solved', async ({ owner, environment }) => {
  await test.step('a conflict shows one dialog and no toast', async () => {
    await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
    await owner.getByLabel('Project Title').fill('Mine');
    await environment.database.query(
      "update project set title = 'Theirs', version = version + 1 where title = 'Tidewatch'",
    );
    const shown = await collectToasts(owner);
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await owner.getByRole('button', { name: 'Keep all mine' }).click();
    await owner.getByRole('button', { name: 'Save merged version' }).click();
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    expect(await shown()).toEqual(['Project updated.Undo']);
  });

  await test.step('a success dismisses an earlier error', async () => {
    await owner.goto('/?view=add-timeline');
    await owner.getByRole('button', { name: 'Add Timeline' }).click();
    const error = owner.locator('[data-sonner-toast][data-type=error]');
    await expect(error).toBeVisible();
    await owner.getByLabel('Title').fill('Locksmith');
    await owner.getByLabel('Description').fill('Locks.');
    await owner.getByLabel('From').fill('2004');
    // Hovering keeps the toast open, so only the success can dismiss it.
    await error.hover();
    await owner.getByLabel('From').press('Enter');
    await expect(toast(owner, 'Timeline entry added.')).toBeVisible();
    await expect(error).toHaveCount(0, { timeout: 2000 });
  });

  await test.step('a list that loads on retry dismisses its error', async () => {
    await owner.route('**/skill/getall', (route) => route.abort());
    await owner.goto('/manage/skills');
    await expect(toast(owner, 'Network Error')).toBeVisible();
    await toast(owner, 'Network Error').hover();
    await expect(owner.getByRole('button', { name: 'Try again' })).toBeVisible();
    await owner.unroute('**/skill/getall');
    await owner.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(owner.getByLabel('Proficiency of Rust')).toBeVisible();
    await expect(toast(owner, 'Network Error')).toBeHidden({ timeout: 2000 });
  });

  await test.step('an unknown project offers no Try again', async () => {
    for (const action of ['view', 'update']) {
      await owner.goto(`/${action}/project/00000000-0000-4000-8000-000000000000`);
      await expect(owner.getByRole('main').getByText(/This project does not exist/)).toBeVisible();
      await expect(owner.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    }
  });
});

/** Records every toast from now on, including one that disappears immediately. */
async function collectToasts(page: Page): Promise<() => Promise<string[]>> {
  const list = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        const added = node instanceof Element ? node : undefined;
        const toasts = added?.matches('[data-sonner-toast]')
          ? [added]
          : [...(added?.querySelectorAll('[data-sonner-toast]') ?? [])];
        texts.push(...toasts.map(({ textContent }) => textContent));
      }
    }).observe(document.body, { childList: true, subtree: true });
    return texts;
  });
  return () => list.jsonValue();
}

/** The vertical gap between two elements in pixels. */
async function gapBetween(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  if (!above || !below) throw new Error('One of them is not on the screen.');
  return below.y - (above.y + above.height);
}

/** Focus, caret and layout stay the same, and nothing is sent. */
async function expectToBeShownAndHidden(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  const address = page.url();
  const show = page.locator('div').filter({ has: field }).last().getByRole('button', {
    name: 'Show password',
  });
  const caret = () =>
    field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
  await field.fill('abcdef');
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 4));
  const box = await field.boundingBox();
  for (const [type, pressed] of [
    ['text', 'true'],
    ['password', 'false'],
  ] as const) {
    await show.click();
    await expect(field).toHaveAttribute('type', type);
    await expect(show).toHaveAttribute('aria-pressed', pressed);
    await expect(field).toBeFocused();
    expect(await caret()).toEqual([2, 4]);
    expect(await field.boundingBox()).toEqual(box);
  }
  await expect(field).toHaveValue('abcdef');
  expect(page.url()).toBe(address);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
}
