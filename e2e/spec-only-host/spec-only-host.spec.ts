import {
  emptyPortfolio,
  PASSWORD,
  PROJECT_ID,
  samplePortfolio,
} from '../../examples/backend/portfolio.ts';
import { contrastOf } from '../support/contrast.ts';
import { card, row } from '../support/screen.ts';
import {
  count,
  deleteNamed,
  expectErrorToast,
  expectPicture,
  expectToasts,
  toasts,
} from './screen.ts';
import { expect, test } from './test.ts';

test.describe('A host with only the specified calls: the calls', () => {
  test('requests the owner and the five lists once', {
    tag: [
      '@S-CALL-2',
      '@S-CALL-8',
      '@S-CALL-11',
      '@S-CALL-15',
      '@S-CALL-18',
      '@S-CALL-23',
      '@S-APP-1',
    ],
  }, async ({ owner, host }) => {
    await owner.goto('/');
    await expect(card(owner, 'Timeline').getByRole('table')).toBeVisible();
    expect(host.requests.toSorted()).toEqual([
      'GET /api/v1/message/getall',
      'GET /api/v1/project/getall',
      'GET /api/v1/skill/getall',
      'GET /api/v1/softwareapplication/getall',
      'GET /api/v1/timeline/getall',
      'GET /api/v1/user/me',
    ]);
  });

  test('makes no call outside the specification on any screen', {
    tag: ['@S-APP-1', '@D-CALL-2'],
  }, async ({ owner, host }) => {
    for (const path of OWNER_SCREENS) {
      await owner.goto(path);
      await expect(owner.getByRole('navigation', { name: 'Views' })).toBeVisible();
      await expect(owner.locator('[aria-busy="true"]')).toHaveCount(0);
    }
    await owner.context().clearCookies();
    for (const path of ['/', '/login', '/password/forgot', '/password/reset/a-token']) {
      await owner.goto(path);
      await expect(owner.locator('form')).toBeVisible();
    }
    await expectToasts(owner);
    expect(host.strangeRequests()).toEqual([]);
  });
});

test.describe('A host with only the specified calls: the dashboard', () => {
  test('has the specified views and no others', { tag: ['@S-SHELL-3', '@D-NAV-1'] }, async ({
    owner,
  }) => {
    await owner.goto('/?view=resume');
    await expect(owner).toHaveURL('/');
    const links = owner.getByRole('navigation', { name: 'Views' }).getByRole('link');
    const names = [
      'Vitrine',
      'Dashboard',
      'Add Project',
      'Add Skill',
      'Add Application',
      'Add Timeline',
      'Messages',
      'Account',
    ];
    await expect(links).toHaveCount(names.length);
    for (const [index, name] of names.entries())
      await expect(links.nth(index)).toHaveAccessibleName(name);
  });

  test('shows the portfolio and its empty states', {
    tag: [
      '@S-CALL-8',
      '@S-CALL-10',
      '@S-DATA-2',
      '@S-DATA-3',
      '@S-HOME-11',
      '@D-DELETE-1',
      '@D-HOME-1',
    ],
  }, async ({ owner, host }) => {
    await test.step('shows the owner and every list', async () => {
      await owner.goto('/');
      await expectPicture(owner.getByAltText('Avatar of Grace Hopper'));
      await expect(owner.getByText('I teach machines to read.')).toBeVisible();
      await expect(owner.getByRole('link', { name: 'Visit Portfolio' })).toHaveAttribute(
        'href',
        'https://grace.example.com',
      );
      await expect(count(owner, 'Projects Completed', 'Manage Projects')).toHaveText('1');
      await expect(count(owner, 'Skills', 'Manage Skill')).toHaveText('2');

      const project = row(card(owner, 'Projects'), 'Compiler');
      await expect(project.getByRole('cell')).toContainText(['Compiler', 'Mern', 'Yes', 'Update']);
      await expectPicture(project.locator('img'));
      await expect(project.getByRole('link', { name: 'Visit' })).toHaveAttribute(
        'href',
        'https://compiler.example.com',
      );
      await expect(
        owner.getByRole('progressbar', { name: 'Proficiency in COBOL' }),
      ).toHaveAttribute('aria-valuenow', '95');
      const application = row(card(owner, 'Software Applications'), 'Debugger');
      await expectPicture(application.locator('img'));
      const step = row(card(owner, 'Timeline'), 'Programmer, Mark I');
      await expect(step.getByRole('cell')).toContainText(['Programmer, Mark I', '1944', '1949']);
      const current = row(card(owner, 'Timeline'), 'Rear admiral');
      await expect(current.getByRole('cell', { name: 'Present' })).toBeVisible();
      await expect(owner.getByRole('main')).not.toContainText('undefined');
    });

    await test.step('deletes a software application', async () => {
      await owner.goto('/');
      await deleteNamed(owner, 'Debugger');
      await expectToasts(owner, 'Software Application Deleted!');
      await expect(owner.getByText('You have not added any software application.')).toBeVisible();
      expect(host.portfolio.softwareApplications).toEqual([]);
    });

    await test.step('shows the empty states', async () => {
      host.portfolio = emptyPortfolio(host.picture);
      await owner.goto('/');
      await expect(owner.getByText('You have not added any project.')).toBeVisible();
      await expect(owner.getByText('You have not added any skill.')).toBeVisible();
      await expect(owner.getByText('You have not added any software application.')).toBeVisible();
      await expect(owner.getByText('You have not added any timeline.')).toBeVisible();
      await expect(count(owner, 'Projects Completed', 'Manage Projects')).toHaveText('0');
      await expect(count(owner, 'Skills', 'Manage Skill')).toHaveText('0');
    });
  });
});

