import { z } from 'zod';
import type { FileKind } from './call.ts';
import * as schemas from './field.ts';
import { iconName } from './icon.ts';
import { Image } from './media.ts';

/** The kinds of fields of a collection. Each is a schema of `field.ts`, with how it is shown and stored. */

/** A field that the owner fills in. */
export interface ValueField<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** As a form sends it. */
  readonly input: I;
  /** As a response contains it. */
  readonly output: O;
  /** In the history. */
  readonly label: string;
  /** The name of its column, if that is not its own name in snake case. */
  readonly column?: string;
}

/** A field that a new item can leave out. */
export interface OptionalField<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends ValueField<I, O> {
  readonly empty: z.output<I>;
}

/** A file that is sent with a form. Its column has the name of the stored file. */
export interface StoredFile {
  readonly output: typeof Image;
  readonly label: string;
  readonly file: {
    readonly kind: FileKind;
    /** As in 'The icon is larger than 10 MB.' */
    readonly label: string;
    /** The field that can name an icon instead. One of the two is required. */
    readonly namedBy: string;
  };
}

export type Field = ValueField | OptionalField | StoredFile;

/** In the order of a response. */
export type Fields = Readonly<Record<string, Field>>;

/** Required text. The label is that of the history, if it is not that of the messages. */
export function text(name: string, max: number, label = capitalized(name)) {
  return { input: schemas.text(name, max), output: z.string(), label };
}

export function optionalText(name: string, max: number, label = capitalized(name)) {
  return { input: schemas.optionalText(name, max), output: z.string(), label, empty: '' };
}

export function wholeNumber(name: string, min: number, max: number, label = capitalized(name)) {
  return { input: schemas.wholeNumber(name, min, max), output: z.int(), label };
}

export function link(name: string, label = capitalized(name)) {
  return { input: schemas.link(name), output: z.string(), label, empty: '' };
}

/** A list of texts, such as highlights. */
export function sentences(name: string, maxCount: number, maxLength: number) {
  return {
    input: schemas.sentences(name, maxCount, maxLength),
    output: z.array(z.string()),
    label: capitalized(name),
    empty: [],
  };
}

/** One of several values. */
export function choice<const V extends readonly string[]>(name: string, values: V) {
  const input = schemas.oneOf(name, values);
  return { input, output: z.enum(values), label: capitalized(name) };
}

/** A month as a number, or null. */
export function month(name: string) {
  const label = capitalized(name);
  return { input: schemas.month(name), output: z.int().nullable(), label, empty: null };
}

/** Names the column of a field, if it is not the field's own name in snake case. */
export function inColumn<F extends ValueField, const C extends string>(column: C, field: F) {
  return { ...field, column };
}

/** An icon is two fields: its file, and the name of the icon that can be chosen instead. */
export function icon() {
  return {
    svg: { output: Image, label: 'Icon', file: { kind: 'icon', label: 'icon', namedBy: 'icon' } },
    icon: {
      input: iconName(),
      output: z.string().describe('The name of the icon; empty for an uploaded file.'),
      label: 'Name of the icon',
      empty: '',
    },
  } as const;
}

export function capitalized(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
