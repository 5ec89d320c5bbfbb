import type { Page } from '@playwright/test';

/** Returns the family that an element should have, and the fonts in which the browser draws it. */
export async function fontsOf(
  page: Page,
  selector: string,
): Promise<{ readonly wanted: string; readonly drawn: readonly string[] }> {
  await page.evaluate(() => document.fonts.ready);
  const wanted = await page
    .locator(selector)
    .evaluate((element) => /[^",]+/.exec(getComputedStyle(element).fontFamily)?.[0] ?? '');
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return { wanted, drawn: fonts.map(({ familyName }) => familyName) };
}
