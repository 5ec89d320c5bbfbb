import { z } from 'zod';
import type { FileField } from './call.ts';
import type { Field, Fields } from './collection-field.ts';

/** The schemas of a collection, from its fields. */

/** The fields that a form sends, by the names under which it sends them. */
type Sent<F> = {
  [K in keyof F as F[K] extends { readonly input: z.ZodType }
    ? F[K] extends { readonly sentAs: infer Name extends string }
      ? Name
      : K
    : never]: F[K];
};

type Input<F> = F extends { readonly input: infer I extends z.ZodType } ? I : never;
type NewInput<F> = F extends { readonly empty: unknown } ? z.ZodDefault<Input<F>> : Input<F>;

type New<F> = { [K in keyof Sent<F>]: NewInput<Sent<F>[K]> };
type Update<F> = { [K in keyof Sent<F>]: z.ZodOptional<Input<Sent<F>[K]>> };

export interface FormSchemas<F> {
  readonly New: z.ZodObject<New<F>, z.core.$strict>;
  readonly Update: z.ZodObject<Update<F>, z.core.$strict>;
}

/** What the forms that add and update an item send. */
export function formSchemas<F extends object>(fields: F): FormSchemas<F>;
export function formSchemas(fields: Fields) {
  const inputs = Object.entries(fields).flatMap(([name, { input, sentAs = name, ...field }]) =>
    input ? [{ name: sentAs, input, ...field }] : [],
  );
  const added = inputs.map(({ name, input, empty, emptyMeans }) => {
    const schema = empty === undefined ? input : input.default(empty);
    return [name, emptyMeans ? schema.describe(emptyMeans) : schema];
  });
  return {
    New: z.strictObject(Object.fromEntries(added)),
    Update: z.strictObject(
      Object.fromEntries(inputs.map(({ name, input }) => [name, input.optional()])),
    ),
  };
}

type PartOf<F> = F extends { readonly isDetail: true } ? 'details' : 'listed';

type Outputs<F, Part> = {
  [K in keyof F as F[K] extends { readonly output: z.ZodType }
    ? PartOf<F[K]> extends Part
      ? K
      : never
    : never]: F[K] extends { readonly output: infer O } ? O : never;
};

/** The fields of a response: those in lists, and those that lists leave out. */
export function outputsOf<F extends object, const P extends 'listed' | 'details'>(
  fields: F,
  part: P,
): Outputs<F, P>;
export function outputsOf(fields: Fields, part: string): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { output, isDetail }]) =>
      output && (isDetail ? 'details' : 'listed') === part ? [[name, output]] : [],
    ),
  );
}

/** The names of the fields that hold a file. */
export type FileFieldOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly file: object } ? K : never;
}[keyof F];

type SentFileOf<F extends Fields> = {
  [K in FileFieldOf<F>]: F[K] extends { readonly isFixed: true } ? never : K;
}[FileFieldOf<F>];

type Files<F extends Fields> = Readonly<
  Record<SentFileOf<F>, FileField & { readonly required: false }>
>;

/** The files that a form sends. */
export function sentFiles<F extends Fields>(fields: F): Files<F>;
export function sentFiles(fields: Fields): Readonly<Record<string, FileField>> {
  return Object.fromEntries(
    filesIn(fields)
      .filter(([name]) => !fields[name]?.isFixed)
      .map(([name, { kind, label, namedBy }]) => [
        name,
        { kind, label, required: false, ...(namedBy && { namedBy }) },
      ]),
  );
}

export function filesIn(fields: Fields): (readonly [string, NonNullable<Field['file']>])[] {
  return Object.entries(fields).flatMap(([name, { file }]) =>
    file ? [[name, file] as const] : [],
  );
}
