/**
 * `npm run sbom` prints the npm packages that Vitrine consists of. `node tools/release/sbom.ts --image` adds what
 * else is in an image: the Debian packages and the version of Node.js that standard input names, as
 * dpkg's status file and the binary of Node.js do.
 */
import { execFileSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const Component = z.looseObject({
  'bom-ref': z.string(),
  properties: z.array(z.object({ name: z.string() })).default([]),
});
const Sbom = z.looseObject({
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const sbom = listNpmPackages();
const system = process.argv[2] === '--image' ? listSystem(await text(process.stdin)) : [];
console.log(JSON.stringify({ ...sbom, components: [...system, ...sbom.components] }, null, 1));

/** `--omit=dev` also leaves out packages that Vitrine needs, if a script of the repository uses them. */
function listNpmPackages() {
  const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], { maxBuffer: 2 ** 26 });
  const all = Sbom.parse(JSON.parse(output.toString()));
  const dropped = new Set(
    all.components
      .filter(({ properties }) => properties.some(({ name }) => name.endsWith(':development')))
      .map((component) => component['bom-ref']),
  );
  return {
    ...all,
    components: all.components.filter((component) => !dropped.has(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => !dropped.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => !dropped.has(ref)) })),
  };
}

function listSystem(input: string) {
  const debian = input.split(/\n{2,}/).flatMap((entry) => {
    const { Package: name, Version: version, Architecture: architecture } = fieldsOf(entry);
    if (!name || !version) return [];
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
    return [{ type: 'library', name, version, purl, 'bom-ref': purl }];
  });
  if (debian.length === 0) throw new Error('The input lists no Debian packages.');
  const version = z
    .string('The input does not name the version of Node.js.')
    .parse(/node\.js\/v([\d.]+)/.exec(input)?.[1]);
  const purl = `pkg:generic/node@${version}`;
  return [{ type: 'application', name: 'node', version, purl, 'bom-ref': purl }, ...debian];
}

function fieldsOf(entry: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(entry.matchAll(/^(\w+): (.*)$/gm), ([, key = '', value = '']) => [key, value]),
  );
}
