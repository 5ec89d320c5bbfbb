import { z } from 'zod';
import { flag, oneOf } from './field.ts';

const EntryIds = z
  .array(z.uuid('Send the entries as IDs.'), 'Send the entries as a list.')
  .max(2000);

/** A section, and which of its entries the owner has chosen. */
export function sectionChoice<const Name extends readonly string[]>(names: Name) {
  return z.strictObject({
    name: oneOf('section', names),
    shown: flag('shown'),
    included: EntryIds.describe('Entries that the owner has put in it.'),
    excluded: EntryIds.describe(
      'Entries that the owner has taken out of it. All others are in it if they are there by default.',
    ),
  });
}
