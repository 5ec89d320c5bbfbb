/** Sends the contact form in place. Without this script, the browser sends it as a page. */
const form = document.querySelector<HTMLFormElement>('form.contact');
const notice = form?.querySelector('.notice');
const button = form?.querySelector('button');

/** A service that sleeps starts within a second or two. */
const LONGEST_WAIT_MS = 8000;
/** Some systems pass at most about 2,000 characters of a link to the mail app. */
const LONGEST_QUERY = 1900;

if (form && notice && button) {
  let token: Promise<string> | undefined;
  // Fetched when the visitor starts to write: the time until the message is sent tells people from programs.
  const loadToken = () => {
    token ??= fetch(`${form.action}/token`, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
      .then((response) => (response.ok ? response.json() : Promise.reject(response)))
      .then((body) => body.token);
    token.catch(() => {
      token = undefined;
    });
    return token;
  };
  form.addEventListener('focusin', loadToken);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    notice.textContent = form.dataset['sending'] ?? '';
    void send()
      .catch(() => [form.dataset['failed'], ' ', mailLink()])
      .then((parts) => {
        notice.replaceChildren(...parts.map((part) => part ?? ''));
        notice.scrollIntoView({ block: 'nearest' });
        button.disabled = false;
      });
  });

  /** Returns what to show. */
  const send = async (): Promise<readonly (string | undefined)[]> => {
    // For both requests together: a token that is still loading has less time left.
    const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.set(name, String(value));
    body.set('token', await loadToken());
    const headers = { accept: 'application/json' };
    const response = await fetch(form.action, { method: 'POST', headers, body, signal });
    // Also from a proxy, if the service is not there.
    if (response.status >= 500) throw new Error(response.statusText);
    const { message } = await response.json();
    if (!response.ok) return [message];
    // The token is valid for one message.
    token = undefined;
    form.reset();
    return [form.dataset['sent']];
  };

  /** The address of the form, with an email of what was typed. What is cut off stays in the form. */
  const mailLink = () => {
    const address = form.querySelector<HTMLAnchorElement>('.direct a');
    if (!address) return undefined;
    const typed = new FormData(form);
    const subject = String(typed.get('subject'));
    let body = String(typed.get('message'));
    // Mail apps know neither a plus sign as a space nor a line feed alone.
    const query = () =>
      String(new URLSearchParams({ subject, body }))
        .replaceAll('+', '%20')
        .replaceAll('%0A', '%0D%0A');
    while (body.length > 20 && query().length > LONGEST_QUERY)
      body = `${body.slice(0, body.length * 0.9)}…`;
    const link = document.createElement('a');
    link.href = `${address.href}?${query()}`;
    link.textContent = address.textContent;
    return link;
  };
}
