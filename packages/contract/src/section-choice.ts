import { z } from 'zod';
import { eachOnce, flag, oneOf } from './field.ts';

const MAX_ENTRIES = 2000;

const EntryIds = z
  .array(z.uuid('Send the entries as IDs.'), 'Send the entries as a list.')
  .max(MAX_ENTRIES);

/** All sections in their order, and which of their entries the owner has chosen. */
export function sectionChoices<const Name extends readonly string[]>(names: Name) {
  const SectionChoice = z.strictObject({
    name: oneOf('section', names),
    shown: flag('shown'),
    included: EntryIds.describe('Entries that the owner has put in it.'),
    excluded: EntryIds.describe(
      'Entries that the owner has taken out of it. All others are in it if they are there by default.',
    ),
  });
  return eachOnce(SectionChoice, names).refine(
    (sections) =>
      sections.flatMap((one) => [...one.included, ...one.excluded]).length <= MAX_ENTRIES,
    'Choose at most 2,000 entries.',
  );
}
