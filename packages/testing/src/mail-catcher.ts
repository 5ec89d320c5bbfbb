import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { escapeHtml } from '@vitrine/api/escape-html';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail extends Email {
  /** As it came over the wire. */
  readonly raw: string;
  readonly recipients: readonly string[];
}

export interface MailCatcher {
  readonly smtpUrl: string;
  readonly mails: readonly CaughtMail[];
  /** From now on refuses, for good, what has this in it. */
  refuse(text: string): void;
  /** The mails with this subject. */
  about(subject: string): CaughtMail[];
  /** The one at this place among the mails with this subject, once it is there. */
  waitFor(subject: string, count: number): Promise<CaughtMail>;
  stop(): Promise<void>;
}

/** A real SMTP server that keeps every mail and passes none on. */
export async function catchMail(port = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  let refused: string | undefined;
  const about = (subject: string) => mails.filter((mail) => mail.subject === subject);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      readText(stream)
        .then(async (raw) => {
          if (refused !== undefined && raw.includes(refused))
            throw Object.assign(new Error('Looks like spam.'), { responseCode: 554 });
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          mails.push({ ...(await PostalMime.parse(raw)), raw, recipients });
        })
        .then(() => done(), done);
    },
  });
  // A client that hangs up is no reason to stop.
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const { port: smtpPort } = listening.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    mails,
    refuse(text) {
      refused = text;
    },
    about,
    async waitFor(subject, count) {
      const end = Date.now() + 15_000;
      for (;;) {
        const mail = about(subject)[count - 1];
        if (mail) return mail;
        if (Date.now() > end) throw new Error(`Mail ${count}, ${subject}, did not come in time.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A page that shows what was caught, newest first. */
export async function showMail({ mails }: MailCatcher, port: number): Promise<string> {
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
