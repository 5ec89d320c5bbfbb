import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';
import { API_PREFIX } from './register-route.ts';
import { PAGE_HEADERS } from './security-headers.ts';

/** Serves the API reference as an OpenAPI document and as a page. */
export function referenceRoutes(app: FastifyInstance, publicUrl: string): void {
  const config = { access: 'anyone' } as const;
  // Rendered on the first request, because it is rarely read.
  let rendered: ReturnType<typeof renderReference> | undefined;
  const reference = () => (rendered ??= renderReference(publicUrl));

  app.get(`${API_PREFIX}/openapi.json`, { config }, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(reference().json),
  );

  app.get(`${API_PREFIX}/docs`, { config }, (_request, reply) => {
    const { page } = reference();
    return reply
      .header('cache-control', 'no-cache')
      .headers({ ...PAGE_HEADERS, 'content-security-policy': page.policy })
      .type('text/html; charset=utf-8')
      .send(page.html);
  });
}

function renderReference(publicUrl: string) {
  const document = openApiDocument(publicUrl);
  return {
    json: JSON.stringify(document),
    page: referencePage(document, `${API_PREFIX}/openapi.json`),
  };
}
