import type { NewMessage } from '@vitrine/contract/public';

interface FormUse {
  /** How long the form was open; undefined without a valid form token. */
  readonly secondsOpen: number | undefined;
  /** A browser without scripts sends the form, so it cannot have a token. */
  readonly isTokenOptional: boolean;
  /** No earlier message used this form token. */
  readonly isFirstUse: boolean;
  /** How many messages of the last day have the same text. */
  readonly copies: number;
}

/** Few people are faster. Those who use autofill or paste their text are. */
export const MIN_SECONDS = 3;

const SPAM_THRESHOLD = 4;
/** Needs a second reason. */
const ALMOST_SPAM = SPAM_THRESHOLD - 1;

/**
 * Scores a message and returns the reasons why it looks like spam, as sentences for the owner.
 * Returns an empty list below the threshold: one link is fine, a filled-in honeypot is not.
 */
export function findSpamReasons(
  message: NewMessage,
  { secondsOpen, isTokenOptional, isFirstUse, copies }: FormUse,
): string[] {
  const links = countLinks(message.message);
  const rules: [applies: boolean, score: number, reason: string][] = [
    [(message.website ?? '') !== '', 10, 'A hidden field was filled in, which people cannot see.'],
    [
      secondsOpen === undefined,
      isTokenOptional ? ALMOST_SPAM : 10,
      'It was not sent with your contact form.',
    ],
    [
      secondsOpen !== undefined && secondsOpen < MIN_SECONDS,
      ALMOST_SPAM,
      'It was sent faster than most people write.',
    ],
    [
      secondsOpen !== undefined && !isFirstUse,
      10,
      'The same form was already used for another message.',
    ],
    [links > 0, links, links === 1 ? 'It contains a link.' : `It contains ${links} links.`],
    [
      countLinks(`${message.senderName} ${message.subject}`) > 0,
      3,
      'The name or the subject contains a link.',
    ],
    [/<a\s|\[url\b/i.test(message.message), 3, 'It contains HTML or BBCode links.'],
    [copies > 0, 2 * copies, 'The same text was sent before.'],
  ];
  const matches = rules.filter(([applies]) => applies);
  const total = matches.reduce((sum, [, score]) => sum + score, 0);
  return total >= SPAM_THRESHOLD ? matches.map(([, , reason]) => reason) : [];
}

function countLinks(text: string): number {
  return text.match(/https?:\/\/|\bwww\./gi)?.length ?? 0;
}
