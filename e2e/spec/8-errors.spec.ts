import { expectAt, fillProject, PNG, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test.describe('8. Error catalogue', () => {
  test('says that a project does not exist', { tag: ['@S-ERROR-2', '@D-ERROR-1'] }, async ({
    owner,
    environment,
  }) => {
    await test.step('failing to load a single project shows the server message as a toast', async () => {
      await owner.goto(`/view/project/${UNKNOWN}`);
      await expect(
        toast(owner, 'This project does not exist. It may have been deleted.'),
      ).toBeVisible();
    });

    for (const action of ['view', 'update'])
      await test.step(`/${action}/project shows a message and a way back for an unknown ID`, async () => {
        await owner.goto(`/${action}/project/${UNKNOWN}`);
        await expect(
          owner.getByRole('main').getByText(/This project does not exist/),
        ).toBeVisible();
        await expect(owner.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
      });

    await test.step('handles a host that returns nothing for an unknown ID', async () => {
      await owner.route('**/project/get/*', (route) =>
        route.fulfill({ json: { success: true, project: null } }),
      );
      await owner.goto(`/view/project/${UNKNOWN}`);
      await expect(owner.getByRole('main').getByText(/This project does not exist/)).toBeVisible();
    });

    await test.step('shows the server’s message when the item is already deleted', async () => {
      await owner.goto('/manage/projects');
      await expect(row(owner.getByRole('table'), 'Tidewatch')).toBeVisible();
      await environment.database.query("delete from project where title = 'Tidewatch'");
      await owner.getByRole('button', { name: 'Delete Tidewatch' }).click();
      await expect(toast(owner, /This project does not exist/)).toBeVisible();
    });
  });

  test('explains why a request failed', { tag: ['@S-ERROR-3', '@S-ERROR-5'] }, async ({
    owner,
  }) => {
    await test.step('no toast ever says undefined', async () => {
      await owner.goto('/?view=add-skill');
      for (const body of ['{}', '{"message":null}', '{"message":""}', '[]', 'null', '']) {
        await owner.route('**/skill/add', (route) => route.fulfill({ status: 400, body }));
        await owner.getByRole('button', { name: 'Add Skill' }).click();
        await expect(toast(owner, /status code 400/i)).toBeVisible();
        await owner.unroute('**/skill/add');
      }
      await expect(owner.getByText('undefined')).toHaveCount(0);
    });

    await test.step('shows Request failed with status code N for a response without a message', async () => {
      // The response of a proxy whose upstream is unavailable.
      await owner.route('**/skill/add', (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
      );
      await owner.getByRole('button', { name: 'Add Skill' }).click();
      await expect(toast(owner, /request failed with status code 502/i)).toBeVisible();
      await owner.unroute('**/skill/add');
    });

    await test.step('shows Network Error when the network is down', async () => {
      await owner.getByLabel('Title').fill('Locksmithing');
      await owner.context().setOffline(true);
      await owner.getByRole('button', { name: 'Add Skill' }).click();
      await expect(toast(owner, 'Network Error')).toBeVisible();
      await expect(owner.getByRole('button', { name: 'Add Skill' })).toBeVisible();
      await expect(owner.getByLabel('Title')).toHaveValue('Locksmithing');
    });
  });

  test('offers to try again when the network is down at startup', {
    tag: ['@S-ERROR-3', '@D-ERROR-1'],
  }, async ({ owner }) => {
    await owner.route('**/api/v1/**', (route) => route.abort());
    await owner.goto('/manage/skills');
    await expect(owner.getByRole('main').getByText('Network Error')).toBeVisible();
    await expectAt(owner, '/manage/skills');
    await owner.unroute('**/api/v1/**');
    await owner.getByRole('button', { name: 'Try again' }).click();
    await expect(owner.getByLabel('Proficiency of TypeScript')).toBeVisible();
  });

  test('shows Request aborted when an upload is canceled', {
    tag: ['@S-ERROR-4', '@D-FORM-3'],
  }, async ({ owner }) => {
    const session = await owner.context().newCDPSession(owner);
    await owner.goto('/?view=add-project');
    await fillProject(owner, 'Lock');
    await owner.locator('input[name=projectBanner]').setInputFiles({
      ...PNG,
      buffer: Buffer.concat([PNG.buffer, Buffer.alloc(3_000_000)]),
    });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    });
    await owner.getByRole('button', { name: 'Add Project' }).click();
    await expect(owner.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    await owner.getByRole('button', { name: 'Cancel' }).click();
    await expect(toast(owner, /request aborted/i)).toBeVisible();
    await expect(owner.getByLabel('Project Title')).toHaveValue('Lock');
    await expect(owner.getByAltText('Preview of picture.png')).toBeVisible();
  });

  test('shows the message of any error response', { tag: ['@S-ERROR-1', '@S-STATE-10'] }, async ({
    owner,
  }) => {
    await owner.goto('/?view=add-timeline');
    for (const status of [400, 403, 409, 422, 429, 500, 503])
      await test.step(String(status), async () => {
        await owner.route('**/timeline/add', (route) =>
          route.fulfill({ status, json: { success: false, message: `Sentence of ${status}.` } }),
        );
        await owner.getByRole('button', { name: 'Add Timeline' }).click();
        await expect(toast(owner, `Sentence of ${status}.`)).toBeVisible();
        await expect(owner.getByRole('button', { name: 'Add Timeline' })).toBeVisible();
      });
  });

  test('offers a reload when a part of the page does not load', { tag: ['@D-ERROR-1'] }, async ({
    owner,
    context,
  }) => {
    for (const [file, path, link, heading] of [
      ['manage-page', '/', 'Manage Skill', 'Manage Your Skills'],
      ['manage-skills', '/manage/skills', undefined, 'Manage Your Skills'],
      ['shell', '/manage/skills', undefined, 'Manage Your Skills'],
      ['forgot-password-page', '/login', 'Forgot your password?', 'Forgot Password'],
    ] as const)
      await test.step(`offers a reload when ${file} of ${path} does not load`, async () => {
        if (path === '/login') await context.clearCookies();
        await owner.route(`**/assets/${file}-*.js`, (route) => route.abort());
        await owner.goto(path);
        if (link) await owner.getByRole('link', { name: link, exact: true }).click();
        await expect(
          owner.getByRole('heading', { name: "This page couldn't be loaded" }),
        ).toBeVisible();
        await expect(owner.getByRole('main')).toHaveCount(1);
        await owner.unroute(`**/assets/${file}-*.js`);
        await owner.getByRole('button', { name: 'Reload page' }).click();
        await expect(owner.getByRole('heading', { name: heading })).toBeVisible();
      });
  });
});
