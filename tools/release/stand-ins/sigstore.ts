/**
 * Stands for GitHub's identity tokens and for Sigstore: its certificate authority, its log, and the
 * repository with the keys that verifiers trust. Signs and checks like the real ones, with keys of its
 * own.
 */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { fulcioHandler, initializeCA, initializeCTLog, initializeTLog } from '@sigstore/mock';
import { initializeTUFRepo, tufHandlers } from '@tufjs/repo-mock';
import { z } from 'zod';
import { JOB_TOKEN, type Route } from './route.ts';

export interface Identity {
  readonly repository: string;
  readonly workflow_ref: string;
  readonly ref: string;
  readonly sha: string;
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64');

/** The routes, and the file that tells a verifier to trust these keys. */
export async function standForSigstore(identity: Identity) {
  const ctlog = await initializeCTLog(newKeys());
  const ca = await initializeCA(newKeys(), ctlog);
  const tlog = await initializeTLog('https://rekor.sigstore.dev', newKeys());
  const trusted = { name: 'trusted_root.json', content: JSON.stringify(trust()) };
  const keys = initializeTUFRepo([trusted]);

  const issuer = fulcioHandler(ca, { subjectClaim: 'san' });
  const routes: Route[] = [
    {
      matches: (method, url) => method === 'POST' && url === issuer.path,
      respond: async (_, body) => {
        const { statusCode, response } = await issuer.fn(body.toString());
        return { status: statusCode, body: String(response) };
      },
    },
    {
      matches: (method, url) => method === 'POST' && url === '/api/v1/log/entries',
      respond: async (_, body) => ({ status: 201, json: await tlog.log(toEntry(body.toString())) }),
    },
    ...tufHandlers(keys, { metadataPathPrefix: '' }).map(({ path, fn }) => ({
      matches: (_: string, url: string) => url === path,
      respond: async () => ({ status: fn().statusCode, body: fn().response }),
    })),
    {
      matches: (_, url) => url.startsWith('/id-token?'),
      respond: async ({ headers }, _, { searchParams }) => {
        if (headers.authorization !== `Bearer ${JOB_TOKEN}`) return { status: 401 };
        return { json: { value: createToken(identity, searchParams.get('audience')) } };
      },
    },
  ];
  return { routes, root: JSON.stringify(keys.rootMeta.toJSON()) };

  function trust() {
    const validFor = { start: new Date(Date.now() - 3_600_000).toISOString() };
    const log = (publicKey: Buffer, keyId: Uint8Array) => ({
      hashAlgorithm: 'SHA2_256',
      publicKey: {
        rawBytes: base64(publicKey),
        keyDetails: 'PKIX_ECDSA_P256_SHA_256',
        validFor,
      },
      logId: { keyId: base64(keyId) },
    });
    const id = (key: Buffer) => createHash('sha256').update(key).digest();
    return {
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [
        { baseUrl: 'https://rekor.sigstore.dev', ...log(tlog.publicKey, id(tlog.publicKey)) },
      ],
      ctlogs: [
        { baseUrl: 'https://ctfe.sigstore.dev', ...log(ctlog.publicKey, id(ctlog.publicKey)) },
      ],
      certificateAuthorities: [
        {
          subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
          uri: 'https://fulcio.sigstore.dev',
          certChain: {
            certificates: [{ rawBytes: base64(new Uint8Array(ca.rootCertificate.buffer)) }],
          },
          validFor,
        },
      ],
      timestampAuthorities: [],
    };
  }
}

const Proposed = z.looseObject({
  spec: z.object({
    proposedContent: z.object({ envelope: z.string(), verifiers: z.tuple([z.string()]) }),
  }),
});
const Envelope = z.object({
  payload: z.string(),
  signatures: z.tuple([z.object({ sig: z.string() })]),
});

/** What the log keeps of a statement: its hash and its signature. */
function toEntry(proposal: string) {
  const { spec, ...entry } = Proposed.parse(JSON.parse(proposal));
  const { envelope, verifiers } = spec.proposedContent;
  const { payload, signatures } = Envelope.parse(JSON.parse(envelope));
  const hash = (data: string | Buffer) => ({
    algorithm: 'sha256',
    value: createHash('sha256').update(data).digest('hex'),
  });
  return {
    ...entry,
    spec: {
      envelopeHash: hash(envelope),
      payloadHash: hash(Buffer.from(payload, 'base64')),
      signatures: [{ signature: signatures[0].sig, verifier: verifiers[0] }],
    },
  };
}

/** Not signed: the stand-ins for Sigstore and npm read it without checking that. */
function createToken(identity: Identity, audience: string | null): string {
  const claims = {
    iss: 'https://token.actions.githubusercontent.com',
    aud: audience,
    sub: `repo:${identity.repository}:environment:release`,
    // Sigstore derives the subject of a certificate from this claim.
    san: `https://github.com/${identity.workflow_ref}`,
    job_workflow_ref: identity.workflow_ref,
    event_name: 'push',
    repository_visibility: 'public',
    ...identity,
  };
  const parts = [{ alg: 'none' }, claims, {}];
  return parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}
