import { validationError } from '../../expected-error.ts';

/** Words that an attacker would try here first. They do not count toward a password. */
const PRODUCT_WORDS = [
  'vitrine',
  'portfolio',
  'dashboard',
  'admin',
  'owner',
  'password',
  'passwort',
];

/** How many letters and digits a password must have in addition to known words. */
const MIN_UNKNOWN_CHARACTERS = 4;

/**
 * Rejects common passwords, and those made of the owner's name, email address or product terms. The
 * list is loaded on first use, since passwords are rarely set.
 */
export async function requireStrongPassword(
  field: string,
  password: string,
  owner: { readonly fullName?: string | undefined; readonly email: string },
): Promise<void> {
  const folded = password.normalize('NFKC').toLowerCase();
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  if (dictionary['passwords-common'].includes(folded))
    throw validationError({
      [field]: 'This password is too common. Choose another one.',
    });
  const known = [...PRODUCT_WORDS, ...splitWords(owner.fullName ?? ''), ...splitWords(owner.email)];
  // Longest first, since a short word may be part of a longer one.
  const rest = known
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), folded);
  if (rest.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_UNKNOWN_CHARACTERS)
    throw validationError({
      [field]:
        'This password is easy to guess from your name or email address. Choose another one.',
    });
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}
