import type { NewMessage } from '@vitrine/contract/public';

interface Circumstances {
  /** How long the form was open; nothing when there was no form of ours. */
  readonly secondsOpen: number | undefined;
  /** No message was sent with this token before. */
  readonly isFirstUse: boolean;
  /** How often the same text came before, lately. */
  readonly copies: number;
}

/** People take longer than this to write, and do not come back to a form after this long. */
const LEAST_SECONDS = 3;
const MOST_SECONDS = 24 * 60 * 60;

const SPAM_FROM = 4;

/**
 * Why a message looks like spam, in words for the owner; nothing when it does not. Each sign has
 * its weight: a single link is no crime, a filled-in trap is.
 */
export function findSpamReasons(
  message: NewMessage,
  { secondsOpen, isFirstUse, copies }: Circumstances,
): string[] {
  const links = countLinks(message.message);
  const signs: [isSeen: boolean, weight: number, reason: string][] = [
    [(message.website ?? '') !== '', 10, 'A field that people cannot see was filled in.'],
    [
      secondsOpen === undefined || secondsOpen > MOST_SECONDS,
      10,
      'It did not come from your form.',
    ],
    [
      secondsOpen !== undefined && secondsOpen < LEAST_SECONDS,
      10,
      'It was sent faster than a person writes.',
    ],
    [secondsOpen !== undefined && !isFirstUse, 10, 'Another message was sent from the same form.'],
    [links > 0, links, links === 1 ? 'It has a link.' : `It has ${links} links.`],
    [
      countLinks(`${message.senderName} ${message.subject}`) > 0,
      3,
      'There is a link in the name or the subject.',
    ],
    [/<a\s|\[url\b/i.test(message.message), 3, 'Its links are written as markup.'],
    [copies > 0, 2 * copies, 'The same text came before.'],
  ];
  const seen = signs.filter(([isSeen]) => isSeen);
  const weight = seen.reduce((sum, [, each]) => sum + each, 0);
  return weight >= SPAM_FROM ? seen.map(([, , reason]) => reason) : [];
}

function countLinks(text: string): number {
  return text.match(/https?:\/\/|\bwww\./gi)?.length ?? 0;
}
