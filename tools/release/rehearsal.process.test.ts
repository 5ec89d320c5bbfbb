/**
 * Runs the release workflow against stand-ins. Needs root, docker-registry and buildah. With
 * REHEARSE=images, it builds the real images.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Rehearsal, rehearse } from './rehearse.ts';

const DOCKER = 'application/vnd.docker.distribution.manifest';
const Index = z.object({ manifests: z.tuple([z.object({ digest: z.string() })]) });

const realImages = process.env['REHEARSE'] === 'images';
const canRehearse =
  process.getuid?.() === 0 &&
  spawnSync('sh', ['-c', 'command -v docker-registry && command -v buildah']).status === 0;

// Who asks for a rehearsal must not get a success without one.
describe.runIf(canRehearse || process.env['REHEARSE'] !== undefined)('the release workflow', () => {
  let release: Rehearsal;

  beforeAll(async () => {
    release = await rehearse({ realImages });
  }, 3_600_000);
  afterAll(() => release?.stop());

  const manifestUrl = (reference: string) =>
    `${release.registry}/v2/vitrine/vitrine/manifests/${reference}`;
  const readManifest = (reference: string) =>
    fetch(manifestUrl(reference), {
      headers: { accept: `${DOCKER}.list.v2+json, ${DOCKER}.v2+json` },
    });

  /** As someone with access to the registry could. */
  async function copyManifest(from: string, to: string): Promise<void> {
    const manifest = await readManifest(from);
    const headers = { 'content-type': manifest.headers.get('content-type') ?? '' };
    const body = await manifest.text();
    expect((await fetch(manifestUrl(to), { method: 'PUT', body, headers })).status).toBe(201);
  }

  const verify = (image: string, repository = release.repository) =>
    release.run(`node tools/release/verify.ts ${image} ${repository}`);

  test('publishes the client, and npm verifies who built it', () => {
    const site = join(release.home, 'site');
    mkdirSync(site, { recursive: true });
    writeFileSync(join(site, 'package.json'), '{}');
    release.run(`npm install @vitrine/client@${release.version}`, site);
    expect(release.run('npm audit signatures', site)).toContain(
      '1 package has a verified attestation',
    );
    const names = `console.log(Object.keys(await import('@vitrine/client')).join())`;
    expect(release.run(`node --input-type=module --eval "${names}"`, site)).toContain(
      'createVitrine',
    );
  });

  test.each(['', '-one'])('publishes the image vitrine%s, and anyone can verify it', (suffix) => {
    const { image, version } = release;
    const named = /sha256:\w{64} is Vitrine \S+ of https:\/\/github\.com\/example\/vitrine\.$/m;
    expect(verify(`${image}${suffix}:${version}`)).toMatch(named);
  });

  test('names the same image by the version without its last part', async () => {
    const digests = [release.version, release.version.replace(/\.\d+$/, '')].map(async (tag) =>
      (await readManifest(tag)).headers.get('docker-content-digest'),
    );
    const [digest, short] = await Promise.all(digests);
    expect(digest).toMatch(/^sha256:/);
    expect(short).toBe(digest);
  });

  test.each(['example/copy', 'example/vitrin.'])(
    'does not accept an image as that of %s, which did not build it',
    (repository) => {
      const image = `${release.image}:${release.version}`;
      expect(() => verify(image, `https://github.com/${repository}`)).toThrow(
        'certificate identity error',
      );
    },
  );

  test('does not accept an older image under the tag of a newer version', async () => {
    await copyManifest(release.version, '9.9.9');
    expect(() => verify(`${release.image}:9.9.9`)).toThrow();
  });

  test('does not accept an image without signatures', async () => {
    const { manifests } = Index.parse(await (await readManifest(release.version)).json());
    await copyManifest(manifests[0].digest, '9.9.8');
    expect(() => verify(`${release.image}:9.9.8`)).toThrow('returned 404');
  });

  test('lists packages of npm and Debian, and Node.js, in the SBOM of an image', () => {
    const { image, version } = release;
    const script = join(import.meta.dirname, 'registry.ts');
    const print = `
      const { bundlesOf, digestOf } = await import('${script}');
      for (const { dsseEnvelope } of await bundlesOf('${image}', await digestOf('${image}', '${version}')))
        console.log(atob(dsseEnvelope.payload));`;
    const statements = execFileSync(process.execPath, ['--input-type=module', '--eval', print], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    for (const name of ['fastify', 'pg', 'react', 'sharp'])
      expect(statements).toContain(`"pkg:npm/${name}@`);
    expect(statements).not.toContain('"pkg:npm/vitest@');
    expect(statements).toContain('"pkg:deb/debian/libc6@2.36');
    expect(statements).toMatch(/"pkg:generic\/node@\d+\.\d+\.\d+"/);
    expect(statements).toContain('"gitCommit":"');
  });

  test('fills the release page from the changelog', () => {
    const { page, version } = release;
    expect(readdirSync(page).toSorted()).toEqual([
      `catalogs-${version}.tar.gz`,
      'notes.md',
      'sbom.cdx.json',
      `vitrine-${version}.tar.gz`,
    ]);
    expect(readFileSync(join(page, 'notes.md'), 'utf8')).toMatch(/^- /);
    expect(release.run(`tar -tzf ${page}/vitrine-${version}.tar.gz`)).toContain(
      `vitrine-${version}/package-lock.json`,
    );
  });

  test('names the version and the digest of the image in the files for app catalogs', () => {
    const { page, version, image } = release;
    const file = release.run(
      `tar -xzOf ${page}/catalogs-${version}.tar.gz ./umbrel/vitrine/docker-compose.yml`,
    );
    const [, digest] = /@(sha256:\w+) is Vitrine/.exec(verify(`${image}-one:${version}`)) ?? [];
    expect(file).toContain(`image: ${image}-one:${version}@${digest}\n`);
  });

  test.each([
    ['v9.9.9', 'package.json has the version'],
    ['9.9.9', 'Name the tag'],
  ])('refuses the tag %s', (tag, message) => {
    expect(() => release.run(`npm run release:check ${tag}`)).toThrow(message);
  });
});
