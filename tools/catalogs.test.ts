/**
 * Checks the files for app catalogs against the rules that the catalogs publish. ops/catalogs/README.md
 * says what no test here can check.
 */
import { readFileSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { fillCatalogs } from './release/catalogs.ts';

const files = fillCatalogs({
  version: '0.2.0',
  repository: 'https://github.com/example/vitrine',
  image: 'docker.io/vitrine/vitrine-one',
  digest: `sha256:${'0'.repeat(64)}`,
  source: '1'.repeat(64),
  date: new Date(),
});
const read = (path: string) => z.string(`There is no ${path}.`).parse(files.get(path));
const yaml = (path: string): unknown => parseYaml(read(path));
const toml = (path: string): unknown => parseToml(read(path));
const json = (path: string): unknown => JSON.parse(read(path));

const Version = z.literal('0.2.0');
const Text = z.string().min(1);
const Port = z.int().min(1).max(65_535);
const Architectures = z.tuple([z.literal('amd64'), z.literal('arm64')]);
const English = z.object({ en_US: Text });
/** Catalogs ask for a version, so that an update is a change of theirs. */
const IMAGE = /^vitrine\/vitrine-one:0\.2\.0(@sha256:[0-9a-f]{64})?$/;
const Service = z.looseObject({
  image: z.string().regex(IMAGE),
  environment: z
    .union([z.record(z.string(), z.unknown()), z.array(z.string())])
    .transform((value) =>
      Array.isArray(value) ? value.map((line) => line.split('=')[0] ?? '') : Object.keys(value),
    ),
  stop_grace_period: Text,
});

test('only settings that Vitrine has are set', () => {
  const documented = ['configuration', 'one-container']
    .map((page) => readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8'))
    .join('');
  const names = [
    serviceOf('casaos/docker-compose.yml', 'vitrine'),
    serviceOf('dokploy/blueprints/vitrine/docker-compose.yml', 'vitrine'),
    serviceOf('runtipi/vitrine/docker-compose.yml', 'vitrine'),
    serviceOf('umbrel/vitrine/docker-compose.yml', 'web'),
  ].flatMap(({ environment }) => environment);
  names.push(...allMatches('truenas/vitrine/templates/docker-compose.yaml', /add_env\("(\w+)"/g));
  names.push(...allMatches('unraid/vitrine.xml', /Target="([A-Z_]+)"/g));
  names.push(...allMatches('yunohost/conf/env', /^([A-Z_]+)=/gm));
  expect(names.length).toBeGreaterThan(25);
  for (const name of new Set(names)) expect(documented).toContain(`\`${name}\``);
});

test('CasaOS: the compose file has the fields of the store', () => {
  serviceOf('casaos/docker-compose.yml', 'vitrine');
  const { 'x-casaos': store, services } = z
    .object({
      services: z.object({
        vitrine: z.object({
          ports: z.array(z.object({ published: Text, host_ip: z.literal('0.0.0.0') })),
        }),
      }),
      'x-casaos': z.object({
        id: z.string().regex(/^[a-z.]+$/),
        main: z.literal('vitrine'),
        index: z.string().startsWith('/'),
        port_map: Text,
        title: English,
        tagline: English,
        description: English,
        icon: Text,
        category: z.enum(['Productivity']),
        architectures: Architectures,
        version: Version,
        update_at: z.iso.date(),
        author: Text,
      }),
    })
    .parse(yaml('casaos/docker-compose.yml'));
  expect(services.vitrine.ports[0]?.published).toBe(store.port_map);
});

describe('Umbrel', () => {
  test('the manifest has the fields of the guide, in its order', () => {
    const Manifest = z.strictObject({
      manifestVersion: z.literal(1),
      id: z.string().regex(/^[a-z-]+$/),
      category: z.enum(['files', 'media', 'networking', 'social', 'automation', 'developer']),
      name: Text,
      version: Version,
      tagline: z.string().regex(/[^.]$/),
      description: Text,
      releaseNotes: z.literal(''),
      developer: Text,
      website: z.url(),
      dependencies: z.tuple([]),
      repo: z.url(),
      support: z.url(),
      port: Port,
      gallery: z.tuple([]),
      path: z.literal(''),
      defaultUsername: z.literal(''),
      defaultPassword: z.literal(''),
      deterministicPassword: z.literal(true),
      submitter: Text,
      submission: z.url(),
    });
    const manifest = Manifest.parse(yaml('umbrel/vitrine/umbrel-app.yml'));
    const order = Object.keys(
      z.record(z.string(), z.unknown()).parse(yaml('umbrel/vitrine/umbrel-app.yml')),
    );
    expect(order).toEqual(Object.keys(Manifest.shape));
    expect(manifest.id).toBe('vitrine');
  });

  test('the image is pinned by digest and does not run as root', () => {
    const { image, user } = serviceOf('umbrel/vitrine/docker-compose.yml', 'web');
    expect(image).toContain('@sha256:');
    expect(user).toBe('1000:1000');
    const { services } = z
      .object({ services: z.object({ app_proxy: z.object({ environment: z.unknown() }) }) })
      .parse(yaml('umbrel/vitrine/docker-compose.yml'));
    expect(services.app_proxy.environment).toMatchObject({
      APP_HOST: 'vitrine_web_1',
      APP_PORT: 8080,
    });
  });
});

test('Runtipi: the form asks for the variables that the compose file uses', () => {
  const Field = z.strictObject({
    type: z.enum([
      'text',
      'password',
      'email',
      'number',
      'fqdn',
      'ip',
      'fqdnip',
      'random',
      'boolean',
    ]),
    label: Text,
    hint: Text.optional(),
    placeholder: Text.optional(),
    min: z.int().optional(),
    max: z.int().optional(),
    required: z.boolean(),
    env_variable: z.string().regex(/^[A-Z_]+$/),
  });
  const { form_fields } = z
    .strictObject({
      id: z.literal('vitrine'),
      name: Text,
      available: z.literal(true),
      exposable: z.boolean(),
      port: Port,
      tipi_version: z.int().positive(),
      version: Version,
      categories: z.array(z.enum(['social', 'utilities'])).min(1),
      short_desc: Text,
      description: Text,
      author: Text,
      source: z.url(),
      website: z.url(),
      form_fields: z.array(Field),
      supported_architectures: Architectures,
      created_at: z.int(),
      updated_at: z.int(),
      dynamic_config: z.literal(true),
    })
    .parse(json('runtipi/vitrine/config.json'));
  const compose = 'runtipi/vitrine/docker-compose.yml';
  expect(serviceOf(compose, 'vitrine')).toMatchObject({
    'x-runtipi': { is_main: true, internal_port: 8080 },
  });
  expect(yaml(compose)).toMatchObject({ 'x-runtipi': { schema_version: 2 } });
  expect(allMatches(compose, /\$\{(VITRINE_\w+)\}/g)).toEqual(
    form_fields.map(({ env_variable }) => env_variable),
  );
});

test('Dokploy: the template sets the variables that the compose file uses', () => {
  const { config, variables } = z
    .strictObject({
      variables: z.record(z.string(), Text),
      config: z.strictObject({
        env: z.array(z.string().regex(/^[A-Z_]+=/)),
        domains: z.array(
          z.strictObject({ serviceName: z.literal('vitrine'), port: z.literal(8080), host: Text }),
        ),
      }),
    })
    .parse(toml('dokploy/blueprints/vitrine/template.toml'));
  const compose = 'dokploy/blueprints/vitrine/docker-compose.yml';
  const service = serviceOf(compose, 'vitrine');
  expect(config.env.map((line) => line.split('=')[0])).toEqual(service.environment);
  expect(service).not.toHaveProperty('container_name');
  expect(service).not.toHaveProperty('networks');
  const used = allMatches('dokploy/blueprints/vitrine/template.toml', /\$\{(\w+_\w+)\}/g);
  expect(new Set(used)).toEqual(new Set(Object.keys(variables)));
  z.strictObject({
    id: z.literal('vitrine'),
    name: Text,
    version: Version,
    description: Text,
    logo: Text,
    links: z.strictObject({ github: z.url(), website: z.url(), docs: z.url() }),
    tags: z.array(Text).min(1),
  }).parse(json('dokploy/meta.json'));
});

test('TrueNAS: the template uses what the questions ask for', () => {
  z.object({
    app_version: Version,
    title: Text,
    train: z.literal('community'),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    categories: z.array(Text),
    run_as_context: z.array(z.object({ uid: z.literal(568), gid: z.literal(568) })),
  }).parse(yaml('truenas/vitrine/app.yaml'));
  const { images } = z
    .object({ images: z.object({ image: z.object({ repository: Text, tag: Text }) }) })
    .parse(yaml('truenas/vitrine/ix_values.yaml'));
  expect(`${images.image.repository}:${images.image.tag}`).toMatch(IMAGE);

  const Question = z.object({ variable: Text, group: Text });
  const { questions, groups } = z
    .object({ groups: z.array(z.object({ name: Text })), questions: z.array(Question) })
    .parse(yaml('truenas/vitrine/questions.yaml'));
  const asked = questions.map(({ variable }) => variable);
  expect(new Set(questions.map(({ group }) => group))).toEqual(
    new Set(groups.map(({ name }) => name)),
  );
  const used = allMatches('truenas/vitrine/templates/docker-compose.yaml', /values\.(\w+)/g);
  for (const name of used) expect([...asked, 'consts']).toContain(name);
  const values = z
    .record(z.string(), z.unknown())
    .parse(yaml('truenas/vitrine/templates/test_values/basic-values.yaml'));
  for (const name of asked) expect(values).toHaveProperty(name);
});

test('YunoHost: the manifest follows version 2 of the format', () => {
  const { resources } = z
    .strictObject({
      packaging_format: z.literal(2),
      id: z.literal('vitrine'),
      name: Text,
      description: z.record(z.enum(['en', 'fr']), z.string().max(150)),
      version: z.literal('0.2.0~ynh1'),
      maintainers: z.array(z.string()),
      upstream: z.strictObject({ license: z.literal('MIT'), code: z.url() }),
      integration: z.strictObject({
        yunohost: Text,
        helpers_version: z.literal('2.1'),
        architectures: Architectures,
        multi_instance: z.boolean(),
        ldap: z.boolean(),
        sso: z.boolean(),
        disk: z.string().regex(/^\d+[MG]$/),
        ram: z.strictObject({ build: Text, runtime: Text }),
      }),
      install: z.record(z.string(), z.looseObject({ type: z.enum(['domain', 'group']) })),
      resources: z.looseObject({
        sources: z.object({ main: z.object({ url: z.url(), sha256: z.hash('sha256') }) }),
      }),
    })
    .parse(toml('yunohost/manifest.toml'));
  expect(Object.keys(resources)).toContain('database');
  for (const name of ['install', 'remove', 'upgrade', 'backup', 'restore'])
    expect(read(`yunohost/scripts/${name}`)).toMatch(/^#!\/bin\/bash\n/);
});

test('Unraid: the template has the fields of the submission form', async () => {
  for (const path of ['unraid/vitrine.xml', 'unraid/ca_profile.xml'])
    expect(await validateXML({ xml: read(path), normalization: 'format' })).toMatchObject({
      errors: [],
    });
  const template = read('unraid/vitrine.xml');
  for (const field of ['Name', 'Category', 'Icon', 'Overview', 'Project', 'Support'])
    expect(template).toMatch(new RegExp(`<${field}>[^<]+</${field}>`));
  expect(template).toContain('<Repository>vitrine/vitrine-one:0.2</Repository>');
  expect(read('unraid/ca_profile.xml')).toMatch(/<Profile>[^<]+<\/Profile>/);
});

function serviceOf(path: string, name: string) {
  const { services } = z.object({ services: z.record(z.string(), z.unknown()) }).parse(yaml(path));
  return Service.parse(services[name]);
}

function allMatches(path: string, pattern: RegExp): string[] {
  return Array.from(read(path).matchAll(pattern), ([, match = '']) => match);
}
