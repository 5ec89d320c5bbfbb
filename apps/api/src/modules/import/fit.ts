import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** What a field can hold, as its JSON Schema says. */
const Limit = z.object({
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  get items() {
    return Limit.optional();
  },
});
type Limit = z.infer<typeof Limit>;

/** Cuts texts and lists to what the fields of a schema can hold. */
export function createFitter(schema: z.ZodObject): <T extends object>(values: T) => T {
  const limits = z.record(z.string(), Limit).parse(z.toJSONSchema(schema).properties);
  return (values) => fitAll(values, limits);
}

/** Whether something was cut. */
export function isShortened(values: object, fitted: object): boolean {
  return !isDeepStrictEqual(fitAll(values, {}), fitted);
}

function fitAll<T extends object>(values: T, limits: Readonly<Record<string, Limit>>): T;
function fitAll(values: object, limits: Readonly<Record<string, Limit>>): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fitValue(value, limits[name])]),
  );
}

function fitValue(value: unknown, { maxLength, maxItems, items }: Limit = {}): unknown {
  if (typeof value === 'string') return clip(value, maxLength);
  if (!Array.isArray(value)) return value;
  const lines = value.map((line) => fitValue(line, items)).filter(Boolean);
  return lines.slice(0, maxItems);
}

/** Removes what cannot be stored, and cuts between two characters, also if they take two units each. */
export function clip(text: string, max = Number.POSITIVE_INFINITY): string {
  const cleaned = text.replaceAll('\0', '').toWellFormed().trim();
  if (cleaned.length <= max) return cleaned;
  return `${cleaned
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
