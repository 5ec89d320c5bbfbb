import { answerRequests } from '../../media/answer-requests.ts';
import { type Imported, UnreadableImportError } from './imported.ts';
import type { ReadRequest, ReadResult } from './read-file.ts';
import { readJsonResume } from './read-json-resume.ts';
import { readLinkedIn } from './read-linkedin.ts';

answerRequests<ReadRequest, ReadResult>(async (request) => {
  try {
    return { imported: await read(request) };
  } catch (error) {
    if (!(error instanceof UnreadableImportError)) throw error;
    return { reason: error.message };
  }
});

async function read(request: ReadRequest): Promise<Imported> {
  if (!('bytes' in request)) {
    const { readRegistered, readOrcid } = await import('./read-publications.ts');
    return 'csl' in request ? readRegistered(request) : readOrcid(request.orcid);
  }
  const { bytes } = request;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 0, 2) === 'PK') return readLinkedIn(file);
  // With a byte order mark, and spaces, if there are any.
  if (/^(\xef\xbb\xbf)?\s*[{[]/.test(file.toString('latin1', 0, 100))) return readJsonResume(file);
  // Loaded only if needed, because it takes most of a second.
  const { readCitations } = await import('./read-publications.ts');
  const citations = readCitations(
    file
      .toString()
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n'),
  );
  if (citations) return citations;
  throw new UnreadableImportError(
    'This is not a LinkedIn export, a JSON Resume, BibTeX or RIS. Choose the ZIP file itself, or a .json, .bib or .ris file.',
  );
}
