import type { Failure, NewMessage, Portfolio, PublicProject } from './portfolio.ts';

export type {
  Document,
  Image,
  Link,
  Portfolio,
  Publication,
  PublicProfile,
  PublicProject,
  Skill,
  SoftwareApplication,
  TimelineEntry,
} from './portfolio.ts';

/** A message from a visitor. */
export type ContactMessage = Omit<NewMessage, 'token'>;

export interface ContactForm {
  /** Sends a message and returns a confirmation to show. Retrying the same message stores it once. */
  send(message: ContactMessage): Promise<string>;
}

export interface Vitrine {
  /** Returns the whole portfolio. */
  portfolio(): Promise<Portfolio>;
  project(id: string): Promise<PublicProject>;
  /** Call it when you show the form: Vitrine detects bots by how quickly they submit it. */
  contactForm(): ContactForm;
}

/** An error with a message that you can show to visitors. */
export class VitrineError extends Error {
  override readonly name = 'VitrineError';
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  /** The invalid fields by name, each with a message. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, status = 0, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** Creates a client, for example `createVitrine('https://admin.example.com')`. */
export function createVitrine(address: string): Vitrine {
  const base = `${address.replace(/\/+$/, '')}/api/v1/public`;
  return {
    portfolio: () => request<Portfolio>(`${base}/portfolio`),
    async project(id) {
      const url = `${base}/projects/${encodeURIComponent(id)}`;
      return (await request<{ project: PublicProject }>(url)).project;
    },
    contactForm: () => contactForm(base),
  };
}

const TIMEOUT_MS = 20_000;
/** To be sent faster than this counts toward spam. */
const MIN_AGE_MS = 3_500;
const MAX_AGE_MS = 20 * 60 * 60 * 1000;

interface Attempt {
  readonly content: string;
  readonly body: Promise<string>;
  readonly key: string;
}

function contactForm(base: string): ContactForm {
  /** The message without a response yet. A retry sends the same token and key. */
  let attempt: Attempt | undefined;

  const fetchToken = async (waitMs = MIN_AGE_MS) => {
    const { token } = await request<{ token: string }>(`${base}/form`);
    const now = Date.now();
    return { token, usableFrom: now + waitMs, usableUntil: now + MAX_AGE_MS };
  };
  // If the request fails, `send` requests a token again.
  const prefetch = (waitMs?: number) => fetchToken(waitMs).catch(() => undefined);
  let next = prefetch(0);

  /** A token is valid for one message, so the next one is requested right away. */
  async function takeToken(): Promise<string> {
    const prefetched = next;
    next = prefetch();
    let taken = await prefetched;
    if (!taken || Date.now() > taken.usableUntil) taken = await fetchToken();
    // A token that is too young would count toward spam.
    const waitMs = taken.usableFrom - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return taken.token;
  }

  function forget(one: Attempt): void {
    if (attempt === one) attempt = undefined;
  }

  return {
    async send({ senderName, subject, email, message, website = '' }) {
      const fields = { senderName, subject, email, message, website };
      const content = JSON.stringify(fields);
      // Set before the first await, so that a double click is one attempt.
      if (attempt?.content !== content) {
        const body = takeToken().then((token) => JSON.stringify({ ...fields, token }));
        attempt = { content, body, key: randomKey() };
      }
      const mine = attempt;
      const body = await mine.body.catch((error) => {
        forget(mine);
        throw error;
      });
      const response = await request<{ message: string }>(`${base}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': mine.key },
        body,
      });
      forget(mine);
      return response.message;
    },
  };
}

async function request<Body>(url: string, init: RequestInit = {}): Promise<Body> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return await response.json();
    throw await toError(response);
  } catch (error) {
    if (error instanceof VitrineError) throw error;
    throw new VitrineError('The server did not respond. Check your connection and try again.');
  }
}

async function toError(response: Response): Promise<VitrineError> {
  // A proxy may respond with something other than JSON.
  const { message, fields }: Partial<Failure> = await response.json().catch(() => ({}));
  return new VitrineError(
    message ?? 'Something went wrong. Please try again later.',
    response.status,
    fields,
  );
}

/** Not `randomUUID`, which needs a page served over HTTPS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
