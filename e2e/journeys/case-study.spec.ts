import type { Locator, Page } from '@playwright/test';
import { calls } from '@vitrine/contract/calls';
import type { TestEnvironment } from '@vitrine/testing/environment';
import { paint } from '@vitrine/testing/pictures';
import { findViolations } from '../support/axe.ts';
import { findCutOff } from '../support/cut-off.ts';
import { hold, ownerClient, projectId, toast } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** Line breaks, tabs and spaces that an editor could change. */
const TEXT = '## The problem\r\n\r\n\tTwo  spaces at the end  \r\n- one\r\n- two';

test('writes a case study with keys, the toolbar and images', async ({ owner, environment }) => {
  const id = await projectId(environment, 'Tidewatch');
  await setBody(environment, id, '');
  const editor = await openEditor(owner, id);
  const preview = owner.getByRole('region', { name: 'Preview' });

  await test.step('formats what is typed and selected', async () => {
    await editor.click();
    await owner.keyboard.type('The problem');
    await tool(owner, 'Heading').click();
    await owner.keyboard.press('End');
    await owner.keyboard.press('Enter');
    await owner.keyboard.press('Enter');
    await owner.keyboard.type('Works without a network');
    await owner.keyboard.press('Shift+Control+ArrowLeft');
    await owner.keyboard.press('Control+b');
    await expect.poll(() => textOf(editor)).toBe('## The problem\n\nWorks without a **network**');
    await owner.keyboard.press('Control+b');
    await expect.poll(() => textOf(editor)).toBe('## The problem\n\nWorks without a network');
    await owner.keyboard.press('Control+i');
    await expect(preview.getByRole('heading', { name: 'The problem' })).toBeVisible();
    await expect(preview.locator('em')).toHaveText('network');
  });

  await test.step('is one stop of the Tab key, as is the toolbar', async () => {
    await owner.keyboard.press('Shift+Tab');
    await expect(tool(owner, 'Heading')).toBeFocused();
    await owner.keyboard.press('ArrowRight');
    await expect(tool(owner, 'Bold')).toBeFocused();
    await owner.keyboard.press('ArrowLeft');
    await owner.keyboard.press('ArrowLeft');
    await expect(tool(owner, 'Image')).toBeFocused();
    await owner.keyboard.press('Tab');
    await expect(editor).toBeFocused();
    await owner.keyboard.press('Tab');
    await expect(editor).not.toBeFocused();
    await editor.focus();
  });

  await test.step('keeps the place of a pasted image while typing goes on', async () => {
    const release = await hold(owner, '**/api/v1/image/add');
    await owner.keyboard.press('Control+End');
    await owner.keyboard.press('Enter');
    await owner.keyboard.press('Enter');
    await pasteFiles(editor, 'curve.png', 'boat.png');
    await expect(owner.getByRole('progressbar', { name: 'Uploading curve.png' })).toBeVisible();
    await owner.keyboard.press('Control+Home');
    await owner.keyboard.type('# Tides');
    await owner.keyboard.press('Enter');
    await owner.keyboard.press('Enter');
    release();
    await expect
      .poll(() => textOf(editor))
      .toMatch(
        /^# Tides\n\n## The problem\n\nWorks without a \*network\*\n\n!\[\]\(\/media\/[0-9a-f]{64}\.\w+\)\n\n!\[\]\(\/media\/[0-9a-f]{64}\.\w+\)$/,
      );
    await expect(preview.locator('figure img')).toHaveCount(2);
    await owner.unroute('**/api/v1/image/add');
  });

  await test.step('inserts an image from the library, with the cursor in its alt text', async () => {
    await owner.keyboard.press('Control+End');
    await owner.keyboard.press('Enter');
    await tool(owner, 'Image').click();
    await owner.getByRole('menuitem', { name: 'From the library' }).click();
    const images = owner.getByRole('dialog').getByRole('list').getByRole('button');
    await images.first().focus();
    await owner.keyboard.press('ArrowRight');
    await expect(images.nth(1)).toBeFocused();
    await owner.keyboard.press('Enter');
    await expect(editor).toBeFocused();
    await owner.keyboard.type('Seven tide curves');
    await expect
      .poll(() => textOf(editor))
      .toMatch(/\)\n\n!\[Seven tide curves\]\(\/media\/\S+\)$/);
    await expect(preview.getByRole('img', { name: 'Seven tide curves' })).toBeVisible();
  });

  await test.step('shows why an upload failed, and leaves the text as it is', async () => {
    const before = await textOf(editor);
    await owner.route('**/api/v1/image/add', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'The disk is full.' } }),
    );
    await pasteFiles(editor, 'full.png');
    await expect(owner.getByRole('alert').filter({ hasText: 'The disk is full.' })).toBeVisible();
    expect(await textOf(editor)).toBe(before);
    await owner.unroute('**/api/v1/image/add');
    await owner.getByRole('button', { name: 'Try again: full.png' }).click();
    await expect.poll(() => textOf(editor)).not.toBe(before);
    await expect(owner.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  });

  await test.step('saves what was written', async () => {
    const written = await textOf(editor);
    await owner.getByRole('button', { name: 'Save draft' }).click();
    await expect(toast(owner, /saved/i).first()).toBeVisible();
    await expect.poll(() => draftOf(environment, id)).toBe(written);
  });
});

