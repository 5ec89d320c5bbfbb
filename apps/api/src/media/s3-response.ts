import { SaxesParser } from 'saxes';
import { MediaUnavailableError } from './media-files.ts';

export async function toError(response: Response): Promise<MediaUnavailableError> {
  const body = await response.text().catch(() => '');
  return new MediaUnavailableError(
    `The media store returned an error: ${response.status} ${summarize(body)}`.trim(),
  );
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
