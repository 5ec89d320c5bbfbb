/** Sends the contact form in place. Without this script, the browser sends it as a page. */
const form = document.querySelector<HTMLFormElement>('form.contact');
const notice = form?.querySelector('.notice');
const button = form?.querySelector('button');

if (form && notice && button) {
  let token: Promise<string> | undefined;
  // Fetched when the visitor starts to write: the time until the message is sent tells people from programs.
  const loadToken = () => {
    token ??= fetch(`${form.action}/token`)
      .then((response) => response.json())
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
      .catch(() => form.dataset['failed'])
      .then((text) => {
        notice.textContent = text ?? '';
        button.disabled = false;
      });
  });

  /** Returns what to show. */
  const send = async (): Promise<string | undefined> => {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.set(name, String(value));
    body.set('token', await loadToken());
    const headers = { accept: 'application/json' };
    const response = await fetch(form.action, { method: 'POST', headers, body });
    const { message } = await response.json();
    if (!response.ok) return message;
    // The token is valid for one message.
    token = undefined;
    form.reset();
    return form.dataset['sent'];
  };
}
