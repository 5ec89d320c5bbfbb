import { userInfo } from 'node:os';
import { ConfigError } from '../config.ts';
import { explainDatabaseError } from '../db/explain-error.ts';
import { ExpectedError } from '../expected-error.ts';
import { BackupError } from '../modules/backup/archive.ts';
import { ExportError } from '../modules/site/export-site.ts';
import { CliError } from './owner.ts';

/** Why a command failed, as text for the terminal. Returns undefined for a bug, whose stack is shown. */
export function explainError(error: unknown): string | undefined {
  const explanation = explainDatabaseError(error);
  if (explanation !== undefined) return `${explanation} For more checks, run vitrine doctor.`;
  if (
    error instanceof CliError ||
    error instanceof BackupError ||
    error instanceof ExportError ||
    error instanceof ConfigError ||
    // As the API would respond, such as when the process that writes DOCX fails.
    error instanceof ExpectedError
  )
    return error.message;
  // A file error. The system's message includes the path and the reason.
  if (error instanceof Error && 'syscall' in error) return explainFileError(error);
  return undefined;
}

function explainFileError(error: Error): string {
  const { code, path }: NodeJS.ErrnoException = error;
  if (code !== 'EACCES' || path === undefined) return error.message;
  return `The user ${userInfo().username} cannot read or write ${path}. Grant access, or choose another path.`;
}
