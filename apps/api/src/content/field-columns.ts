import type { Field, Fields } from '@vitrine/contract/collection-field';
import type { Image } from '@vitrine/contract/media';
import { StoredGallery } from '@vitrine/contract/picture-field';
import { columnOf } from '../db/collection-columns.ts';

/** How the fields of a collection are stored in the columns of a row, and shown from them. */

export interface FieldColumn {
  readonly name: string;
  readonly column: string;
  readonly field: Field;
  /** The columns of the focal point of a picture. */
  readonly focus: readonly string[];
}

export type Row = Readonly<Record<string, unknown>>;

/** The pictures of an item, by the names of their files. */
export type Images = ReadonlyMap<string, Image>;

export function columnsOf(fields: Fields): FieldColumn[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    column: columnOf(name, field),
    field,
    focus: (field.file?.focus ?? []).map((one) => columnOf(one, fields[one])),
  }));
}

/** Returns the columns of the fields that are set, and their values. */
export function columnsIn(fields: readonly FieldColumn[], content: unknown): Row {
  const sent: Row = Object(content);
  const columns: Record<string, unknown> = {};
  for (const { name, column, field, focus } of fields) {
    const value = sent[field.sentAs ?? name];
    // An empty slug leaves an item the one that it has.
    if (value === undefined || (field.kind === 'slug' && value === '')) continue;
    columns[column] = value === '' && isNullable(field) ? null : value;
    // The old focal point belongs to the old picture.
    for (const one of focus) columns[one] = CENTER;
  }
  return columns;
}

const CENTER = 50;

/** Whether its column is null if it is empty. */
function isNullable({ kind }: Field): boolean {
  return kind === 'choice' || kind === 'picture';
}

/** Returns the function that makes an item of a row: the fields of a response, and what it has besides. */
export function createView(fields: readonly FieldColumn[]) {
  const shown = fields.filter(({ field }) => field.output);
  // Copying an object with all keys is faster than adding them one by one.
  const empty = Object.fromEntries(shown.map(({ name }) => [name, null]));
  return (row: Row, images: Images, others: object = {}) => {
    const item: Record<string, unknown> = { ...empty, ...others };
    for (const one of shown) item[one.name] = showField(one, row, images);
    return item;
  };
}

function showField({ column, field, focus }: FieldColumn, row: Row, images: Images): unknown {
  const value = row[column];
  switch (field.kind) {
    case 'choice':
      return value ?? '';
    case 'date':
      return value instanceof Date ? value.toISOString() : value;
    case 'icon':
    case 'picture': {
      const image = images.get(String(value));
      const [x, y] = focus;
      if (!image || !x || !y) return image ?? { url: '' };
      return { ...image, focalPoint: { x: row[x], y: row[y] } };
    }
    case 'gallery':
      return StoredGallery.parse(value).flatMap(({ image: name, focalX, focalY, ...texts }) => {
        const image = images.get(name);
        return image
          ? [{ ...texts, name, image: { ...image, focalPoint: { x: focalX, y: focalY } } }]
          : [];
      });
    default:
      return value;
  }
}
