import { count, hold, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.describe('2. Messages view', () => {
  test('shows and deletes messages', {
    tag: ['@S-MESSAGES-1', '@S-MESSAGES-2', '@S-MESSAGES-3', '@D-MESSAGES-1'],
  }, async ({ owner, environment }) => {
    await test.step('shows sender name, subject, email and message on each card', async () => {
      await owner.goto('/?view=messages');
      const first = owner.getByRole('listitem').filter({ hasText: 'Sophia Frend' });
      await expect(first.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      await expect(first.getByText('sophia.frend@example.com')).toBeVisible();
      await expect(first.getByText(/Marginalia found the sentence/)).toBeVisible();
      await expect(owner.getByRole('main').getByRole('listitem')).toHaveCount(15);
    });

    await test.step('the Delete button of a card deletes the message', async () => {
      const first = owner.getByRole('listitem').filter({ hasText: 'Sophia Frend' });
      const release = await hold(owner, '**/message/delete/*');
      await first.getByText('Delete', { exact: true }).click();
      await expect(first.getByText('Deleting')).toBeVisible();
      release();
      await expect(first).toHaveCount(0);
      await expect(toast(owner, 'Message deleted.')).toBeVisible();
      expect(await count(environment, 'message')).toBe(14);
    });

    await test.step('renders a visitor’s message as text, never as markup', async () => {
      await environment.fill();
      await environment.database.query(
        `insert into message (sender_name, subject, email, message)
       values ('Mallory', 'Hi', 'm@example.com', '<img src=x onerror="document.title=1">')`,
      );
      await owner.goto('/?view=messages');
      await expect(owner.getByText('<img src=x onerror="document.title=1">')).toBeVisible();
      await expect(owner).toHaveTitle('Messages · Vitrine');
    });

    await test.step('shows No Messages Found! when there are none', async () => {
      await environment.empty();
      await owner.goto('/?view=messages');
      await expect(owner.getByText('No Messages Found!', { exact: true })).toBeVisible();
    });
  });

  test('loads more than fifty messages page by page with Load more', {
    tag: ['@D-MESSAGES-2'],
  }, async ({ owner, environment }) => {
    await environment.database.query(
      `insert into message (sender_name, subject, email, message, created_at)
       select 'Visitor ' || n, 'Subject ' || n, 'visitor@example.com', 'Text', now() - n * interval '1 year'
       from generate_series(1, 100) n`,
    );
    await owner.goto('/?view=messages');
    const cards = owner.getByRole('main').getByRole('listitem');
    await expect(cards).toHaveCount(50);
    await owner.getByRole('button', { name: 'Load more' }).click();
    await expect(cards).toHaveCount(100);
    await owner.getByRole('button', { name: 'Load more' }).click();
    await expect(cards).toHaveCount(115);
    await expect(owner.getByRole('button', { name: 'Load more' })).toBeHidden();
  });
});
