import type { Page } from '@playwright/test';
import { CALLS } from '../../examples/backend/calls.ts';
import { EMAIL, PASSWORD, PROJECT_ID, samplePortfolio } from '../../examples/backend/portfolio.ts';
import { login, PNG, SVG } from '../support/screen.ts';
import {
  deleteNamed,
  expectErrorToast,
  fill,
  resetPassword,
  submit,
  updatePassword,
} from './screen.ts';
import { expect, test } from './test.ts';

type Actions = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

/** What a visitor does to make each call. */
const VISITOR_ACTIONS: Actions = {
  'POST /user/login': async (page) => {
    await page.goto('/login');
    await login(page, EMAIL, PASSWORD);
  },
  'POST /user/password/forgot': async (page) => {
    await page.goto('/password/forgot');
    await fill(page, { Email: EMAIL });
    await submit(page, 'Request For Reset Password');
  },
  'PUT /user/password/reset/:token': async (page) => {
    await page.goto('/password/reset/a-token');
    await resetPassword(page, 'a new password');
  },
};

/** What the owner does to make each call. */
const OWNER_ACTIONS: Actions = {
  'GET /user/logout': async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Logout' }).click();
  },
  'PUT /user/update/password': async (page) => {
    await page.goto('/?view=account&section=update-password');
    await updatePassword(page, PASSWORD);
  },
  'PUT /user/update/me': async (page) => {
    await page.goto('/?view=account&section=update-profile');
    await fill(page, { 'Full Name': 'Grace B. Hopper' });
    await submit(page, 'Update Profile');
  },
  'GET /softwareapplication/getall': (page) => page.goto('/'),
  'POST /softwareapplication/add': async (page) => {
    await page.goto('/?view=add-application');
    await fill(page, { 'Application Name': 'Teletype' });
    await page.locator('input[type="file"]').setInputFiles(SVG);
    await submit(page, 'Add Software Application');
  },
  'DELETE /softwareapplication/delete/:id': async (page) => {
    await page.goto('/');
    await deleteNamed(page, 'Debugger');
  },
  'GET /skill/getall': (page) => page.goto('/'),
  'POST /skill/add': async (page) => {
    await page.goto('/?view=add-skill');
    await fill(page, { Title: 'Teaching', Proficiency: '80' });
    await page.locator('input[type="file"]').setInputFiles(SVG);
    await submit(page, 'Add Skill');
  },
  'PUT /skill/update/:id': async (page) => {
    await page.goto('/manage/skills');
    await fill(page, { 'Proficiency of Debugging': '75' });
    await page.getByLabel('Proficiency of COBOL').focus();
  },
  'DELETE /skill/delete/:id': async (page) => {
    await page.goto('/manage/skills');
    await deleteNamed(page, 'COBOL');
  },
  'GET /timeline/getall': (page) => page.goto('/'),
  'POST /timeline/add': async (page) => {
    await page.goto('/?view=add-timeline');
    await fill(page, { Title: 'Professor, Vassar', From: '1931' });
    await submit(page, 'Add Timeline');
  },
  'DELETE /timeline/delete/:id': async (page) => {
    await page.goto('/manage/timeline');
    await deleteNamed(page, 'Rear admiral');
  },
  'GET /project/getall': (page) => page.goto('/'),
  'GET /project/get/:id': (page) => page.goto(`/view/project/${PROJECT_ID}`),
  'POST /project/add': async (page) => {
    await page.goto('/?view=add-project');
    await fill(page, { 'Project Title': 'Subroutines' });
    await page.locator('input[type="file"]').setInputFiles(PNG);
    await submit(page, 'Add Project');
  },
  'PUT /project/update/:id': async (page) => {
    await page.goto(`/update/project/${PROJECT_ID}`);
    await fill(page, { 'Project Title': 'Compiler II' });
    await submit(page, 'Update Project');
  },
  'DELETE /project/delete/:id': async (page) => {
    await page.goto('/manage/projects');
    await deleteNamed(page, 'Compiler');
  },
  'GET /message/getall': (page) => page.goto('/'),
  'DELETE /message/delete/:id': async (page) => {
    await page.goto('/?view=messages');
    await deleteNamed(page, 'message from Howard');
  },
};

test.describe('A host with only the specified calls: errors', () => {
  test('shows the host’s message whichever call of a visitor fails', {
    tag: [
      '@S-CALL-1',
      '@S-CALL-6',
      '@S-CALL-7',
      '@S-ERROR-1',
      '@S-FORGOT-3',
      '@S-RESET-2',
      '@S-STATE-3',
    ],
  }, async ({ visitor, host }) => {
    for (const [call, act] of Object.entries(VISITOR_ACTIONS))
      await test.step(call, async () => {
        host.answerNext(call, 500, `Cannot ${call}!`);
        await act(visitor);
        await expectErrorToast(visitor, `Cannot ${call}!`);
      });
  });

  test('shows the host’s message whichever call of the owner fails', {
    tag: ['@S-ERROR-1', '@S-STATE-5', '@S-STATE-7', '@S-STATE-8', '@S-STATE-10'],
  }, async ({ owner, host }) => {
    // Without the user there is nothing but the login.
    const tested = [...Object.keys({ ...VISITOR_ACTIONS, ...OWNER_ACTIONS }), 'GET /user/me'];
    expect(tested.toSorted()).toEqual(Object.keys(CALLS).toSorted());
    const before = samplePortfolio(host.picture);
    for (const [call, act] of Object.entries(OWNER_ACTIONS))
      await test.step(call, async () => {
        host.answerNext(call, 500, `Cannot ${call}!`);
        await act(owner);
        await expectErrorToast(owner, `Cannot ${call}!`);
      });
    expect(host.portfolio).toEqual(before);
  });
});
