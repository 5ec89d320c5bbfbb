import { z } from 'zod';

const Stored = z.record(z.string(), z.unknown()).catch({});

/** A setting that a backup changed, or that another version wrote, falls back to its default. */
export function readSettings<T>(schema: z.ZodType<T>, defaults: T, stored: unknown): T {
  let settings = defaults;
  for (const [name, value] of Object.entries(Stored.parse(stored)))
    settings = schema.safeParse({ ...settings, [name]: value }).data ?? settings;
  return settings;
}
