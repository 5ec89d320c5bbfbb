/** Stands for npm's registry: trusted publishing, packages, and their provenance. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Route } from './route.ts';

const Claims = z.object({ aud: z.string(), workflow_ref: z.string() });
const Published = z.looseObject({
  name: z.string(),
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.looseObject({ dist: z.looseObject({ tarball: z.url() }) })),
  _attachments: z.record(z.string(), z.object({ data: z.string() })),
});

export function standForNpm(): Route[] {
  const tokens = new Set<string>();
  const documents = new Map<string, unknown>();
  const tarballs = new Map<string, Buffer>();

  return [
    {
      // The publisher that npm trusts is this workflow of this repository.
      matches: (method, url) =>
        method === 'POST' && url.startsWith('/-/npm/v1/oidc/token/exchange/'),
      respond: async ({ headers }) => {
        const [, payload = ''] = headers.authorization?.split('.') ?? [];
        const json: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const { aud, workflow_ref } = Claims.parse(json);
        if (!aud.startsWith('npm:') || !workflow_ref.includes('/.github/workflows/release.yml@'))
          return { status: 403 };
        const token = randomBytes(16).toString('hex');
        tokens.add(token);
        return { status: 201, json: { token } };
      },
    },
    {
      matches: (method, url) => method === 'PUT' && url.startsWith('/@'),
      respond: async ({ headers }, body) => {
        if (!tokens.has(headers.authorization?.slice('Bearer '.length) ?? ''))
          return { status: 401 };
        publish(Published.parse(JSON.parse(body.toString())));
        return { status: 201, json: {} };
      },
    },
    {
      matches: (_, url) => tarballs.has(url),
      respond: async (_request, _body, { pathname }) => ({ body: tarballs.get(pathname) ?? '' }),
    },
    {
      matches: (_, url) => documents.has(url.toLowerCase()),
      respond: async (_request, _body, { pathname }) => ({
        json: documents.get(pathname.toLowerCase()),
      }),
    },
  ];

  function publish({ _attachments, ...document }: z.infer<typeof Published>): void {
    for (const [version, { dist }] of Object.entries(document.versions)) {
      const { pathname, origin } = new URL(dist.tarball);
      const attached = (suffix: string) =>
        Object.entries(_attachments).find(([name]) => name.endsWith(suffix))?.[1].data;
      tarballs.set(pathname, Buffer.from(attached('.tgz') ?? '', 'base64'));
      const provenance = attached('.sigstore');
      if (!provenance) continue;
      const path = `/-/npm/v1/attestations/${document.name}@${version}`;
      const predicateType = 'https://slsa.dev/provenance/v1';
      Object.assign(dist, {
        attestations: { url: `${origin}${path}`, provenance: { predicateType } },
      });
      documents.set(path, { attestations: [{ predicateType, bundle: JSON.parse(provenance) }] });
    }
    documents.set(`/${document.name.replace('/', '%2f')}`, document);
  }
}
