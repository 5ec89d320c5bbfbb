/**
 * `node tools/release/attest.ts IMAGE DIGEST SBOM` signs two statements about an image, its provenance
 * and its SBOM, and attaches them in the registry. The signature needs no key: Sigstore issues a
 * certificate for the identity of the workflow that runs, and records it in a public log.
 */
import { readFileSync } from 'node:fs';
import { attachArtifactToImage, getRegistryCredentials } from '@sigstore/oci';
import { attest } from 'sigstore';
import { z } from 'zod';

const [image, digest, sbom] = z
  .tuple([z.string(), z.templateLiteral(['sha256:', z.string()]), z.string()])
  .parse(process.argv.slice(2));

await attach('https://slsa.dev/provenance/v1', describeRun());
await attach('https://cyclonedx.org/bom', JSON.parse(readFileSync(sbom, 'utf8')));

async function attach(predicateType: string, predicate: unknown): Promise<void> {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: image, digest: { sha256: digest.slice('sha256:'.length) } }],
    predicateType,
    predicate,
  };
  const bundle = await attest(
    Buffer.from(JSON.stringify(statement)),
    'application/vnd.in-toto+json',
  );
  await attachArtifactToImage({
    imageName: image,
    imageDigest: digest,
    credentials: getRegistryCredentials(image),
    artifact: Buffer.from(JSON.stringify(bundle)),
    mediaType: bundle.mediaType,
    annotations: {
      'dev.sigstore.bundle.content': 'dsse-envelope',
      'dev.sigstore.bundle.predicateType': predicateType,
    },
  });
  console.log(`Signed ${predicateType} of ${image}@${digest}.`);
}

/** What was built, from which commit and by which run. */
function describeRun() {
  const run = z
    .object({
      GITHUB_SERVER_URL: z.string(),
      GITHUB_REPOSITORY: z.string(),
      GITHUB_WORKFLOW_REF: z.string(),
      GITHUB_REF: z.string(),
      GITHUB_SHA: z.string(),
      GITHUB_EVENT_NAME: z.string(),
      GITHUB_RUN_ID: z.string(),
      GITHUB_RUN_ATTEMPT: z.string(),
      RUNNER_ENVIRONMENT: z.string(),
    })
    .parse(process.env);
  const repository = `${run.GITHUB_SERVER_URL}/${run.GITHUB_REPOSITORY}`;
  const [workflow = '', ref] = run.GITHUB_WORKFLOW_REF.split('@');
  const path = workflow.slice(run.GITHUB_REPOSITORY.length + 1);
  return {
    buildDefinition: {
      buildType: 'https://actions.github.io/buildtypes/workflow/v1',
      externalParameters: { workflow: { repository, path, ref } },
      internalParameters: {
        github: { event_name: run.GITHUB_EVENT_NAME, runner_environment: run.RUNNER_ENVIRONMENT },
      },
      resolvedDependencies: [
        { uri: `git+${repository}@${run.GITHUB_REF}`, digest: { gitCommit: run.GITHUB_SHA } },
      ],
    },
    runDetails: {
      builder: { id: `${run.GITHUB_SERVER_URL}/${run.GITHUB_WORKFLOW_REF}` },
      metadata: {
        invocationId: `${repository}/actions/runs/${run.GITHUB_RUN_ID}/attempts/${run.GITHUB_RUN_ATTEMPT}`,
      },
    },
  };
}
