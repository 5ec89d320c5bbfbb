import type { Failure } from '@vitrine/contract/call';

interface Options {
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  readonly code?: NonNullable<Failure['code']>;
  /** Is logged instead of the answer, and never sent. */
  readonly reason?: string | undefined;
  /** Is logged, and never sent. */
  readonly cause?: unknown;
}

/** An error that has a response of its own. The dashboard shows the answer unchanged. */
export class ExpectedError extends Error {
  readonly status: number;
  readonly answer: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly code: Failure['code'];

  constructor(status: number, answer: string, options: Options = {}) {
    super(options.reason ?? answer, options);
    this.status = status;
    this.answer = answer;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.code = options.code;
  }
}

/** Something that the service needs does not work right now. */
export class UnavailableError extends ExpectedError {
  constructor(answer: string, options: Pick<Options, 'reason' | 'cause'> = {}) {
    super(503, answer, { ...options, retryAfterSeconds: 5 });
  }
}

/** A message for each invalid field. */
export function validationError(
  fields: Readonly<Record<string, string>>,
  status = 400,
): ExpectedError {
  return new ExpectedError(status, answerOf(fields), { fields });
}

export function answerOf(fields: Readonly<Record<string, string>>): string {
  return [...new Set(Object.values(fields))].join(' ') || 'The request could not be read.';
}
