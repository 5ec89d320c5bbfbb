import { OWNER } from '@vitrine/testing/environment';
import { expectAt, login, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('lists the sessions and signs out the others', async ({ owner, browser, environment }) => {
  const elsewhere = async (userAgent: string) => {
    const context = await browser.newContext({ baseURL: environment.origin, userAgent });
    const page = await context.newPage();
    await page.goto('/login');
    await login(page, OWNER.email, OWNER.password);
    await expectAt(page, '/');
    return page;
  };
  const phone = await elsewhere(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) Version/26.0 Safari/604.1',
  );
  const library = await elsewhere('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/146.0');

  await owner.goto('/?view=account');
  await owner.getByRole('link', { name: 'Sessions' }).click();
  await expectAt(owner, '/?view=account&section=sessions');
  const cards = owner.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(3);
  await expect(cards.filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(cards.filter({ hasText: 'Firefox on Windows' })).toContainText(
    /Signed in .+ Last seen/,
  );

  await owner.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(toast(owner, 'Session signed out.')).toBeVisible();
  await expect(cards).toHaveCount(2);
  await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
  await phone.reload();
  await expectAt(phone, '/login');

  await owner.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(toast(owner, 'Signed out everywhere else.')).toBeVisible();
  await expect(cards).toHaveCount(1);
  await library.reload();
  await expectAt(library, '/login');
  await owner.reload();
  await expect(cards).toHaveCount(1);
  await phone.context().close();
  await library.context().close();
});
