import { type Route, validationOf } from '@vitrine/contract/routes';
import { API_URL, ApiError, callApi, type Sent } from './call-api.ts';

/**
 * Asks for a check of the fields before a form uploads files: a typo is then found before the
 * upload and not after it. Only our own service offers this check, with the rules of the call itself.
 */
export async function checkFields(route: Route, { params, body, signal }: Sent): Promise<void> {
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
    // Anything else, such as a host without this check, is left to the call itself.
    const isFieldError = error instanceof ApiError && Object.keys(error.fields).length > 0;
    if (isFieldError || signal?.aborted) throw error;
  }
}
