import type { Page } from '@playwright/test';
import type { TrashCollection } from '@vitrine/contract/options';

/** One item of each collection: where it is deleted, and the text that shows that it is there. */
export const DELETABLE: readonly {
  readonly noun: TrashCollection;
  readonly path: string;
  readonly title: string;
  readonly button: string;
  readonly deleted: string;
  readonly restored: string;
}[] = [
  {
    noun: 'project',
    path: '/manage/projects',
    title: 'Night Bus',
    button: 'Delete Night Bus',
    deleted: 'Project deleted.',
    restored: 'Project restored.',
  },
  {
    noun: 'skill',
    path: '/manage/skills',
    title: 'Docker',
    button: 'Delete Docker',
    deleted: 'Skill deleted.',
    restored: 'Skill restored.',
  },
  {
    noun: 'software-application',
    path: '/',
    title: 'Figma',
    button: 'Delete Figma',
    deleted: 'Software application deleted.',
    restored: 'Software application restored.',
  },
  {
    noun: 'timeline',
    path: '/manage/timeline',
    title: 'Conference speaker',
    button: 'Delete Conference speaker',
    deleted: 'Timeline entry deleted.',
    restored: 'Timeline entry restored.',
  },
  {
    noun: 'message',
    path: '/?view=messages',
    title: 'Thank you',
    button: 'Delete message from Sophia Frend',
    deleted: 'Message deleted.',
    restored: 'Message restored.',
  },
];

/** Opens the page with the item and waits for its Delete button. */
export async function openWith(page: Page, { path, button }: (typeof DELETABLE)[number]) {
  await page.goto(path);
  const remove = page.getByRole('button', { name: button, exact: true });
  await remove.waitFor();
  return remove;
}
