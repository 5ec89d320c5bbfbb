import { z } from 'zod';
import type { FileKind } from './call.ts';
import * as schemas from './field.ts';
import { iconName } from './icon.ts';
import { Image } from './media.ts';

/** A field of a collection, as plain data. Schemas, columns, labels and rules follow from it. */
export interface Field {
  readonly kind: FieldKind;
  /** In the history. */
  readonly label: string;
  /** As a form sends it. Without one, it is only a file. */
  readonly input?: z.ZodType;
  /** The name under which a form sends it, if that is not its own. */
  readonly sentAs?: string;
  /** As a response contains it. Without one, it is part of another field. */
  readonly output?: z.ZodType;
  /** Its value in a new item that lacks it. */
  readonly empty?: unknown;
  /** What happens to a new item that lacks it. */
  readonly emptyMeans?: string;
  /** The name of its column, if that is not its own name in snake case. */
  readonly column?: string;
  /** The value of its column, if that is not its output. */
  readonly stored?: z.ZodType;
  /** Lists leave it out. */
  readonly isDetail?: true;
  /** No form sends it, and no version in the history restores it. */
  readonly isFixed?: true;
  /** The file that is sent with a form. The column has the name of the stored file. */
  readonly file?: StoredFile;
}

/** `icon` is the file of an icon, and `focus` a part of the focal point of a picture. */
type FieldKind =
  | ('text' | 'slug' | 'markdown' | 'link' | 'links' | 'list' | 'sentences')
  | ('number' | 'flag' | 'choice' | 'date')
  | ('icon' | 'picture' | 'focus' | 'gallery');

interface StoredFile {
  readonly kind: FileKind;
  /** As in 'The icon is larger than 10 MB.' */
  readonly label: string;
  /** The field that can name an icon instead. */
  readonly namedBy?: string;
  /** The fields that hold the focal point of a picture. */
  readonly focus?: readonly [x: string, y: string];
}

/** In the order of a response. */
export type Fields = Readonly<Record<string, Field>>;

/** Required text. The label is that of the history, if it is not that of the messages. */
export function text(name: string, max: number, label = capitalized(name)) {
  return { kind: 'text', label, input: schemas.text(name, max), output: z.string() } as const;
}

export function optionalText(name: string, max: number, about?: string) {
  const input = schemas.optionalText(name, max);
  return {
    kind: 'text',
    label: capitalized(name),
    input,
    output: shown(about),
    empty: '',
  } as const;
}

/** The last part of the address of an item's page. */
export function slug(label: string) {
  return {
    kind: 'slug',
    label: 'Address',
    input: schemas.slug('address'),
    output: shown(`The address of the ${label}’s page.`),
    empty: '',
    emptyMeans: 'Made from the title if it is empty.',
  } as const;
}

/** A long text that lists leave out. */
export function markdown(name: string, max: number) {
  const [label, input] = [capitalized(name), schemas.verbatim(name, max)];
  const output = shown(`The ${name}, in Markdown.`);
  return { kind: 'markdown', label, input, output, empty: '', isDetail: true } as const;
}

export function wholeNumber(name: string, min: number, max: number, label = capitalized(name)) {
  const input = schemas.wholeNumber(name, min, max);
  return { kind: 'number', label, input, output: z.int() } as const;
}

export function link(name: string) {
  const label = capitalized(name);
  return { kind: 'link', label, input: schemas.link(name), output: z.string(), empty: '' } as const;
}

/** Words with commas in between, such as technologies. */
export function list(name: string, max: number) {
  const [label, input] = [capitalized(name), schemas.commaList(name, max)];
  return { kind: 'list', label, input, output: z.string(), empty: '' } as const;
}

/** A list of texts, such as highlights. */
export function sentences(name: string, maxCount: number, maxLength: number) {
  const input = schemas.sentences(name, maxCount, maxLength);
  const output = z.array(z.string());
  return { kind: 'sentences', label: capitalized(name), input, output, empty: [] } as const;
}

export function flag(name: string, label = capitalized(name), about?: string) {
  const output = about === undefined ? z.boolean() : z.boolean().describe(about);
  return { kind: 'flag', label, input: schemas.flag(name), output, empty: false } as const;
}

/** One of several values, or an empty text, which is stored as null. */
export function choice<const V extends readonly string[]>(
  name: string,
  values: V,
  label = capitalized(name),
) {
  return {
    kind: 'choice',
    label,
    input: schemas.optionalOneOf(name, values),
    output: z.enum([...values, '']),
    empty: '',
    stored: z.enum(values).nullable(),
  } as const;
}

/** One of several values, or another text. An empty text is stored as null. */
export function openChoice(name: string, values: readonly string[], max: number) {
  const about = `${values.map((value) => `\`${value}\``).join(', ')}, or another text. Empty for none.`;
  return {
    kind: 'choice',
    label: capitalized(name),
    input: schemas.optionalText(name, max),
    output: z.string().describe(about),
    empty: '',
    stored: z.string().nullable(),
  } as const;
}

export function optionalChoice<const V extends readonly string[], const E extends V[number]>(
  name: string,
  values: V,
  empty: E,
) {
  const input = schemas.oneOf(name, values);
  return {
    kind: 'choice',
    label: capitalized(name),
    input,
    output: z.enum(values),
    empty,
  } as const;
}

/** A month as a number, or null. */
export function month(name: string) {
  const [label, input] = [capitalized(name), schemas.month(name)];
  return { kind: 'date', label, input, output: z.int().nullable(), empty: null } as const;
}

/** A year or a month, as text. */
export function yearMonth(label: string, about: string) {
  const input = schemas.yearMonth();
  return { kind: 'date', label, input, output: shown(about), empty: '' } as const;
}

/** A day as text, like 2026-05-12, or an empty text. */
export function day(label: string, about: string) {
  const input = schemas.day();
  return { kind: 'date', label, input, output: shown(about), empty: '' } as const;
}

/** Names the column of a field, if it is not the field's own name in snake case. */
export function inColumn<F extends Field, const C extends string>(column: C, field: F) {
  return { ...field, column };
}

/** An icon is two fields: its file, and the name of the icon that can be chosen instead. Both are optional. */
export function icon() {
  const file = { kind: 'icon', label: 'icon', namedBy: 'icon' } as const;
  const output = shown('The name of the icon; empty for an uploaded file, and if there is none.');
  return {
    svg: { kind: 'icon', output: Image, label: 'Icon', file },
    icon: { kind: 'text', input: iconName(), output, label: 'Name of the icon', empty: '' },
  } as const;
}

function shown(about: string | undefined) {
  return about === undefined ? z.string() : z.string().describe(about);
}

export function capitalized(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
