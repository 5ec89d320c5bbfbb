import type { Files } from '@vitrine/contract/call';
import { UPLOAD_LIMIT } from '@vitrine/contract/media';
import type { FastifyRequest } from 'fastify';
import { ExpectedError, validationError } from '../expected-error.ts';

export interface ReadForm {
  readonly fields: Record<string, unknown>;
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Reads a multipart form to its end even if a part is invalid. A browser that is still sending treats
 * an early response as a broken connection and does not show it.
 */
export async function readForm(request: FastifyRequest, expected: Files): Promise<ReadForm> {
  try {
    return await collectParts(request, expected);
  } catch (error) {
    // Errors with a status are exceeded limits. All others mean that the form is malformed.
    if (error instanceof ExpectedError || (error instanceof Error && 'statusCode' in error))
      throw error;
    throw new ExpectedError(400, 'The form could not be read. Please send it again.');
  }
}

async function collectParts(request: FastifyRequest, expected: Files): Promise<ReadForm> {
  const fields: Record<string, unknown> = Object.create(null);
  const files = new Map<string, Buffer>();
  const errors: Record<string, string> = Object.create(null);
  let tooLarge = false;

  for await (const part of request.parts()) {
    const name = part.fieldname;
    const known = Object.hasOwn(expected, name) ? expected[name] : undefined;
    if (name in fields || files.has(name)) errors[name] = `The field ${name} was sent twice.`;
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      if (part.file.truncated) {
        tooLarge = true;
        errors[name] = `The ${known?.label ?? 'file'} is larger than 10 MB. Choose a smaller file.`;
      }
      // Browsers change the line breaks of a text field, but not those of a file.
      else if (!known && part.mimetype.startsWith('text/')) fields[name] = bytes.toString();
      else if (!known) errors[name] = `There is no file field named ${name}.`;
      // An empty file input sends a file with no name and no content.
      else if (bytes.length > 0 || part.filename) files.set(name, bytes);
    } else if (!known) fields[name] = part.value;
    else if (part.value !== '') errors[name] = `Send the ${known.label} as a file.`;
  }
  if (Object.keys(errors).length > 0) throw validationError(errors, tooLarge ? 413 : 400);
  return { fields, files };
}

export const MULTIPART = {
  throwFileSizeLimit: false,
  limits: {
    fileSize: UPLOAD_LIMIT,
    files: 4,
    fields: 40,
    parts: 44,
    fieldNameSize: 100,
    fieldSize: 64 * 1024,
    headerPairs: 20,
  },
};
