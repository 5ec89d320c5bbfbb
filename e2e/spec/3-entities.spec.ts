import { expect, test } from '../support/test.ts';

test.describe('3. Entities and their fields', () => {
  test("displays the literal text 'undefined' in a URL as empty", {
    tag: ['@S-DATA-7', '@D-ACCOUNT-2'],
  }, async ({ owner }) => {
    const fields = [
      'githubURL',
      'linkedInURL',
      'instagramURL',
      'twitterURL',
      'facebookURL',
      'portfolioURL',
    ];
    // Our own database rejects the word, so the response of another host is simulated.
    await owner.route('**/user/me', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const field of fields) body.user[field] = 'undefined';
      await route.fulfill({ response, json: body });
    });
    await owner.goto('/?view=account');
    // The specified ten, and six that only Vitrine's own service has.
    await expect(owner.getByRole('term')).toHaveCount(16);
    await expect(owner.getByText('undefined')).toHaveCount(0);
    await owner.getByRole('link', { name: 'Update Profile' }).click();
    for (const field of fields)
      await expect.soft(owner.locator(`input[name=${field}]`), field).toHaveValue('');
  });

  test('the session has a user when signed in, and none when signed out', {
    tag: ['@S-STATE-2', '@S-STATE-4'],
  }, async ({ owner }) => {
    const me = owner.waitForResponse('**/user/me');
    await owner.goto('/');
    expect((await (await me).json()).user.fullName).toBe('Ada Lovelace');
    await owner.getByRole('button', { name: 'Logout' }).click();
    await owner.waitForURL('**/login');
    await expect(owner.getByText('Ada Lovelace')).toHaveCount(0);
  });
});
