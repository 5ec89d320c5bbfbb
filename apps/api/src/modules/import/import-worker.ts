import { answerRequests } from '../../media/answer-requests.ts';
import { UnreadableImportError } from './imported.ts';
import type { ReadRequest, ReadResult } from './read-file.ts';
import { readJsonResume } from './read-json-resume.ts';
import { readLinkedIn } from './read-linkedin.ts';

answerRequests<ReadRequest, ReadResult>(({ bytes }) => read(bytes));

async function read(bytes: Uint8Array): Promise<ReadResult> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (file.toString('latin1', 0, 2) === 'PK') return { imported: await readLinkedIn(file) };
    // With a byte order mark, and spaces, if there are any.
    if (/^(\xef\xbb\xbf)?\s*[{[]/.test(file.toString('latin1', 0, 100)))
      return { imported: readJsonResume(file) };
    throw new UnreadableImportError(
      'This is neither a LinkedIn export nor a JSON Resume. Choose the ZIP file itself, or a .json file.',
    );
  } catch (error) {
    if (!(error instanceof UnreadableImportError)) throw error;
    return { reason: error.message };
  }
}
