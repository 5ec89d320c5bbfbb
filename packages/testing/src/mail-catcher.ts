import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { escapeHtml } from '@vitrine/api/escape-html';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail extends Email {
  /** The unparsed message. */
  readonly raw: string;
  readonly recipients: readonly string[];
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
}

const WAIT_MS = 25_000;

export interface MailCatcher {
  readonly smtpUrl: string;
  readonly mails: readonly CaughtMail[];
  /** From now on, rejects every email that contains this text, with a permanent error. */
  reject(text: string): void;
  withSubject(subject: string): CaughtMail[];
  /** Waits for this many emails with this subject and returns the last one. */
  waitFor(subject: string, count: number, waitMs?: number): Promise<CaughtMail>;
  stop(): Promise<void>;
}

/** Starts an SMTP server that stores every email and forwards none. */
export async function startMailCatcher(port = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  let rejected: string | undefined;
  const withSubject = (subject: string) => mails.filter((mail) => mail.subject === subject);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      readText(stream)
        .then(async (raw) => {
          if (rejected !== undefined && raw.includes(rejected))
            throw Object.assign(new Error('Looks like spam.'), { responseCode: 554 });
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          mails.push({ ...(await PostalMime.parse(raw)), raw, recipients, time: Date.now() });
        })
        .then(() => done(), done);
    },
  });
  // A client may disconnect at any time.
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const { port: smtpPort } = listening.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    mails,
    reject(text) {
      rejected = text;
    },
    withSubject,
    async waitFor(subject, count, waitMs = WAIT_MS) {
      const end = Date.now() + waitMs;
      for (;;) {
        const mail = withSubject(subject)[count - 1];
        if (mail) return mail;
        if (Date.now() > end)
          throw new Error(
            `Email ${count} with the subject “${subject}” did not arrive within ${waitMs / 1000} s.`,
          );
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Serves a page that lists the emails, newest first. */
export async function serveMailPage({ mails }: MailCatcher, port: number): Promise<string> {
  const server = createServer((request, response) => {
    const id = /^\/(\d+)$/.exec(request.url ?? '')?.[1];
    const mail = id === undefined ? undefined : mails[Number(id)];
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.end(
      mail ? (mail.html ?? `<pre>${escapeHtml(mail.text ?? '')}</pre>`) : listPage(mails),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

function listPage(mails: readonly CaughtMail[]): string {
  const rows = mails.map(
    (mail, id) =>
      `<li><a href="/${id}">${escapeHtml(mail.subject ?? '(no subject)')}</a> to ${escapeHtml(mail.recipients.join(', '))}, ${escapeHtml(mail.date ?? '')}</li>`,
  );
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>Mail</title>
<style>body{font:16px/1.6 sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>Mail</h1>${rows.length > 0 ? `<ul>${rows.reverse().join('')}</ul>` : '<p>No mail yet.</p>'}`;
}
