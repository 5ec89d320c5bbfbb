import { SaxesParser } from 'saxes';
import { readLimited } from '../read-limited.ts';

/** An error of an S3-compatible store. Without a status, it did not respond. */
export class S3Error extends Error {
  readonly status: number | undefined;

  constructor(message?: string, status?: number) {
    super(message);
    this.status = status;
  }
}

const ERROR_LIMITS = { maxSize: 64 * 1024, ms: 5_000 };

export async function toError(response: Response): Promise<S3Error> {
  const body = await readLimited(response, ERROR_LIMITS).then(String, () => '');
  const message = `The store returned an error: ${response.status} ${summarize(body)}`.trim();
  return new S3Error(message, response.status);
}

/** The code and the message of an S3 error in one line, or the start of any other body. */
function summarize(xml: string): string {
  try {
    const texts = [...textsIn(xml, 'Code'), ...textsIn(xml, 'Message')];
    if (texts.length > 0) return inOneLine(texts.join(': '));
  } catch {}
  return inOneLine(xml);
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** The text of every element with this name. */
export function textsIn(xml: string, element: string): string[] {
  const texts: string[] = [];
  let isInside = false;
  const parser = new SaxesParser({});
  parser.on('opentag', ({ name }) => {
    isInside = name === element;
  });
  parser.on('text', (text) => {
    if (isInside) texts.push(text);
  });
  parser.on('closetag', () => {
    isInside = false;
  });
  parser.write(xml).close();
  return texts;
}

/** What the status of a failed request means for the owner. The store's own words may quote the request. */
export function explainStatus(status: number | undefined): string {
  if (status === undefined) return 'The object store does not respond.';
  return REASONS[status] ?? `The object store returned the error ${status}.`;
}

const REASONS: Readonly<Record<number, string>> = {
  301: 'The object store sends requests elsewhere (301). Check its address and the region.',
  307: 'The object store sends requests elsewhere (307). Check its address and the region.',
  400: 'The object store does not understand the request (400). Check its address and the region.',
  401: 'The object store rejected the access key (401). Replace the key.',
  403: 'The object store rejected the access key (403). It may have been deleted, or may not list, read, write and delete in this bucket. Replace the key.',
  404: 'The bucket does not exist (404). Create it, or correct its name.',
  429: 'The object store accepts no more requests for now (429).',
  507: 'The object store is full (507).',
};
