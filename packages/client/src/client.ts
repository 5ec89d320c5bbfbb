import type { Failure, NewMessage, Portfolio, PublicProject } from './portfolio.ts';

export type {
  Document,
  Image,
  Portfolio,
  PublicProfile,
  PublicProject,
  Skill,
  SoftwareApplication,
  TimelineEntry,
} from './portfolio.ts';

/** What a visitor writes. */
export type ContactMessage = Omit<NewMessage, 'token'>;

export interface ContactForm {
  /** Sends a message and tells what to say to the visitor. The same one, tried again, is kept once. */
  send(message: ContactMessage): Promise<string>;
}

export interface Vitrine {
  /** Everything there is to show, in one document. */
  portfolio(): Promise<Portfolio>;
  project(id: string): Promise<PublicProject>;
  /** Call it when the form is shown: Vitrine tells people from programs by the time they take. */
  contactForm(): ContactForm;
}

/** Why something failed, in words that a visitor may read. */
export class VitrineError extends Error {
  override readonly name = 'VitrineError';
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The inputs at fault, by name, each with its own sentence. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, status = 0, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** A Vitrine by its address, as in `createVitrine('https://admin.example.com')`. */
export function createVitrine(address: string): Vitrine {
  const base = `${address.replace(/\/+$/, '')}/api/v1/public`;
  return {
    portfolio: () => ask<Portfolio>(`${base}/portfolio`),
    async project(id) {
      const url = `${base}/projects/${encodeURIComponent(id)}`;
      return (await ask<{ project: PublicProject }>(url)).project;
    },
    contactForm: () => contactForm(base),
  };
}

const TIMEOUT_MS = 20_000;
/** Vitrine does not believe in people who write faster, nor in those who take a day. */
const LEAST_MS = 3_500;
const MOST_MS = 20 * 60 * 60 * 1000;

interface Attempt {
  readonly words: string;
  readonly body: Promise<string>;
  readonly key: string;
}

function contactForm(base: string): ContactForm {
  /** Of the message that has no answer yet: sent again as it was, it is known to be the same. */
  let attempt: Attempt | undefined;

  const fetchToken = async (waitMs = LEAST_MS) => {
    const { token } = await ask<{ token: string }>(`${base}/form`);
    const now = Date.now();
    return { token, usableFrom: now + waitMs, usableUntil: now + MOST_MS };
  };
  // Without a network there is no token yet, and `send` asks once more.
  const prefetch = (waitMs?: number) => fetchToken(waitMs).catch(() => undefined);
  let next = prefetch(0);

  /** A token is good for one message, so the one for another message is asked for at once. */
  async function takeToken(): Promise<string> {
    const mine = next;
    next = prefetch();
    let taken = await mine;
    if (!taken || Date.now() > taken.usableUntil) taken = await fetchToken();
    // Whoever has written a message has been here for longer than this token.
    const waitMs = taken.usableFrom - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return taken.token;
  }

  function forget(one: Attempt): void {
    if (attempt === one) attempt = undefined;
  }

  return {
    async send({ senderName, subject, email, message, website = '' }) {
      const letter = { senderName, subject, email, message, website };
      const words = JSON.stringify(letter);
      // At once, before anything is waited for: a double click is one attempt.
      if (attempt?.words !== words) {
        const body = takeToken().then((token) => JSON.stringify({ ...letter, token }));
        attempt = { words, body, key: randomKey() };
      }
      const mine = attempt;
      const body = await mine.body.catch((error) => {
        forget(mine);
        throw error;
      });
      const { message: answer } = await ask<{ message: string }>(`${base}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': mine.key },
        body,
      });
      forget(mine);
      return answer;
    },
  };
}

async function ask<Answer>(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return await response.json();
    throw await failureOf(response);
  } catch (error) {
    if (error instanceof VitrineError) throw error;
    throw new VitrineError('No answer came. Check your connection and try again.');
  }
}

async function failureOf(response: Response): Promise<VitrineError> {
  // What stands between us and Vitrine may answer in its own way.
  const { message, fields }: Partial<Failure> = await response.json().catch(() => ({}));
  return new VitrineError(
    message ?? 'Something went wrong. Please try again later.',
    response.status,
    fields,
  );
}

/** Not `randomUUID`, which a page that came without https does not have. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
