import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';
import { API_PREFIX } from './serve.ts';

/** The contract, for programs and for people. */
export function referenceRoutes(app: FastifyInstance, publicUrl: string): void {
  const config = { access: 'anyone' } as const;
  const document = openApiDocument(publicUrl);
  const json = JSON.stringify(document);
  const page = referencePage(document, `${API_PREFIX}/openapi.json`);

  app.get(`${API_PREFIX}/openapi.json`, { config }, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(json),
  );

  app.get(`${API_PREFIX}/docs`, { config }, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', page.policy)
      .type('text/html; charset=utf-8')
      .send(page.html),
  );
}
