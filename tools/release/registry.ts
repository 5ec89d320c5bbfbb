/** Reads images and what is attached to them from a container registry, without an account. */
import { z } from 'zod';

const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join();

const Index = z.object({
  manifests: z.array(z.object({ digest: z.string(), artifactType: z.string().optional() })),
});
const Artifact = z.object({ layers: z.tuple([z.object({ digest: z.string() })]) });

/** The digest that a tag of an image has, such as `docker.io/vitrine/vitrine`. */
export async function digestOf(image: string, tag: string): Promise<string> {
  const response = await read(image, `manifests/${tag}`);
  return z
    .string(`The registry did not name the digest of ${image}:${tag}.`)
    .parse(response.headers.get('docker-content-digest') ?? undefined);
}

/** The Sigstore bundles that are attached to an image. */
export async function bundlesOf(image: string, digest: string): Promise<unknown[]> {
  // A registry without the referrers API has a tag that stands for its response.
  const response =
    (await read(image, `referrers/${digest}`, [404])) ??
    (await read(image, `manifests/${digest.replace(':', '-')}`));
  const { manifests } = Index.parse(await response.json());
  const bundles = manifests.filter(({ artifactType }) => artifactType?.includes('sigstore.bundle'));
  return Promise.all(bundles.map(({ digest: artifact }) => readArtifact(image, artifact)));
}

async function readArtifact(image: string, digest: string): Promise<unknown> {
  const manifest = await read(image, `manifests/${digest}`);
  const { layers } = Artifact.parse(await manifest.json());
  const blob = await read(image, `blobs/${layers[0].digest}`);
  return blob.json();
}

async function read(image: string, path: string): Promise<Response>;
async function read(image: string, path: string, missing: [404]): Promise<Response | undefined>;
async function read(image: string, path: string, missing?: [404]): Promise<Response | undefined> {
  const [host = '', ...name] = image.split('/');
  const origin = /^(localhost|127\.0\.0\.1)(:|$)/.test(host) ? `http://${host}` : `https://${host}`;
  // The host of Docker Hub's registry is not the one in the names of its images.
  const url = `${origin.replace(/\/docker\.io$/, '/registry-1.docker.io')}/v2/${name.join('/')}/${path}`;
  let response = await fetch(url, { headers: { accept: MANIFEST_TYPES } });
  const challenge = response.headers.get('www-authenticate');
  if (response.status === 401 && challenge) {
    const authorization = `Bearer ${await getToken(challenge)}`;
    response = await fetch(url, { headers: { accept: MANIFEST_TYPES, authorization } });
  }
  if (missing && response.status === 404) return;
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return response;
}

async function getToken(challenge: string): Promise<string> {
  const { realm = '', ...query } = Object.fromEntries(
    Array.from(challenge.matchAll(/(\w+)="([^"]*)"/g), ([, key, value]) => [key, value]),
  );
  const response = await fetch(`${realm}?${new URLSearchParams(query)}`);
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
