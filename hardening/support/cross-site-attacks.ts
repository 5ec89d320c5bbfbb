import type { Page } from '@playwright/test';

/** What a stranger knows: all addresses, and what to send there, the right password included. */
export interface Aim {
  readonly dashboard: string;
  readonly logout: string;
  readonly reads: readonly string[];
  readonly writes: readonly Write[];
}

interface Write {
  readonly method: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Where a stranger's server answers with a redirect to logging out. */
export const LEADS_ON = '/on';

/** What an open page tries. It tells what it could read, if it reads at all. */
type Attack = (page: Page, aim: Aim) => Promise<unknown>;

const FORM = 'application/x-www-form-urlencoded';

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'an image': element('img', 'src'),
  'a script': element('script', 'src'),
  'a style sheet': element('link', 'href', { rel: 'stylesheet' }),
  'a prefetch': element('link', 'href', { rel: 'prefetch' }),
  'a frame': element('iframe', 'src'),
  'an object': element('object', 'data'),
  'a film': element('video', 'src'),
  'an image that leads on': (page, aim) =>
    element('img', 'src')(page, { ...aim, logout: LEADS_ON }),
  'a refresh': (page, aim) =>
    element('meta', 'content', { 'http-equiv': 'refresh' })(page, {
      ...aim,
      logout: `0;${aim.logout}`,
    }),
  'a link': click({}),
  'a link in a new window': click({ target: '_blank' }),
  'a link that keeps its opener': click({ target: '_blank', rel: 'opener' }),
  'a link that is opened again': async (page, aim) => {
    await click({})(page, aim);
    await page.waitForURL(aim.logout);
    await page.reload();
  },
  'a link that is gone back to': async (page, aim) => {
    const start = page.url();
    await click({})(page, aim);
    await page.waitForURL(aim.logout);
    await page.evaluate((url) => location.assign(url), start).catch(() => {});
    await page.waitForURL(start);
    await page.evaluate(() => history.back());
  },
  'a link that pings': (page, { writes }) =>
    page.evaluate(
      (urls) => {
        const a = document.createElement('a');
        Object.assign(a, { href: '#', ping: urls.join(' '), textContent: 'x' });
        document.body.append(a);
        a.click();
      },
      urlsOf(writes, 'POST'),
    ),
  'a script that goes there': (page, { logout }) =>
    page.evaluate((url) => location.assign(url), logout),
  'a script that is led there': (page) => page.evaluate((url) => location.assign(url), LEADS_ON),
  'a script that opens a window': (page, { logout }) =>
    page.evaluate((url) => void open(url), logout),
  'a form that gets': (page, { logout }) =>
    page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { action });
      document.body.append(form);
      form.submit();
    }, logout),
  forms: forms(FORM),
  'forms with files': forms('multipart/form-data'),
  'forms in plain text': forms('text/plain'),
  'forms without an origin': (page, { writes }) => inSandbox(page, writes),
  'fetch with JSON': fetches({ mode: 'cors' }, 'application/json'),
  'fetch with a form': fetches({ mode: 'cors' }, FORM),
  'fetch in plain text': fetches({ mode: 'cors' }, 'text/plain'),
  'fetch without asking, with a form': fetches({ mode: 'no-cors' }, FORM),
  'fetch without asking, in plain text': fetches({ mode: 'no-cors' }, 'text/plain'),
  'fetch that outlives its page': fetches({ mode: 'no-cors', keepalive: true }, FORM),
  XMLHttpRequest: (page, { writes }) =>
    page.evaluate(
      (all) =>
        Promise.all(
          all.map(
            ({ method, url, fields }) =>
              new Promise((resolve) => {
                const request = new XMLHttpRequest();
                request.open(method, url);
                request.withCredentials = true;
                request.onloadend = () => resolve(request.responseText);
                request.send(new URLSearchParams(JSON.parse(JSON.stringify(fields))));
              }),
          ),
        ),
      writes,
    ),
  beacons: (page, { writes }) =>
    page.evaluate((all) => {
      for (const { url, fields } of all) {
        navigator.sendBeacon(url, new URLSearchParams(JSON.parse(JSON.stringify(fields))));
        navigator.sendBeacon(url, JSON.stringify(fields));
      }
    }, writes),
  'fetch that reads': (page, { reads, logout }) =>
    page.evaluate(
      (urls) =>
        Promise.all(
          urls.map((url) =>
            fetch(url, { credentials: 'include' }).then(
              (response) => response.text(),
              () => '',
            ),
          ),
        ),
      [...reads, logout],
    ),
  'a stream of events': (page, { dashboard }) =>
    page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const source = new EventSource(url, { withCredentials: true });
          source.onopen = () => resolve('open');
          source.onerror = () => resolve('');
        }),
      `${dashboard}/api/v1/message/events`,
    ),
  'a frame of the dashboard': (page, { dashboard }) => lookInto(page, dashboard, 'frame'),
  'a window of the dashboard': (page, { dashboard }) => lookInto(page, dashboard, 'window'),
  'a window of the owner’s data': (page, { reads }) => lookInto(page, reads[0] ?? '', 'window'),
};

