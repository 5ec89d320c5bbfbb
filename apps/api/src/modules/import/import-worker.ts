import { answerRequests } from '../../media/answer-requests.ts';
import { type Imported, UnreadableImportError } from './imported.ts';
import { isMarkdown } from './post-path.ts';
import type { ReadRequest, ReadResult } from './read-file.ts';
import { readJsonResume } from './read-json-resume.ts';
import { isOfLinkedIn, readLinkedIn } from './read-linkedin.ts';
import { readZip } from './read-zip.ts';

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
  const { bytes, name } = request;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 0, 2) === 'PK') return readArchive(file);
  if (
    isMarkdown(name) ||
    /^(\xef\xbb\xbf)?(---|\+\+\+)[ \t]*\r?\n/.test(file.toString('latin1', 0, 100))
  )
    return readMarkdown(new Map([[name, file]]));
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
    'This is not a LinkedIn export, a JSON Resume, Markdown, BibTeX or RIS. Choose the ZIP file itself, or a .json, .md, .bib or .ris file.',
  );
}

/** With Markdown in it, it is a folder of posts. */
async function readArchive(file: Buffer): Promise<Imported> {
  const zip = await readZip(file, (path) => isMarkdown(path) || isOfLinkedIn(path));
  const posts = [...zip.files].filter(([path]) => isMarkdown(path));
  return posts.length > 0 ? readMarkdown(new Map(posts), zip.paths) : readLinkedIn(zip);
}

/** Loaded only if needed, as the libraries for citations are. */
async function readMarkdown(files: ReadonlyMap<string, Buffer>, paths?: ReadonlySet<string>) {
  const { readPosts } = await import('./read-posts.ts');
  return readPosts(files, paths);
}
