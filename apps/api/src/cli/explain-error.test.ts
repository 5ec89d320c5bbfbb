import { expect, test } from 'vitest';
import { ExpectedError } from '../expected-error.ts';
import { ResumeTooLongError } from '../typeset/resume-length.ts';
import { explainError } from './explain-error.ts';
import { CliError } from './owner.ts';

test('a command that fails prints the sentence of the error, without a stack', () => {
  expect(explainError(new ExpectedError(503, 'Try again shortly.'))).toBe('Try again shortly.');
  expect(explainError(new CliError('Specify a file.'))).toBe('Specify a file.');
  expect(explainError(new ResumeTooLongError('Shorten it.'))).toBe('Shorten it.');
  const missing = Object.assign(new Error('ENOENT: no such file, open /a'), { syscall: 'open' });
  expect(explainError(missing)).toBe('ENOENT: no such file, open /a');
});

test('a bug has no sentence, so its stack is shown', () => {
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined();
});
