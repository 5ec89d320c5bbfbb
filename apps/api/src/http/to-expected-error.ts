import { isDatabaseTimeout, isDatabaseUnavailable } from '../db/client.ts';
import { ExpectedError, UnavailableError } from '../expected-error.ts';

/** Maps any error to a status and a user-facing message. The cause is only logged. */
export function toExpectedError(error: unknown): ExpectedError {
  if (error instanceof ExpectedError) return error;
  if (isDatabaseUnavailable(error))
    return new UnavailableError(
      'The database cannot be reached right now. Please try again shortly.',
    );
  if (isDatabaseTimeout(error))
    return new UnavailableError('The request took too long. Please try again shortly.');
  if (isSessionGone(error)) return new ExpectedError(401, 'Please log in.');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') {
    return new ExpectedError(
      507,
      'There is not enough disk space. Free up some space and try again.',
    );
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new ExpectedError(status, frameworkMessage(status));
  return new ExpectedError(500, 'Something went wrong on our side. Please try again.');
}

/** Whether a request stored something for its session, which ended after the guard found it. */
function isSessionGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    String(error.constraint).endsWith('_session_id_fkey')
  );
}

/** Messages for requests that Fastify rejects before a handler runs. */
function frameworkMessage(status: number): string {
  if (status === 413) return 'The request is too large.';
  if (status === 415) return 'This content type is not supported.';
  return 'The request could not be read.';
}
