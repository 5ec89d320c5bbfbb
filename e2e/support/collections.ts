import type { Locator, Page } from '@playwright/test';
import { capitalized } from '@vitrine/contract/collection-field';
import { COLLECTIONS, type CollectionName, namesOf } from '@vitrine/contract/collections';
import type { TrashCollection } from '@vitrine/contract/options';
import { ITEMS } from '@vitrine/demo/portfolio';

/** The view with the form, as in `/?view=add-application`. */
export function addPath(name: CollectionName): string {
  return `/?view=add-${name.split('-').at(-1)}`;
}

/** The page with the list, as in `/manage/applications`. */
export function managePath(name: CollectionName): string {
  return `/manage/${name === 'timeline' ? name : COLLECTIONS[name].labels.split(' ').at(-1)}`;
}

interface Deletable {
  readonly noun: TrashCollection;
  readonly path: string;
  readonly title: string;
  readonly button: string;
  readonly deleted: string;
  readonly restored: string;
}

/** One item of each collection: where it is deleted, and the text that shows that it is there. */
export const DELETABLE: readonly Deletable[] = [
  ...namesOf(COLLECTIONS).map((name): Deletable => {
    const label = capitalized(COLLECTIONS[name].label);
    const title = titleOf(name);
    return {
      noun: name,
      // The table on the dashboard can delete an application as well.
      path: name === 'software-application' ? '/' : managePath(name),
      title,
      button: name === 'post' ? `More actions for ${title}` : `Delete ${title}`,
      deleted: `${label} deleted.`,
      restored: `${label} restored.`,
    };
  }),
  {
    noun: 'message',
    path: '/?view=messages',
    title: 'Thank you',
    button: 'Delete message from Sophia Frend',
    deleted: 'Message deleted.',
    restored: 'Message restored.',
  },
];

/** The title of the second item of the demo, which is between others. */
function titleOf(name: CollectionName): string {
  const item: Readonly<Record<string, unknown>> = { ...ITEMS[name][1] };
  return String(item[COLLECTIONS[name].title]);
}

/** Opens the page with the item and waits for the button that deletes it, or for its menu. */
export async function openWith(page: Page, { path, button }: Deletable): Promise<Locator> {
  await page.goto(path);
  const found = page.getByRole('button', { name: button, exact: true });
  await found.waitFor();
  return found;
}

export async function deleteWith(button: Locator, { noun }: Deletable): Promise<void> {
  await button.click();
  if (noun === 'post') await button.page().getByRole('menuitem', { name: 'Delete' }).click();
}
