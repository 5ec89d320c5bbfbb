import { card, expectAt, projectId, row } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const ADDS = [
  ['Projects', 'Add Project', '/?view=add-project'],
  ['Skills', 'Add Skill', '/?view=add-skill'],
  ['Software Applications', 'Add Application', '/?view=add-application'],
  ['Timeline', 'Add Timeline', '/?view=add-timeline'],
] as const;

const MANAGE_PAGES = [
  ['/manage/projects', 'Add Project', '/?view=add-project'],
  ['/manage/skills', 'Add Skill', '/?view=add-skill'],
  ['/manage/timeline', 'Add Timeline', '/?view=add-timeline'],
] as const;

test.describe('Add and Manage links on cards and pages', () => {
  test('cards have Add and Manage links', async ({ owner }) => {
    await owner.goto('/');
    for (const [title, name, path] of ADDS)
      await test.step(`the header of a ${title} card with items has ${name}`, async () => {
        await card(owner, title).getByRole('link', { name, exact: true }).click();
        await expectAt(owner, path);
        await owner.goBack();
      });

    for (const [title, path] of [
      ['Projects', '/manage/projects'],
      ['Skills', '/manage/skills'],
      ['Timeline', '/manage/timeline'],
    ] as const)
      await test.step(`the header of the ${title} card opens ${path}`, async () => {
        await card(owner, title)
          .getByRole('link', { name: /^Manage/ })
          .click();
        await expectAt(owner, path);
        await owner.goBack();
      });
  });

  test('Manage pages have an Add link in their header', async ({ owner }) => {
    for (const [path, name, form] of MANAGE_PAGES)
      await test.step(`${path} has ${name} in its header`, async () => {
        await owner.goto(path);
        await owner.getByRole('main').getByRole('link', { name, exact: true }).click();
        await expectAt(owner, form);
      });
  });

  test('empty cards and pages have one Add button', async ({ beginner }) => {
    await test.step('an empty card has one Add button below its text', async () => {
      await beginner.goto('/');
      for (const [title, name] of ADDS)
        await expect(card(beginner, title).getByRole('link', { name, exact: true })).toHaveCount(1);
    });

    for (const [path, name] of MANAGE_PAGES)
      await test.step(`an empty ${path} has one ${name} button`, async () => {
        await beginner.goto(path);
        await expect(beginner.getByText(/^You have not added any/)).toBeVisible();
        const add = beginner.getByRole('main').getByRole('link', { name, exact: true });
        await expect(add).toHaveCount(1);
      });
  });
});

test('the navigation bar highlights the current section on Manage, View and Update pages', async ({
  owner,
  environment,
}) => {
  const id = await projectId(environment, 'Tidewatch');
  for (const [path, name] of [
    ['/manage/projects', 'Add Project'],
    [`/view/project/${id}`, 'Add Project'],
    [`/update/project/${id}`, 'Add Project'],
    ['/manage/skills', 'Add Skill'],
    ['/manage/timeline', 'Add Timeline'],
  ] as const) {
    await owner.goto(path);
    const current = owner.getByRole('navigation', { name: 'Views' }).locator('[aria-current]');
    await expect(current).toHaveAccessibleName(name);
    const other = owner.getByRole('link', { name: 'Account' });
    const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(await current.evaluate(colorOf)).not.toBe(await other.evaluate(colorOf));
  }
});

test('Delete is muted until hovered or focused', async ({ owner }) => {
  await owner.goto('/');
  const table = owner.getByRole('table', { name: 'Software Applications' });
  const button = row(table, 'Figma').getByRole('button');
  const redness = () =>
    button.evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) throw new Error('There is no canvas.');
      canvas.fillStyle = getComputedStyle(element).color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return red - green;
    });
  await expect.poll(redness).toBeLessThan(30);
  await button.hover();
  await expect.poll(redness).toBeGreaterThan(90);
  await owner.mouse.move(0, 0);
  await expect.poll(redness).toBeLessThan(30);
  await owner.keyboard.press('Tab');
  await button.focus();
  await expect.poll(redness).toBeGreaterThan(90);
});

test('Software Applications shows six rows and expands to all', async ({ owner, environment }) => {
  await environment.database.query(
    `insert into software_application (name, svg, position)
       select 'Tool ' || n, (select svg from software_application limit 1), 'z' || lpad(n::text, 2, '0')
       from generate_series(1, 30) n`,
  );
  for (const width of [390, 1024, 1440])
    await test.step(`Software Applications shows six rows and expands to all at ${width} px`, async () => {
      await owner.setViewportSize({ width, height: 900 });
      await owner.goto('/');
      const applications = card(owner, 'Software Applications');
      const rows = applications.getByRole('row').filter({ has: owner.getByRole('button') });
      await expect(rows.first()).toBeVisible();
      const tops = await rows.evaluateAll(
        (shown) => new Set(shown.map((one) => one.getBoundingClientRect().top)).size,
      );
      expect(tops).toBe(6);
      const heights = async () =>
        [applications, card(owner, 'Timeline')].map((one) =>
          one.evaluate((element) => element.getBoundingClientRect().height),
        );
      if (width > 896) {
        const [ours, neighbors] = await Promise.all(await heights());
        expect(ours).toBe(neighbors);
      }
      await applications.getByRole('button', { name: 'Show all 40' }).click();
      await expect(rows).toHaveCount(40);
      await applications.getByRole('button', { name: 'Show fewer' }).click();
      await expect(rows).not.toHaveCount(40);
    });
});
