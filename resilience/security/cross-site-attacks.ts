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
  'an image': element('img', ({ logout }) => ({ src: logout })),
  'an image that leads on': element('img', () => ({ src: LEADS_ON })),
  'a script': element('script', ({ logout }) => ({ src: logout })),
  'a style sheet': element('link', ({ logout }) => ({ rel: 'stylesheet', href: logout })),
  'a prefetch': element('link', ({ logout }) => ({ rel: 'prefetch', href: logout })),
  'a frame': element('iframe', ({ logout }) => ({ src: logout })),
  'an object': element('object', ({ logout }) => ({ data: logout })),
  'a refresh': element('meta', ({ logout }) => ({
    'http-equiv': 'refresh',
    content: `0;${logout}`,
  })),
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
      posts(writes).map(({ url }) => url),
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
  'a form in the whole window': (page, { writes, ...aim }) =>
    forms(FORM, '_top')(page, {
      ...aim,
      writes: writes.filter(({ url }) => url.endsWith('/timeline/add')),
    }),
  'forms without an origin': inSandbox,
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
  // Who sees nothing of it could still make the owner click in it.
  'a frame of the dashboard': async (page, aim) => {
    await element('iframe', () => ({ src: aim.dashboard }))(page, aim);
    await page.waitForTimeout(300);
    const [, frame] = page.frames();
    return frame?.url().startsWith(aim.dashboard);
  },
  'a window of the dashboard': (page, { dashboard }) => lookInto(page, dashboard),
  'a window of the owner’s data': (page, { dashboard }) =>
    lookInto(page, `${dashboard}/api/v1/user/me`),
};

function element(tag: string, attributesFor: (aim: Aim) => Record<string, string>): Attack {
  return (page, aim) =>
    page.evaluate(
      ([name, attributes]) => {
        const made = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        document.body.append(made);
      },
      [tag, attributesFor(aim)] as const,
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

/** Forms that send themselves, to every write that is a post: they can do nothing else. */
function forms(enctype: string, target?: '_top'): Attack {
  return (page, { writes }) =>
    page.evaluate(
      ([type, all, place]) => {
        for (const [index, { url, fields }] of all.entries()) {
          const frame = Object.assign(document.createElement('iframe'), { name: `f${index}` });
          const form = Object.assign(document.createElement('form'), {
            method: 'post',
            action: url,
            enctype: type,
            target: place ?? frame.name,
          });
          for (const [name, value] of Object.entries(fields))
            form.append(Object.assign(document.createElement('input'), { name, value }));
          document.body.append(frame, form);
          form.submit();
        }
      },
      [enctype, posts(writes), target] as const,
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
function inSandbox(page: Page, aim: Aim): Promise<unknown> {
  const form = ({ url, fields }: Write) =>
    `<form method="post" action="${url}" target="_blank">${Object.entries(fields)
      .map(([name, value]) => `<input name="${name}" value="${value}">`)
      .join('')}</form>`;
  const script = `for (const form of document.forms)
      fetch(form.action, { method: 'POST', credentials: 'include', mode: 'no-cors', body: new URLSearchParams(new FormData(form)) });
    document.forms[0].submit();`;
  return element('iframe', () => ({
    sandbox: 'allow-forms allow-scripts allow-popups',
    srcdoc: `${posts(aim.writes).map(form).join('')}<script>${script}</script>`,
  }))(page, aim);
}

/** What a page can see of a window that it has opened. */
function lookInto(page: Page, address: string): Promise<unknown> {
  return page.evaluate(async (url) => {
    const opened = open(url);
    await new Promise((resolve) => setTimeout(resolve, 300));
    try {
      return opened?.document.body.innerText;
    } catch {
      return '';
    }
  }, address);
}

function posts(writes: readonly Write[]): Write[] {
  return writes.filter(({ method }) => method === 'POST');
}