/** An element that loads the address of logging out. */
function element(tag: string, attribute: string, more: Record<string, string> = {}): Attack {
  return (page, { logout }) =>
    page.evaluate(
      ([name, attributes]) => {
        const made = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        document.body.append(made);
      },
      [tag, { ...more, [attribute]: logout }] as const,
    );
}

/** A link that the owner is made to click. */
function click(attributes: Record<string, string>): Attack {
  return async (page, { logout }) => {
    await page.evaluate(
      (all) => {
        const a = Object.assign(document.createElement('a'), { id: 'bait', textContent: 'Win!' });
        for (const [key, value] of Object.entries(all)) a.setAttribute(key, value);
        document.body.replaceChildren(a);
      },
      { ...attributes, href: logout },
    );
    await page.locator('#bait').click();
  };
}

/** Forms that send themselves to every write. They can only post, and so claim to do otherwise. */
function forms(enctype: string): Attack {
  return (page, { writes }) =>
    page.evaluate(
      ([type, all]) => {
        for (const [index, { method, url, fields }] of all.entries()) {
          const frame = Object.assign(document.createElement('iframe'), { name: `f${index}` });
          const form = Object.assign(document.createElement('form'), {
            method: 'post',
            action: method === 'POST' ? url : `${url}?_method=${method}`,
            enctype: type,
            target: `f${index}`,
          });
          for (const [name, value] of Object.entries(fields))
            form.append(Object.assign(document.createElement('input'), { name, value }));
          document.body.append(frame, form);
          form.submit();
        }
      },
      [enctype, writes] as const,
    );
}

function fetches(init: Pick<RequestInit, 'mode' | 'keepalive'>, type: string): Attack {
  return (page, { writes }) =>
    page.evaluate(
      ([options, contentType, all]) =>
        Promise.all(
          all.map(async ({ method, url, fields }) => {
            try {
              const body = contentType.includes('form')
                ? String(new URLSearchParams(JSON.parse(JSON.stringify(fields))))
                : JSON.stringify(fields);
              const response = await fetch(url, {
                ...options,
                method,
                credentials: 'include',
                headers: { 'content-type': contentType },
                ...(method !== 'GET' && { body }),
              });
              return await response.text();
            } catch {
              return '';
            }
          }),
        ),
      [init, type, writes] as const,
    );
}

/** A frame that hides where it comes from: its origin is `null`. */
async function inSandbox(page: Page, writes: readonly Write[]): Promise<void> {
  await page.evaluate(
    (urls) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-forms allow-scripts allow-popups');
      const form = (url: string) =>
        `<form method="post" action="${url}" target="_blank"><input name="title" value="x"></form>`;
      frame.srcdoc = `${urls.map(form).join('')}<script>for (const form of document.forms) {
      fetch(form.action, { method: 'POST', credentials: 'include', mode: 'no-cors', body: new URLSearchParams(new FormData(form)) });
    } document.forms[0].submit();</script>`;
      document.body.append(frame);
    },
    urlsOf(writes, 'POST'),
  );
}

/** What can be seen of a page of ours from the page that opened it. */
function lookInto(page: Page, address: string, how: 'frame' | 'window'): Promise<unknown> {
  return page.evaluate(
    async ([url, where]) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      const opened = where === 'window' ? open(url) : document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 300));
      try {
        return (opened ?? frame.contentWindow)?.document.body.innerText;
      } catch {
        return '';
      }
    },
    [address, how] as const,
  );
}

function urlsOf(writes: readonly Write[], method: string): string[] {
  return writes.filter((write) => write.method === method).map(({ url }) => url);
}