test.describe('A host with only the specified calls: responses', () => {
  test('accepts any response', { tag: ['@S-ERROR-5', '@D-LOGIN-2', '@D-TOAST-1'] }, async ({
    owner,
    host,
  }) => {
    await test.step('shows the status of an error without a message', async () => {
      await owner.goto('/manage/skills');
      host.answerNext('DELETE /skill/delete/:id', 500);
      await deleteNamed(owner, 'COBOL');
      await expectErrorToast(owner, 'Request failed with status code 500');
      await expect(owner.getByLabel('Proficiency of COBOL')).toBeVisible();
    });

    await test.step('accepts a success without a message', async () => {
      await owner.goto('/manage/skills');
      host.answerNext('DELETE /skill/delete/:id', 204);
      await deleteNamed(owner, 'COBOL');
      await expectToasts(owner, 'Deleted.');
      await owner.goto('/manage/skills');
      host.answerNext('DELETE /skill/delete/:id', 200, '');
      await deleteNamed(owner, 'COBOL');
      await expectToasts(owner, 'Deleted.');
    });

    await test.step('signs in again after the session ended elsewhere', async () => {
      host.portfolio = samplePortfolio(host.picture);
      await owner.goto('/manage/skills');
      await expect(owner.getByLabel('Proficiency of COBOL')).toBeVisible();
      await owner.context().clearCookies();
      await deleteNamed(owner, 'COBOL');
      const dialog = owner.getByRole('dialog', { name: 'Your session has ended' });
      await expect(dialog).toBeVisible();
      // The dialog says enough. Not `toHaveCount`, which would wait until a toast is gone.
      expect(await toasts(owner).count()).toBe(0);
      await dialog.getByLabel('Password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Login' }).click();
      await expect(dialog).toBeHidden();
      await deleteNamed(owner, 'COBOL');
      await expect.poll(() => host.portfolio.skills).toHaveLength(1);
    });
  });
});

const OWNER_SCREENS = [
  '/',
  '/?view=add-project',
  '/?view=add-skill',
  '/?view=add-application',
  '/?view=add-timeline',
  '/?view=messages',
  // Only Vitrine's own service has a resume. Others show the dashboard.
  '/?view=resume',
  '/?view=account',
  '/?view=account&section=update-profile',
  '/?view=account&section=update-password',
  '/manage/skills',
  '/manage/timeline',
  '/manage/projects',
  `/view/project/${PROJECT_ID}`,
  `/update/project/${PROJECT_ID}`,
];

test.describe('A host with only the specified calls: icons', () => {
  test('keeps a black icon visible in dark mode although its pixels cannot be read', {
    tag: ['@D-ICON-1'],
  }, async ({ owner, host }) => {
    await owner.emulateMedia({ colorScheme: 'dark' });
    await owner.route(host.picture.url, (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16h-16z"/></svg>',
      }),
    );
    await owner.goto('/');
    const icon = row(card(owner, 'Software Applications'), 'Debugger').locator('img');
    await icon.scrollIntoViewIfNeeded();
    await expect.poll(() => contrastOf(icon)).toBeGreaterThanOrEqual(2);
  });
});