test('keeps a text byte for byte', async ({ owner, environment }) => {
  const id = await projectId(environment, 'Tidewatch');
  await setBody(environment, id, TEXT);
  const editor = await openEditor(owner, id);
  await editor.click();
  await owner.keyboard.press('Control+End');
  await owner.keyboard.press('Enter');
  // The editor continues the list.
  await owner.keyboard.type('three');
  await owner.getByRole('button', { name: 'Save draft' }).click();
  await expect.poll(() => draftOf(environment, id)).toBe(`${TEXT}\r\n- three`);
  await owner.reload();
  await expect(owner.getByRole('textbox', { name: 'Case study' })).toContainText('three');
});

test('has two tabs on a phone', async ({ owner, environment }) => {
  await owner.setViewportSize({ width: 390, height: 844 });
  const id = await projectId(environment, 'Tidewatch');
  await setBody(
    environment,
    id,
    '## The problem\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nlet a;\n```\n',
  );
  const editor = await openEditor(owner, id);
  await expect(owner.getByRole('tab', { name: 'Write' })).toHaveAttribute('aria-selected', 'true');
  expect(await findCutOff(owner)).toEqual([]);
  await owner.getByRole('tab', { name: 'Preview' }).click();
  await expect(editor).toBeHidden();
  const preview = owner.getByRole('tabpanel', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'The problem' })).toBeVisible();
  await expect(preview.locator('.hljs-keyword')).toHaveText('let');
  expect(await findCutOff(owner)).toEqual([]);
  expect(await findViolations(owner)).toEqual([]);
});

async function openEditor(page: Page, id: string): Promise<Locator> {
  await page.goto(`/update/project/${id}`);
  const editor = page.getByRole('textbox', { name: 'Case study' });
  await expect(editor).toBeVisible();
  return editor;
}

function tool(page: Page, name: string): Locator {
  return page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name });
}

/** The lines of the text, without the progress of uploads. */
function textOf(editor: Locator): Promise<string> {
  return editor.locator('.cm-line').evaluateAll((lines) =>
    lines
      .map((line) => {
        const copy = line.cloneNode(true);
        if (copy instanceof Element)
          for (const part of copy.querySelectorAll('.cm-upload')) part.remove();
        return copy.textContent;
      })
      .join('\n'),
  );
}

/** Pastes images that are different from each other. */
async function pasteFiles(editor: Locator, ...names: readonly string[]): Promise<void> {
  const files = await Promise.all(
    names.map(async (name, index) => {
      const from = [20, 60 + 40 * index, 120] as const;
      const picture = paint({ width: 64, height: 48, from, to: [240, 180, 90], seed: name.length });
      return { name, base64: (await picture.png().toBuffer()).toString('base64') };
    }),
  );
  await editor.evaluate((element, pasted) => {
    const data = new DataTransfer();
    for (const { name, base64 } of pasted) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: 'image/png' }));
    }
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', event));
  }, files);
}

async function setBody(environment: TestEnvironment, id: string, body: string): Promise<void> {
  await ownerClient(environment).call(calls.project.update, { params: { id }, json: { body } });
}

/** The text of the draft, as the service has stored it. */
async function draftOf(environment: TestEnvironment, id: string): Promise<string | undefined> {
  const { body } = await ownerClient(environment).call(calls.project.get, { params: { id } });
  return body.project.draft?.body;
}
