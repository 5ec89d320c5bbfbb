import type { Locator, Page } from '@playwright/test';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { uploads } from '@vitrine/testing/uploads';
import { projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const ADD = '**/api/v1/image/add';

test('uploads, describes and orders the images of a gallery', async ({ owner, environment }) => {
  // It uploads 21 images.
  test.slow();
  await environment.database.query(`update project set gallery = '[]'`);
  await owner.goto(`/update/project/${await projectId(environment, 'Tidewatch')}`);
  const field = owner.getByRole('group', { name: 'Gallery', exact: true });
  const tile = (place: number) => field.getByRole('group', { name: `Image ${place}`, exact: true });
  await expect(field).toContainText('0 of 20 images');

  await test.step('sends two files at once, and shows the progress of each', async () => {
    await limitUploads(owner, 20_000);
    await drop(field, [
      await picture('wheel.png', 700),
      await picture('lever.png', 701),
      await picture('cards.png', 702),
      await picture('smoke.png', 703),
      { name: 'notes.txt', type: 'text/plain', bytes: 'Not an image' },
    ]);
    await expect(field).toContainText('5 of 20 images');
    await expect(tile(5)).toContainText('The image must be a PNG, JPG, GIF, WebP or AVIF image.');
    await expect(tile(5).getByRole('button', { name: 'Try again' })).toHaveCount(0);
    for (const place of [1, 2]) await expect.poll(() => progressOf(tile(place))).toBeGreaterThan(0);
    for (const place of [3, 4]) await expect(tile(place)).toContainText('Waiting');
    await expect(tile(1)).toContainText(/\d+%/);
    // Saving now would leave them out.
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(field.getByLabel('Add images to the gallery')).toBeFocused();
  });

  await test.step('cancels an upload, and sends a failed one again', async () => {
    const failed = new Set<string>();
    await owner.route(ADD, async (route, request) => {
      const key = request.headers()['idempotency-key'] ?? '';
      if (failed.size > 0) return route.continue();
      failed.add(key);
      // The service has stored the image, but the response is lost.
      await route.fetch();
      return route.abort();
    });
    await tile(1).getByLabel('Alt text').fill('A brass wheel');
    await tile(4).getByRole('button', { name: 'Cancel' }).click();
    await expect(tile(4).getByRole('button', { name: 'Remove' })).toBeFocused();
    await owner.keyboard.press('Enter');
    await expect(field).toContainText('3 of 20 images');
    await limitUploads(owner, -1);
    await expect(tile(3)).toContainText('Network Error');
    const resent = owner.waitForRequest(ADD);
    await tile(3).getByRole('button', { name: 'Try again' }).click();
    expect([(await resent).headers()['idempotency-key']]).toEqual([...failed]);
    for (const place of [1, 2, 3])
      await expect(
        tile(place).getByRole('button', { name: `Remove image ${place}` }),
      ).toBeVisible();
    await owner.unroute(ADD);
    await expect(tile(1).getByLabel('Alt text')).toHaveValue('A brass wheel');
    await expect(tile(1)).not.toContainText('Without alt text');
    await expect(tile(2)).toContainText('Without alt text, screen readers skip this image.');
  });

  await test.step('saves texts, focal points and the order', async () => {
    await tile(2).getByLabel('Decorative image').check();
    await expect(tile(2)).not.toContainText('Without alt text');
    await tile(3).getByLabel('Alt text').fill('Punched cards');
    await tile(3).getByLabel('Caption').fill('A caption '.repeat(30).trim());
    await tile(3).getByRole('button', { name: 'Focal point of image 3' }).click();
    await tile(3).getByLabel('Horizontal focus').fill('20');
    await tile(3).getByRole('button', { name: 'Reorder image 3' }).press('Space');
    await owner.keyboard.press('Home');
    await expect(field.getByText('Image, position 1 of 3.')).toBeAttached();
    await owner.keyboard.press('ArrowRight');
    await expect(field.getByText('Image, position 2 of 3.')).toBeAttached();
    await owner.keyboard.press('Space');
    await expect(tile(2).getByRole('button', { name: 'Reorder image 2' })).toBeFocused();
    await owner.getByRole('button', { name: 'Update Project' }).click();
    await expect(toast(owner, 'Project updated.')).toBeVisible();
    expect(await stored(environment)).toEqual([
      ['A brass wheel', false, 50],
      ['Punched cards', false, 20],
      ['', true, 50],
    ]);
    await owner.reload();
    await expect(field).toContainText('3 of 20 images');
    await expect(tile(1).getByLabel('Alt text')).toHaveValue('A brass wheel');
    await expect(tile(2).getByLabel('Caption')).toHaveValue(/^A caption/);
    await expect(tile(3).getByLabel('Decorative image')).toBeChecked();
  });

  await test.step('adds an image of another project, with its alternative text', async () => {
    await field.getByRole('button', { name: 'Choose from the library' }).click();
    await owner
      .getByRole('dialog')
      .getByRole('button', { name: /^Quorum/ })
      .first()
      .click();
    await expect(field).toContainText('4 of 20 images');
    await expect(tile(4).getByLabel('Alt text')).toHaveValue(/^Quorum/);
  });

  await test.step('rejects the 21st image, and an image that is there', async () => {
    const files = [];
    for (let width = 20; width < 39; width += 1) files.push(await picture('small.png', width, 9));
    await drop(field, files);
    await expect(
      field.getByText('A gallery can have at most 20 images. 3 files were not added.'),
    ).toBeVisible();
    await expect(field).toContainText('20 of 20 images');
    await expect(field.getByText('Upload files')).toBeHidden();
    await expect(field.getByRole('progressbar')).toHaveCount(0);
    await tile(20).getByRole('button', { name: 'Remove image 20' }).click();
    await expect(tile(19).getByRole('button', { name: 'Remove image 19' })).toBeFocused();
    await drop(field, [await picture('wheel.png', 700)]);
    await expect(field.getByText('wheel.png is already in the gallery.')).toBeVisible();
    await expect(field).toContainText('19 of 20 images');
    await owner.getByRole('button', { name: 'Update Project' }).click();
    // Most of them have no alt text yet.
    await owner.getByRole('button', { name: 'Publish anyway' }).click();
    await expect.poll(async () => (await stored(environment)).length).toBe(19);
  });
});

interface DroppedFile {
  readonly name: string;
  readonly type: string;
  /** In Base64, or as text. */
  readonly bytes: string;
}

async function picture(name: string, width: number, height = 300): Promise<DroppedFile> {
  const png = await uploads.png(width, height);
  return {
    name,
    type: 'image/png',
    bytes: Buffer.from(await png.arrayBuffer()).toString('base64'),
  };
}

/** Drops files from outside the browser. */
async function drop(field: Locator, files: readonly DroppedFile[]): Promise<void> {
  const dataTransfer = await field.page().evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, type, bytes } of dropped) {
      const content =
        type === 'text/plain' ? bytes : Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
      transfer.items.add(new File([content], name, { type }));
    }
    return transfer;
  }, files);
  await field.dispatchEvent('dragover', { dataTransfer });
  await field.dispatchEvent('drop', { dataTransfer });
}

/** Sends at most this many bytes per second. */
async function limitUploads(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

async function progressOf(tile: Locator): Promise<number> {
  return Number(await tile.getByRole('progressbar').getAttribute('aria-valuenow'));
}

/** The alternative texts, which images are decorative, and where their focal points are. */
async function stored({ database }: TestEnvironment): Promise<unknown[]> {
  const { rows } = await database.query(
    `select item -> 'alt' as alt, item -> 'decorative' as decorative, item -> 'focalX' as x
     from project, jsonb_array_elements(gallery) with ordinality as list (item, place)
     where title = 'Tidewatch' order by place`,
  );
  return rows.map(({ alt, decorative, x }) => [alt, decorative, x]);
}
