import { answerOf, ExpectedError } from '../expected-error.ts';

/** A change that cannot be stored, with a message for each field. */
export class InvalidContentError extends ExpectedError {
  constructor(fields: Readonly<Record<string, string>>) {
    super(400, answerOf(fields), { fields, reason: 'The content is invalid.' });
  }
}
