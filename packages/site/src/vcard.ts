import { absoluteUrl, isBelow } from './absolute-url.ts';
import { moreLinks, specifiedLinks } from './profile-links.ts';
import type { PageOptions, SitePortfolio } from './site.ts';
import { describeProfile, phoneNumber } from './text.ts';

/** The owner's contact data as a vCard 4.0 (RFC 6350). */
export function vcardOf({ profile }: SitePortfolio, options: PageOptions): string {
  const { fullName, headline, location, email, phone, avatar } = profile;
  const note = describeProfile(profile);
  const home = absoluteUrl(options, '/');
  const hasAddress = !isBelow(options);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:individual',
    `FN:${escapeText(fullName)}`,
    headline && `TITLE:${escapeText(headline)}`,
    location && `ADR:;;;${escapeText(location)};;;`,
    email && `EMAIL:${escapeText(email)}`,
    phone && `TEL;VALUE=uri:tel:${phoneNumber(phone)}`,
    hasAddress && avatar.url && `PHOTO:${uri(absoluteUrl(options, avatar.url))}`,
    hasAddress && `URL;PREF=1:${uri(home)}`,
    ...specifiedLinks(profile).map(
      ({ name, url }) => `SOCIALPROFILE;SERVICE-TYPE=${name}:${uri(url)}`,
    ),
    // A group names the link in the address books that show labels.
    ...moreLinks(profile).flatMap(({ name, url }, index) => [
      `item${index + 1}.URL:${uri(url)}`,
      `item${index + 1}.X-ABLABEL:${escapeText(name)}`,
    ]),
    // LANG takes a language tag (RFC 5646), and the profile has names that the owner chose.
    note && `NOTE:${escapeText(note)}`,
    hasAddress && `SOURCE:${uri(absoluteUrl(options, '/card.vcf'))}`,
    'END:VCARD',
  ];
  return lines.flatMap((line) => (line ? `${fold(line)}\r\n` : [])).join('');
}

/** A line break is written as \n, so that no text can add a property. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\,;]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** Encodes what is not allowed in a URI, such as line breaks. */
function uri(url: string): string {
  return URL.canParse(url) ? new URL(url).href : encodeURI(url);
}

/** Folds a line at 75 octets, never within a character. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
