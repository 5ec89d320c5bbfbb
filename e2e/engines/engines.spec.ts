import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@vitrine/contract/calls';
import { THEMES, type Theme } from '@vitrine/contract/options';
import { DEFAULT_SITE_SETTINGS } from '@vitrine/contract/site';
import { launchOptions } from '@vitrine/testing/chromium';
import { OWNER, type TestEnvironment } from '@vitrine/testing/environment';
import { PLAIN_SITE, serveFolder } from '@vitrine/testing/static-site';
import { ownerClient, PNG } from '../support/screen.ts';
import { SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import type { Browser } from './browser.ts';
import { launchPuppeteer } from './puppeteer.ts';
import { launchWebKit } from './webdriver.ts';

const ENGINES: Readonly<Record<string, () => Promise<Browser>>> = {
  Chromium: () =>
    launchPuppeteer({
      browser: 'chrome',
      executablePath: launchOptions.executablePath ?? '/usr/bin/chromium',
    }),
  Firefox: () => launchPuppeteer({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' }),
  WebKit: launchWebKit,
};

const PICTURES = join(import.meta.dirname, '../../.dev/engines');

for (const [engine, start] of Object.entries(ENGINES))
  test.describe(engine, () => {
    test('signs in, adds a project, opens every screen and sends a message', async ({
      environment,
    }) => {
      test.setTimeout(180_000);
      await environment.fill();
      const browser = await start();
      const journey = { browser, environment, folder: join(PICTURES, engine.toLowerCase()) };
      await mkdir(journey.folder, { recursive: true });
      try {
        await test.step('sign in', () => signIn(journey));
        await test.step('add a project', () => addProject(journey));
        await test.step('open every screen', () => openEveryScreen(journey));
        await test.step('send a message', () => sendMessage(journey));
      } finally {
        await browser.close();
      }
    });

    test('shows the public site in every theme, and sends a message from it', async ({
      environment,
    }) => {
      test.setTimeout(180_000);
      await environment.fill();
      const browser = await start();
      const journey = { browser, environment, folder: join(PICTURES, engine.toLowerCase()) };
      await mkdir(journey.folder, { recursive: true });
      const { port } = new URL(await environment.siteDashboard());
      const site = `http://site.localhost:${port}`;
      try {
        for (const theme of THEMES) await test.step(theme, () => openTheme(journey, site, theme));
        await browser.goto(`${site}/contact`);
        await test.step('send a message', () => writeMessage(journey, 'contact'));
        await until(browser, `document.querySelector('form [name=message]').value === ''`);
      } finally {
        await browser.close();
      }
    });
  });

interface Journey {
  readonly browser: Browser;
  readonly environment: TestEnvironment;
  readonly folder: string;
}

async function signIn({ browser, environment }: Journey): Promise<void> {
  await browser.goto(`${environment.origin}/login`);
  await browser.type('input[name=email]', OWNER.email);
  await browser.type('input[name=password]', OWNER.password);
  await browser.click('button[type=submit]');
  await settled(browser, `location.pathname === '/'`);
}

async function addProject(journey: Journey): Promise<void> {
  const { browser, environment, folder } = journey;
  const banner = join(folder, PNG.name);
  await writeFile(banner, PNG.buffer);
  await browser.goto(`${environment.origin}/?view=add-project`);
  await browser.type('form [name=title]', 'Three engines');
  await browser.type('form [name=description]', 'Runs everywhere.');
  await browser.type('form [name=technologies]', 'Blink, Gecko, WebKit');
  await browser.type('form [name=gitRepoLink]', 'https://example.com/code');
  await browser.type('form [name=projectLink]', 'https://example.com');
  for (const [name, value] of [
    ['stack', 'Mern'],
    ['deployed', 'Yes'],
  ])
    await browser.evaluate(
      `const select = document.querySelector('form [name=${name}]');
       select.value = '${value}';
       select.dispatchEvent(new Event('change', { bubbles: true }));`,
    );
  await browser.upload('form [name=projectBanner]', banner);
  await capture(journey, 'add-project-filled');
  await browser.click('form button[type=submit]');
  await expect
    .poll(async () => {
      const { rows } = await environment.database.query(
        `select technologies from project where title = 'Three engines'`,
      );
      return rows;
    })
    .toEqual([{ technologies: 'Blink, Gecko, WebKit' }]);
}

async function openEveryScreen(journey: Journey): Promise<void> {
  const { browser, environment } = journey;
  for (const { name, path, as = 'owner', after } of SCREENS) {
    if (as !== 'owner' || after) continue;
    await browser.goto(
      environment.origin + (typeof path === 'string' ? path : await path(environment)),
    );
    await settled(browser);
    const overflow = await browser.evaluate(
      'return document.documentElement.scrollWidth - document.documentElement.clientWidth;',
    );
    expect.soft(overflow, `${name} scrolls sideways`).toBe(0);
    await capture(journey, name);
  }
}

/** Publishes a theme and opens its pages. */
async function openTheme(journey: Journey, site: string, theme: Theme): Promise<void> {
  const { browser, environment } = journey;
  const owner = ownerClient(environment);
  const footer = `Set in ${theme}`;
  await owner.call(calls.site.saveDraft, { json: { ...DEFAULT_SITE_SETTINGS, theme, footer } });
  await owner.call(calls.site.publish);
  await expect
    .poll(async () => {
      await browser.goto(site);
      return browser.evaluate(`return document.querySelector('footer p').textContent;`);
    })
    .toBe(footer);
  for (const [name, path] of [
    ['home', '/'],
    ['project', '/projects/tidewatch'],
  ]) {
    // Firefox shows the page of the last theme from its cache while it loads the new one.
    await browser.goto(`${site}${path}?${theme}`);
    await until(browser, `document.fonts.status === 'loaded' && document.fonts.size > 0`);
    const overflow = await browser.evaluate(
      'return document.documentElement.scrollWidth - document.documentElement.clientWidth;',
    );
    expect.soft(overflow, `${theme} ${name} scrolls sideways`).toBe(0);
    await capture(journey, `${theme}-${name}`);
  }
}

async function sendMessage(journey: Journey): Promise<void> {
  const { browser, environment } = journey;
  const site = await serveFolder(PLAIN_SITE);
  try {
    await browser.goto(`${site.origin}/?vitrine=${environment.origin}`);
    await until(browser, `document.querySelector('h1')?.textContent === '${OWNER.fullName}'`);
    await writeMessage(journey, 'site');
  } finally {
    await site.stop();
  }
}

/** Fills in the form of the page, sends it, and waits until the message is in the inbox. */
async function writeMessage(journey: Journey, picture: string): Promise<void> {
  const { browser, environment } = journey;
  await browser.evaluate(
    `document.querySelector('form [name=message]').scrollIntoView({ behavior: 'instant' });`,
  );
  for (const [name, text] of Object.entries(MESSAGE))
    await browser.type(`form [name=${name}]`, text);
  await capture(journey, picture);
  await browser.click('form button');
  await expect
    .poll(async () => {
      const { rows } = await environment.database.query(
        'select subject, folder from message where email = $1',
        [MESSAGE.email],
      );
      return rows;
    })
    .toEqual([{ subject: MESSAGE.subject, folder: 'inbox' }]);
  await capture(journey, `${picture}-sent`);
}

const MESSAGE = {
  senderName: 'Mary Somerville',
  email: 'mary@example.com',
  subject: 'A visit',
  message: 'May I come and see the engine?',
};

/** Waits for the heading, with nothing still loading. */
async function settled(browser: Browser, condition = 'true'): Promise<void> {
  await until(
    browser,
    `${condition} && document.querySelector('h1') && !document.querySelector('[aria-busy=true]')`,
  );
}

async function until(browser: Browser, condition: string): Promise<void> {
  await expect
    .poll(() => browser.evaluate(`return Boolean(${condition});`), {
      message: condition,
      timeout: 20_000,
    })
    .toBe(true);
}

/** Saves a picture, once every image in view is drawn. */
async function capture({ browser, folder }: Journey, name: string): Promise<void> {
  await until(
    browser,
    `[...document.images]
      .filter((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      })
      .every((image) => image.complete && image.naturalWidth > 0)`,
  );
  await writeFile(join(folder, `${name}.png`), await browser.screenshot());
}
