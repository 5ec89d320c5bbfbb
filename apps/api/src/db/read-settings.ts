import { z } from 'zod';

interface Section {
  readonly name: string;
}

interface Sectioned<S> {
  readonly sections: readonly S[];
}

/** The schema of settings, and in it that of a section. */
type Settings<T, S> = z.ZodType<T> & {
  readonly shape: { readonly sections: { readonly element: z.ZodType<S> } };
};

const Stored = z.record(z.string(), z.unknown()).catch({});
const StoredSections = z.array(z.looseObject({ name: z.string() }).catch({ name: '' })).catch([]);

/**
 * A setting that a backup changed, or that another version wrote, falls back to its default. Sections
 * are read one by one: one that the stored settings lack must not show those that the owner has hidden.
 */
export function readSettings<S extends Section, T extends Sectioned<S>>(
  schema: Settings<T, S>,
  defaults: T,
  stored: unknown,
): T {
  const { sections, ...values } = Stored.parse(stored);
  const { element } = schema.shape.sections;
  return readValid(schema, defaults, {
    ...values,
    sections: readSections(element, defaults.sections, sections),
  });
}

/**
 * The stored sections that are known, in their order, then those that are new. If the one that is usually
 * last is last, like the contact form, it stays last.
 */
function readSections<S extends Section>(
  schema: z.ZodType<S>,
  defaults: readonly S[],
  stored: unknown,
): S[] {
  const sections = new Map<string, S>();
  for (const values of StoredSections.parse(stored)) {
    const usual = defaults.find(({ name }) => name === values.name);
    if (usual) sections.set(values.name, readValid(schema, usual, values));
  }
  const known = [...sections.values()];
  const added = defaults.filter(({ name }) => !sections.has(name));
  const staysLast = known.at(-1)?.name === defaults.at(-1)?.name;
  return known.toSpliced(known.length - (staysLast ? 1 : 0), 0, ...added);
}

function readValid<T>(schema: z.ZodType<T>, defaults: T, values: Record<string, unknown>): T {
  let valid = defaults;
  for (const [name, value] of Object.entries(values))
    valid = schema.safeParse({ ...valid, [name]: value }).data ?? valid;
  return valid;
}
