import { expect, type Page } from '@playwright/test';

/** Waits until the browser has stored a form that holds this. */
export async function expectStored(page: Page, text: string): Promise<void> {
  await expect.poll(async () => JSON.stringify(await storedTexts(page))).toContain(text);
}

export function storedTexts(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
      });
    const database = await result(indexedDB.open('autosave'));
    const texts = await result(database.transaction('texts').objectStore('texts').getAll());
    database.close();
    return texts;
  });
}
