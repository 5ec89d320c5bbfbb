import { validationError } from '../../http/errors.ts';

/** What anybody would try here: no word of it makes a password. */
const OWN_WORDS = ['vitrine', 'portfolio', 'dashboard', 'admin', 'owner', 'password', 'passwort'];

/** So much must be left of a password without such words. */
const LEAST_OWN = 4;

/**
 * Refuses a password that is among the 18,000 that are tried first, or is made of what is known of
 * the owner. The list is loaded when somebody chooses a password, which is seldom.
 */
export async function refuseGuessable(
  field: string,
  password: string,
  owner: { readonly fullName: string; readonly email: string },
): Promise<void> {
  const spoken = password.normalize('NFKC').toLowerCase();
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  if (dictionary['passwords-common'].includes(spoken))
    throw validationError({
      [field]: 'This password is one of the first that are tried. Choose another.',
    });
  const known = [...OWN_WORDS, ...wordsOf(owner.fullName), ...wordsOf(owner.email)];
  // The longest first: a short one may be a part of it.
  const rest = known
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), spoken);
  if (rest.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_OWN)
    throw validationError({
      [field]: 'This password is easy to guess for somebody who knows you. Choose another.',
    });
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}
