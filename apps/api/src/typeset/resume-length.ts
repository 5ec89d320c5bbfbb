import { ExpectedError } from '../expected-error.ts';
/** The resume cannot be written in the time of a request. The message is for the owner. */
export class ResumeTooLongError extends ExpectedError {
  constructor(answer: string) {
    super(422, answer);
  }
}

/** More than 2,000 entries with a few sentences each, which Word shows on 700 pages. */
const MAX_CHARACTERS = 2_000_000;

/** Limits the time that DOCX and text take. */
export function checkDocumentLength(resume: object, format: string): void {
  let length = 0;
  for (const text of textsIn(resume)) {
    length += text.length;
    if (length > MAX_CHARACTERS)
      throw new ResumeTooLongError(
        `The resume is too long for ${format}. Take entries off it, or shorten their texts.`,
      );
  }
}

/** Finds the texts that are not empty, one after the other, so that a long resume is not read to its end. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && value !== '') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) yield* textsIn(part);
}
