import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@vitrine/testing/postgres';
import { z } from 'zod';
import { type Browser, VIEWPORT } from './browser.ts';

/** The name that the WebDriver standard gives to a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const ElementReference = z.object({ [ELEMENT]: z.string() });
const Session = z.object({ sessionId: z.string() });
const Reply = z.object({ value: z.unknown() });

/** WebKitGTK, the engine of Safari, over plain W3C WebDriver on a virtual display. */
export async function launchWebKit(): Promise<Browser> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
  if (!binary) throw new Error('WebKit is missing: install the package webkit2gtk-driver.');
  const port = await freePort();
  const driver = spawn('xvfb-run', ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    // Its own process group, so that the display ends with the driver.
    detached: true,
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilListening(origin);
  const { sessionId } = Session.parse(
    await send(`${origin}/session`, 'POST', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
      },
    }),
  );
  const session = `${origin}/session/${sessionId}`;
  const post = (path: string, body: object) => send(`${session}${path}`, 'POST', body);
  await post('/timeouts', { implicit: 20_000 });
  await post('/window/rect', VIEWPORT);

  async function find(selector: string): Promise<string> {
    const reply = await post('/element', { using: 'css selector', value: selector });
    return ElementReference.parse(reply)[ELEMENT];
  }

  return {
    async goto(url) {
      await post('/url', { url });
    },
    evaluate: (body) => post('/execute/sync', { script: body, args: [] }),
    async click(selector) {
      const element = await find(selector);
      // The driver clicks immediately, even during a smooth scroll.
      await post('/execute/sync', {
        script: `arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' });`,
        args: [{ [ELEMENT]: element }],
      });
      await post(`/element/${element}/click`, {});
    },
    async type(selector, text) {
      await post(`/element/${await find(selector)}/value`, { text });
    },
    async upload(selector, path) {
      await post(`/element/${await find(selector)}/value`, { text: path });
    },
    async screenshot() {
      const picture = await send(`${session}/screenshot`, 'GET');
      return Buffer.from(z.string().parse(picture), 'base64');
    },
    async close() {
      await send(session, 'DELETE');
      if (driver.pid) process.kill(-driver.pid);
    },
  };
}

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = Reply.parse(await response.json());
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

async function untilListening(origin: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) {
    const response = await fetch(`${origin}/status`).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error('WebKitWebDriver does not listen.');
}
