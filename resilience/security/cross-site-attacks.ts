import type { Page } from '@playwright/test';

/** What the attacker knows: all URLs, and valid fields, including the password. */
export interface Targets {
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

/** The path on the attacker's server that redirects to the logout. */
export const REDIRECT = '/redirect';

/** Runs in an open page. Returns what it could read. */
type Attack = (page: Page, targets: Targets) => Promise<unknown>;

const FORM = 'application/x-www-form-urlencoded';

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'an image': element('img', ({ logout }) => ({ src: logout })),
  'an image that redirects': element('img', () => ({ src: REDIRECT })),
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
  'a link with an opener': click({ target: '_blank', rel: 'opener' }),
  'a link, reloaded': async (page, targets) => {
    await click({})(page, targets);
    await page.waitForURL(targets.logout);
    await page.reload();
  },
  'a link, then back': async (page, targets) => {
    const start = page.url();
    await click({})(page, targets);
    await page.waitForURL(targets.logout);
    await page.evaluate((url) => location.assign(url), start).catch(() => {});
    await page.waitForURL(start);
    // Going back can end the evaluation before it returns.
    await page.evaluate(() => history.back()).catch(() => {});
  },
  'a link with a ping': (page, { writes }) =>
    page.evaluate(
      (urls) => {
        const a = document.createElement('a');
        Object.assign(a, { href: '#', ping: urls.join(' '), textContent: 'x' });
        document.body.append(a);
        a.click();
      },
      posts(writes).map(({ url }) => url),
    ),
  'a script that navigates': (page, { logout }) =>
    page.evaluate((url) => location.assign(url), logout),
  'a script that navigates to a redirect': (page) =>
    page.evaluate((url) => location.assign(url), REDIRECT),
  'a script that opens a window': (page, { logout }) =>
    page.evaluate((url) => void open(url), logout),
  'a GET form': (page, { logout }) =>
    page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { action });
      document.body.append(form);
      form.submit();
    }, logout),
  forms: forms(FORM),
  'multipart forms': forms('multipart/form-data'),
  'plain text forms': forms('text/plain'),
  'a form in the top window': (page, { writes, ...targets }) =>
    forms(FORM, '_top')(page, {
      ...targets,
      writes: writes.filter(({ url }) => url.endsWith('/timeline/add')),
    }),
  'forms without an origin': submitInSandbox,
  'fetch with JSON': fetches({ mode: 'cors' }, 'application/json'),
  'fetch with a form': fetches({ mode: 'cors' }, FORM),
  'fetch with plain text': fetches({ mode: 'cors' }, 'text/plain'),
  'fetch without CORS, with a form': fetches({ mode: 'no-cors' }, FORM),
  'fetch without CORS, with plain text': fetches({ mode: 'no-cors' }, 'text/plain'),
  'fetch with keepalive': fetches({ mode: 'no-cors', keepalive: true }, FORM),
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
  'an event stream': (page, { dashboard }) =>
    page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const source = new EventSource(url, { withCredentials: true });
          source.onopen = () => resolve('open');
          source.onerror = () => resolve('');
        }),
      `${dashboard}/api/v1/message/events`,
    ),
  // A hidden frame could trick the owner into clicking inside it.
  'a frame of the dashboard': async (page, targets) => {
    await element('iframe', () => ({ src: targets.dashboard }))(page, targets);
    await page.waitForTimeout(300);
    const [, frame] = page.frames();
    return frame?.url().startsWith(targets.dashboard);
  },
  'a window of the dashboard': (page, { dashboard }) => readWindow(page, dashboard),
  'a window of the owner’s data': (page, { dashboard }) =>
    readWindow(page, `${dashboard}/api/v1/user/me`),
};

function element(tag: string, attributesFor: (targets: Targets) => Record<string, string>): Attack {
  return (page, targets) =>
    page.evaluate(
      ([name, attributes]) => {
        const created = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
        document.body.append(created);
      },
      [tag, attributesFor(targets)] as const,
    );
}

/** The owner clicks a link. */
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

/** Submits a form to every POST call. */
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

/** Submits from a sandboxed frame, whose origin is `null`. */
function submitInSandbox(page: Page, targets: Targets): Promise<unknown> {
  const form = ({ url, fields }: Write) =>
    `<form method="post" action="${url}" target="_blank">${Object.entries(fields)
      .map(([name, value]) => `<input name="${name}" value="${value}">`)
      .join('')}</form>`;
  const script = `for (const form of document.forms)
      fetch(form.action, { method: 'POST', credentials: 'include', mode: 'no-cors', body: new URLSearchParams(new FormData(form)) });
    document.forms[0].submit();`;
  return element('iframe', () => ({
    sandbox: 'allow-forms allow-scripts allow-popups',
    srcdoc: `${posts(targets.writes).map(form).join('')}<script>${script}</script>`,
  }))(page, targets);
}

/** Reads the content of a window that the page has opened. */
function readWindow(page: Page, address: string): Promise<unknown> {
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
