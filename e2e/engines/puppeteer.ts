import { launch } from 'puppeteer-core';
import { type Browser, VIEWPORT } from './browser.ts';

interface Engine {
  readonly browser: 'chrome' | 'firefox';
  readonly executablePath: string;
}

/** Chromium over the DevTools protocol, Firefox over WebDriver BiDi. */
export async function launchPuppeteer(engine: Engine): Promise<Browser> {
  const browser = await launch({
    ...engine,
    defaultViewport: VIEWPORT,
    args: engine.browser === 'chrome' && process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage();
  return {
    async goto(url) {
      await page.goto(url);
    },
    evaluate: (body) => page.evaluate(`(() => { ${body} })()`),
    click: (selector) => page.locator(selector).click(),
    async type(selector, text) {
      await page.locator(selector).wait();
      await page.type(selector, text);
    },
    async upload(selector, path) {
      const element = await page.waitForSelector(selector);
      const input = await element?.toElement('input');
      await input?.uploadFile(path);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
