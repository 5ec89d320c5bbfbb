/**
 * `npm run release:verify IMAGE:VERSION REPOSITORY` checks that the release workflow of that repository
 * built this image from the tag of this version, and that its SBOM is attached:
 *   npm run release:verify docker.io/vitrine/vitrine:0.2.0 https://github.com/<owner>/<repository>
 */
import { type Bundle, createVerifier } from 'sigstore';
import { z } from 'zod';
import { bundlesOf, digestOf } from './registry.ts';

const ISSUER = 'https://token.actions.githubusercontent.com';
const PREDICATES = ['https://slsa.dev/provenance/v1', 'https://cyclonedx.org/bom'];

/** The verifier checks the rest of a bundle. */
const Signed = z.intersection(
  z.custom<Bundle>(),
  z.object({ dsseEnvelope: z.object({ payload: z.base64() }) }),
);
const Statement = z.object({
  subject: z.tuple([z.object({ digest: z.object({ sha256: z.string() }) })]),
  predicateType: z.string(),
});

/** Returns the digest of the image, which is that of what was signed. */
export async function verifyImage(
  image: string,
  version: string,
  repository: string,
): Promise<string> {
  const digest = await digestOf(image, version);
  const workflow = `${repository}/.github/workflows/release.yml@refs/tags/v${version}`;
  const verifier = await createVerifier({
    certificateIssuer: ISSUER,
    // A regular expression, which would also match a part of another identity.
    certificateIdentityURI: `^${workflow.replaceAll(/\W/g, String.raw`\$&`)}$`,
  });
  const missing = new Set(PREDICATES);
  for (const bundle of z.array(Signed).parse(await bundlesOf(image, digest))) {
    verifier.verify(bundle);
    const payload = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString();
    const { subject, predicateType } = Statement.parse(JSON.parse(payload));
    if (`sha256:${subject[0].digest.sha256}` !== digest)
      throw new Error(`A statement attached to ${image}:${version} is about another image.`);
    missing.delete(predicateType);
  }
  if (missing.size > 0)
    throw new Error(`${image}:${version} has no signed ${[...missing].join(' and ')}.`);
  return digest;
}

if (import.meta.main) {
  const [reference, repository] = z
    .tuple([z.string().regex(/:[\d.]+$/), z.string().startsWith('https://')])
    .parse(process.argv.slice(2));
  const [, image = '', version = ''] = /^(.*):(.*)$/.exec(reference) ?? [];
  const digest = await verifyImage(image, version, repository);
  console.log(`${image}@${digest} is Vitrine ${version} of ${repository}.`);
}
