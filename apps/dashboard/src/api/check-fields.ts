import { makeValidation, type Route } from '@vitrine/contract/route';
import { type AnyRequest, ApiError, callApi } from './call-api.ts';

/**
 * Validates the fields before a form uploads its files, so that a typo is reported before the upload
 * and not after it.
 */
export async function checkFields(
  route: Route,
  { params, body, signal }: Pick<AnyRequest, 'params' | 'body' | 'signal'>,
): Promise<void> {
  if (!(body instanceof FormData)) return;
  const fields = [...body].filter(([, value]) => typeof value === 'string');
  if (fields.length === [...body].length) return;
  try {
    await callApi(makeValidation(route), {
      ...(params && { params }),
      ...(signal && { signal }),
      body: Object.fromEntries(fields),
    });
  } catch (error) {
    // Leave every other error to the call itself.
    const isFieldError = error instanceof ApiError && Object.keys(error.fields).length > 0;
    if (isFieldError || signal?.aborted) throw error;
  }
}
