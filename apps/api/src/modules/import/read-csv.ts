import { CsvError, parse } from 'csv-parse/sync';
import { UnreadableImportError } from './imported.ts';

const MAX_ROWS = 2000;
const MAX_COLUMNS = 200;

/** A row by the names of its columns, in lower case. */
export type Row = Readonly<Record<string, string>>;

/** Reads the rows of a file of an export. The header is the first row with this column. */
export function readRows(name: string, file: Buffer, column: string): Row[] {
  const records = readRecords(name, file);
  const start = records.findIndex((record) => record.some((cell) => toKey(cell) === column));
  const [header = [], ...rows] = start < 0 ? [] : records.slice(start);
  if (rows.length > MAX_ROWS)
    throw new UnreadableImportError(
      `${name} in this ZIP file has more than ${MAX_ROWS.toLocaleString('en')} rows. Choose the file as LinkedIn sent it.`,
    );
  if (header.length > MAX_COLUMNS)
    throw new UnreadableImportError(
      `${name} in this ZIP file has more than ${MAX_COLUMNS} columns. Choose the file as LinkedIn sent it.`,
    );
  const keys = header.map(toKey);
  return rows.map((row) =>
    Object.fromEntries(keys.map((key, index) => [key, (row[index] ?? '').trim()])),
  );
}

function readRecords(name: string, file: Buffer): string[][] {
  try {
    return parse(file, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 500_000,
      // Stops here: the header and the notes before it are rows too.
      to: MAX_ROWS + 20,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableImportError(
      `${name} in this ZIP file cannot be read. Download your data from LinkedIn again.`,
    );
  }
}

function toKey(cell: string): string {
  return cell.trim().toLowerCase();
}
