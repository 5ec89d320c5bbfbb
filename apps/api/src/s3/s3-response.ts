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
