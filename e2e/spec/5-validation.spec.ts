import { fillProject, resetPath, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('5. Validation rules', () => {
  test('the email is required', { tag: ['@S-FIELD-1'] }, async ({ visitor }) => {
    for (const path of ['/login', '/password/forgot'])
      await test.step(`the email of ${path} is of email type and required`, async () => {
        await visitor.goto(path);
        await expect.soft(visitor.getByLabel('Email')).toHaveAttribute('type', 'email');
        await expect.soft(visitor.getByLabel('Email')).toHaveAttribute('required');
        // The browser blocks an empty form.
        let posts = 0;
        visitor.on('request', (request) => {
          if (request.method() === 'POST') posts += 1;
        });
        await visitor.getByRole('main').getByRole('button').last().click();
        await expect(visitor.getByLabel('Email')).toBeFocused();
        expect(posts).toBe(0);
      });
  });

  test('Enter submits every form', { tag: ['@S-FIELD-5'] }, async ({ owner }) => {
    for (const [path, label, call] of [
      ['/?view=add-project', 'Project Title', '**/project/add'],
      ['/?view=add-skill', 'Title', '**/skill/add'],
      ['/?view=add-application', 'Application Name', '**/softwareapplication/add'],
      ['/?view=add-timeline', 'Title', '**/timeline/add'],
      ['/?view=account&section=update-profile', 'Full Name', '**/user/update/me'],
      ['/?view=account&section=update-password', 'Confirm New Password', '**/user/update/password'],
    ] as const)
      await test.step(`Enter submits the form on ${path}`, async () => {
        await owner.goto(path);
        const sent = owner.waitForRequest(call);
        await owner.getByLabel(label, { exact: true }).press('Enter');
        await sent;
      });
  });

  test('Enter submits the forms for a forgotten password', {
    tag: ['@S-FIELD-2', '@S-FORGOT-1', '@S-RESET-1'],
  }, async ({ visitor, environment }) => {
    await test.step('Enter submits the form on /password/forgot', async () => {
      await visitor.goto('/password/forgot');
      await visitor.getByLabel('Email').fill('ada@example.com');
      const sent = visitor.waitForRequest('**/password/forgot');
      await visitor.getByLabel('Email').press('Enter');
      await sent;
    });

    await test.step('Password and Confirm Password on reset are required', async () => {
      await visitor.goto(await resetPath(environment));
      for (const label of ['Password', 'Confirm Password'])
        await expect.soft(visitor.getByLabel(label, { exact: true })).toHaveAttribute('required');
    });

    await test.step('Enter submits the form on /password/reset/{token}', async () => {
      await visitor.getByLabel('Password', { exact: true }).fill('another password');
      await visitor.getByLabel('Confirm Password').fill('another password');
      const sent = visitor.waitForRequest('**/api/v1/user/password/reset/token');
      await visitor.getByLabel('Confirm Password').press('Enter');
      await sent;
    });
  });

  test('inputs show what they accept', { tag: ['@S-FIELD-3', '@S-FIELD-4'] }, async ({ owner }) => {
    await test.step('file inputs show the hint', async () => {
      for (const [path, boxes] of [
        ['/?view=add-project', 1],
        ['/?view=add-skill', 1],
        ['/?view=add-application', 1],
        ['/?view=account&section=update-profile', 2],
      ] as const)
        await test.step(path, async () => {
          await owner.goto(path);
          const hints = owner.getByText('PNG, JPG, GIF up to 10MB', { exact: true });
          await expect.soft(hints).toHaveCount(boxes);
        });
    });

    await test.step('Proficiency is a number input', async () => {
      await owner.getByRole('link', { name: 'Add Skill', exact: true }).click();
      await expect(owner.getByLabel('Proficiency')).toHaveAttribute('type', 'number');
    });

    await test.step('From and To of the timeline are number inputs', async () => {
      await owner.getByRole('link', { name: 'Add Timeline', exact: true }).click();
      for (const label of ['From', 'To'])
        await expect
          .soft(owner.getByLabel(label, { exact: true }))
          .toHaveAttribute('type', 'number');
    });
  });

  test('sends a file of another type and lets the server decide', {
    tag: ['@S-FIELD-4', '@D-FORM-2'],
  }, async ({ owner }) => {
    await owner.goto('/?view=add-project');
    await fillProject(owner, 'Lock');
    await owner.locator('input[name=projectBanner]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('not a picture'),
    });
    const answer = owner.waitForResponse('**/project/add');
    await owner.getByRole('button', { name: 'Add Project' }).click();
    const { message } = await (await answer).json();
    await expect(toast(owner, message)).toBeVisible();
  });

  test('sends an empty form and lets the server decide', {
    tag: ['@S-FIELD-5', '@S-STATE-10', '@D-FORM-1', '@D-FORM-2'],
  }, async ({ owner }) => {
    for (const [view, button, sentence] of [
      ['add-project', 'Add Project', 'Enter the title.'],
      ['add-skill', 'Add Skill', 'Enter the title.'],
      ['add-application', 'Add Software Application', 'Enter the application name.'],
      ['add-timeline', 'Add Timeline', 'Enter the title.'],
    ] as const)
      await test.step(`sends an empty form in ${view} and shows the server’s errors`, async () => {
        await owner.goto(`/?view=${view}`);
        await owner.getByRole('button', { name: button, exact: true }).click();
        await expect(toast(owner, sentence)).toBeVisible();
        await expect(owner.getByRole('main').getByText(sentence, { exact: true })).toBeVisible();
      });

    await test.step('focuses the first invalid field and clears its error once fixed', async () => {
      await owner.getByRole('button', { name: 'Add Timeline' }).click();
      const title = owner.getByLabel('Title');
      await expect(title).toBeFocused();
      await expect(title).toHaveAttribute('aria-invalid', 'true');
      await title.fill('Locksmith');
      await expect(title).toHaveAttribute('aria-invalid', 'false');
      await expect(owner.getByLabel('Description')).toHaveAttribute('aria-invalid', 'true');
    });
  });
});
