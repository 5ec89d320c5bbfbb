import { type Route, validationOf } from '@vitrine/contract/routes';
import { type AnyRequest, API_URL, ApiError, callApi } from './call-api.ts';

/**
 * Validates the fields before a form uploads its files, so that a typo is reported before the upload
 * and not after it. Only Vitrine's own service has this validation.
 */
export async function checkFields(
  route: Route,
  { params, body, signal }: Pick<AnyRequest, 'params' | 'body' | 'signal'>,
): Promise<void> {
  if (API_URL !== '' || !(body instanceof FormData)) return;
  const fields = [...body].filter(([, value]) => typeof value === 'string');
  if (fields.length === [...body].length) return;
  try {
    await callApi(validationOf(route), {
      ...(params && { params }),
      ...(signal && { signal }),
      body: Object.fromEntries(fields),
    });
  } catch (error) {
    // Leave every other error, such as a host without this validation, to the call itself.
    const isFieldError = error instanceof ApiError && Object.keys(error.fields).length > 0;
    if (isFieldError || signal?.aborted) throw error;
  }
}
