import { writeFile } from 'node:fs/promises';
import { count, fillProject, hold, PNG, projectId, row, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Add Project form', () => {
  test('asks for every field, and shows the banner', {
    tag: [
      '@S-ADD-PROJECT-1',
      '@S-ADD-PROJECT-2',
      '@S-ADD-PROJECT-3',
      '@S-ADD-PROJECT-4',
      '@S-ADD-PROJECT-5',
      '@D-FORM-3',
      '@D-FORM-5',
    ],
  }, async ({ owner }) => {
    await owner.goto('/?view=add-project');
    await test.step('has every field, with examples in the placeholders', async () => {
      for (const label of [
        'Project Title',
        'Description',
        'Technologies',
        'Stack',
        'Deployed',
        'Github Repository Link',
        'Project Link',
        'Project Banner',
      ])
        await expect.soft(owner.getByLabel(label, { exact: true }).first(), label).toBeVisible();
      for (const [label, placeholder] of [
        ['Description', 'Feature 1. Feature 2. Feature 3.'],
        ['Technologies', 'HTML, CSS, JavaScript, React'],
      ] as const)
        await expect.soft(owner.getByLabel(label)).toHaveAttribute('placeholder', placeholder);
    });

    await test.step('Stack offers Full Stack, Mern, Mean, Next.JS and React.JS', async () => {
      await expect(owner.getByLabel('Stack').getByRole('option')).toHaveText([
        'None',
        'Full Stack',
        'Mern',
        'Mean',
        'Next.JS',
        'React.JS',
        'Other…',
      ]);
    });

    await test.step('Deployed offers Yes and No', async () => {
      await expect(owner.getByLabel('Deployed').getByRole('option')).toHaveText(['Yes', 'No']);
    });

    await test.step('the banner has the hint PNG, JPG, GIF up to 10MB', async () => {
      await expect(owner.getByText('PNG, JPG, GIF up to 10MB', { exact: true })).toBeVisible();
    });

    await test.step('previews a chosen banner, which can be replaced and removed', async () => {
      await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
      await expect(owner.getByAltText('Preview of picture.png')).toBeVisible();
      const chooser = owner.waitForEvent('filechooser');
      await owner.getByRole('button', { name: 'Replace' }).click();
      await (await chooser).setFiles({ ...PNG, name: 'other.png' });
      await expect(owner.getByAltText('Preview of other.png')).toBeVisible();
      await owner.getByRole('button', { name: 'Remove' }).click();
      await expect(owner.getByText('Upload a file')).toBeVisible();
      await expect(owner.locator('input[name=projectBanner]')).toHaveValue('');
    });

    await test.step('accepts a dropped banner', async () => {
      const transfer = await owner.evaluateHandle(
        (bytes) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }));
          return data;
        },
        [...PNG.buffer],
      );
      await owner.getByRole('group', { name: 'Project Banner' }).dispatchEvent('drop', {
        dataTransfer: transfer,
      });
      await expect(owner.getByAltText('Preview of dropped.png')).toBeVisible();
      await expect(owner.locator('input[name=projectBanner]')).toHaveValue(/dropped\.png$/);
      await owner.getByRole('button', { name: 'Remove' }).click();
    });

    await test.step('accepts a pasted banner', async () => {
      await owner.getByLabel('Project Title').focus();
      await owner.evaluate(
        (bytes) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
          const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true });
          document.activeElement?.dispatchEvent(event);
        },
        [...PNG.buffer],
      );
      await expect(owner.getByAltText('Preview of pasted.png')).toBeVisible();
      await expect(owner.locator('input[name=projectBanner]')).toHaveValue(/pasted\.png$/);
    });
  });

  test(
    'stores a banner dropped from another window',
    { tag: ['@D-FORM-3'] },
    async ({ owner, environment }, info) => {
      const path = info.outputPath('dropped.png');
      await writeFile(path, PNG.buffer);
      await owner.goto('/?view=add-project');
      await fillProject(owner, 'Lock');
      const box = owner.getByRole('group', { name: 'Project Banner' });
      await box.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await box.boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      };
      const session = await owner.context().newCDPSession(owner);
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', {
          type,
          x: x + width / 2,
          y: y + height / 2,
          data: { items: [], files: [path], dragOperationsMask: 1 },
        });
      await expect(owner.getByAltText('Preview of dropped.png')).toBeVisible();
      await owner.getByRole('button', { name: 'Add Project' }).click();
      await expect(toast(owner, 'Project added.')).toBeVisible();
      expect(await projectId(environment, 'Lock')).toBeTruthy();
    },
  );

  test('adds a project', { tag: ['@S-ADD-PROJECT-6', '@S-STATE-9', '@D-FORM-1'] }, async ({
    owner,
    environment,
  }) => {
    await test.step('the button reads Add Project and shows Adding while pending', async () => {
      await owner.goto('/?view=add-project');
      const release = await hold(owner, '**/project/add');
      await fillProject(owner, 'Lock');
      await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
      await owner.getByRole('button', { name: 'Add Project' }).click();
      await expect(owner.getByRole('button', { name: 'Adding' })).toBeVisible();
      release();
      await expect(toast(owner, 'Project added.')).toBeVisible();
    });

    await test.step('Add another shows an empty form', async () => {
      await owner.getByRole('button', { name: 'Add another' }).click();
      await expect(owner.getByRole('button', { name: 'Add Project' })).toBeVisible();
      await expect(owner.getByLabel('Project Title')).toHaveValue('');
      await expect(owner.getByLabel('Stack')).toHaveValue('');
      await expect(owner.getByText('Upload a file')).toBeVisible();
    });

    await test.step('stores an added project with every field and shows it in the table', async () => {
      const { rows } = await environment.database.query(
        "select * from project where title = 'Lock'",
      );
      expect(rows).toMatchObject([
        {
          description: 'It opens. It closes. It stays shut',
          technologies: 'TypeScript, Brass',
          stack: 'Mern',
          deployed: 'No',
          git_repo_link: 'https://github.com/ada-example/lock',
          project_link: 'https://lock.example.com',
        },
      ]);
      await owner.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(row(owner.getByRole('table', { name: 'Projects' }), 'Lock')).toBeVisible();
    });

    await test.step('adds one project on a double click', async () => {
      await environment.fill();
      await owner.goto('/?view=add-project');
      await fillProject(owner, 'Lock');
      await owner.locator('input[name=projectBanner]').setInputFiles(PNG);
      await owner.getByRole('button', { name: 'Add Project' }).dblclick();
      await expect(toast(owner, 'Project added.')).toBeVisible();
      expect(await count(environment, 'project')).toBe(9);
    });
  });
});
