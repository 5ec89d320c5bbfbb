import { SIGN_IN_METHODS } from '@vitrine/contract/options';
import { TOKEN_SCOPES } from '@vitrine/contract/route';
import { z } from 'zod';
import { escapeHtml } from '../escape-html.ts';
import { quoteAsText, quoteForHtml } from './quote.ts';

/**
 * A queued email. It contains no secret: a reset token is created when the email is sent, so it is
 * never stored and the link is fresh however long the job waited.
 */
export const Mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password-reset'), email: z.string() }),
  z.object({
    kind: z.literal('password-changed'),
    /** How many were revoked. */
    tokens: z.int(),
    passkeys: z.int(),
  }),
  z.object({ kind: z.literal('second-factor-changed'), isOn: z.boolean() }),
  z.object({ kind: z.literal('backup-restored'), email: z.string() }),
  z.object({ kind: z.enum(['restore-drill-failed', 'backup-not-sent']), failure: z.string() }),
  z.object({
    kind: z.literal('copy-failed'),
    /** The address of the copy. */
    url: z.string(),
    reason: z.string(),
    /** Whether Vitrine does not try again by itself. */
    isFinal: z.boolean(),
  }),
  z.object({ kind: z.literal('copy-recovered'), url: z.string() }),
  z.object({ kind: z.literal('copy-token-expires'), url: z.string(), at: z.iso.datetime() }),
  z.object({ kind: z.literal('email-changed'), before: z.string(), after: z.string() }),
  z.object({
    kind: z.literal('new-device'),
    method: z.enum(SIGN_IN_METHODS),
    userAgent: z.string(),
    address: z.string(),
    at: z.iso.datetime(),
  }),
  z.object({ kind: z.enum(['passkey-added', 'passkey-removed']), name: z.string() }),
  z.object({ kind: z.literal('deleted-forever'), items: z.string() }),
  /** The addresses now, which can be empty. */
  z.object({ kind: z.literal('addresses-changed'), dashboard: z.string(), site: z.string() }),
  z.object({
    kind: z.enum(['testimonial-received', 'testimonial-agreed', 'testimonial-withdrawn']),
    /** Whom the owner asked. */
    person: z.string(),
  }),
  z.object({
    kind: z.literal('token-created'),
    name: z.string(),
    scopes: z.array(z.enum(TOKEN_SCOPES)),
  }),
]);

export type Mail = z.infer<typeof Mail>;

export interface Email {
  readonly to: string;
  /** The address for replies, if it is not the sender. */
  readonly replyTo?: string;
  readonly subject: string;
  /** Shown at the top instead of the subject, which may quote a visitor. */
  readonly heading?: string;
  /** Paragraphs. Text from visitors is always a quote, so that it cannot pass for ours. */
  readonly lines: readonly (string | { readonly quote: string })[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly messageId?: string;
}

/** An email that the owner wrote, as plain text and in the owner's name. */
export interface Letter {
  readonly to: string;
  readonly fromName: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  /** The Message-IDs of the thread, oldest first. */
  readonly references: readonly string[];
}

export function renderText({ lines, action }: Email): string {
  const paragraphs = lines.map((line) =>
    typeof line === 'string' ? line : quoteAsText(line.quote),
  );
  if (action) paragraphs.push(`${action.label}:\n${action.url}`);
  return `${paragraphs.join('\n\n')}\n\nVitrine\n`;
}

export function renderHtml({ subject, heading = subject, lines, action }: Email): string {
  const paragraphs = lines.map((line) =>
    typeof line === 'string'
      ? `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(line)}</p>`
      : `<blockquote style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid #c9c3b6;` +
        `color:#57534a;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(quoteForHtml(line.quote))}</blockquote>`,
  );
  const button =
    action &&
    `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#1f6f5c;color:#ffffff;` +
      `padding:12px 20px;border-radius:10px;text-decoration:none">${escapeHtml(action.label)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:32px;background:#faf8f4;color:#23211d;font:16px/1.5 sans-serif">
<div style="max-width:520px;margin:0 auto">
<h1 style="font:400 28px/1.2 serif;margin:0 0 16px">${escapeHtml(heading)}</h1>
${paragraphs.join('\n')}
${button ?? ''}
<p style="margin:32px 0 0;color:#6b665c">Vitrine</p>
</div>
</body>
</html>
`;
}
