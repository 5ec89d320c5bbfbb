import type { Operation, Schema } from '@vitrine/api/http/openapi';
import { ARCHIVE_TYPE, FILE_TYPE } from '@vitrine/api/http/register-route';
import type { Call } from '@vitrine/contract/call';

type Schemas = Readonly<Record<string, Schema>>;

/** A request as a command in a shell. Its body has the required fields. */
export function exampleOf(call: Call, { parameters, requestBody }: Operation, schemas: Schemas) {
  const { method, path } = call.route;
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${exampleValue(one.schema, one.name, schemas)}`);
  const address = `"$API${path.replace(/:(\w+)/g, '<$1>')}${query.length > 0 ? `?${query}` : ''}"`;
  const sent = bodyOf(call, requestBody?.content ?? {}, schemas);
  // curl sends a body with POST.
  const usual = sent.length > 0 ? 'POST' : 'GET';
  const parts = [
    method === usual ? 'curl' : `curl --request ${method}`,
    ...[address, ...credentialOf(call), ...sent],
  ];
  const line = parts.join(' ');
  return line.length > 90 ? parts.join(' \\\n  ') : line;
}

function bodyOf(
  { route: { sends }, files }: Call,
  content: NonNullable<Operation['requestBody']>['content'],
  schemas: Schemas,
): string[] {
  if (sends === 'archive') return sentFile('backup.tar', ARCHIVE_TYPE);
  if (sends === 'file') return sentFile('export.zip', FILE_TYPE);
  const json = content['application/json'];
  const form = content['multipart/form-data'];
  if (json) return [`--json ${asJson(exampleBody(json.schema, schemas))}`];
  // Calls with a required file take only a form.
  return Object.entries(exampleBody(form?.schema ?? {}, schemas)).map(
    ([name, value]) => `--form ${files[name] ? `${name}=@picture.png` : `${name}='${value}'`}`,
  );
}

/** A body that the call accepts. Some are whole settings, or come from the browser: their one value is a file. */
export function exampleBody(schema: Schema, schemas: Schemas): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  const file = required.map((name) => FILES[name]).find((name) => name !== undefined);
  if (file) return { file };
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || SHOWN.includes(name),
  );
  // A call that changes what is sent requires nothing.
  const shown = names.length > 0 ? names : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    shown.map((name) => [name, exampleValue(properties[name] ?? {}, name, schemas)]),
  );
}

function exampleValue(field: Schema | boolean, name: string, schemas: Schemas): unknown {
  const schema = resolve(typeof field === 'object' ? field : {}, schemas);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleValue(choices[0] ?? {}, name, schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((value) => value !== '');
  if (schema.type === 'array') {
    const item = Array.isArray(schema.items) ? schema.items[0] : schema.items;
    return [exampleValue(item ?? {}, name, schemas)];
  }
  if (schema.type === 'object') return exampleBody(schema, schemas);
  if (schema.type === 'boolean') return true;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return FORMATS[schema.format ?? ''] ?? EXAMPLES[name] ?? (isNumber ? schema.minimum : '…');
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  return schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

function credentialOf({ route: { access, scope } }: Call): string[] {
  if (access !== 'owner') return [];
  return [scope ? '--header "Authorization: Bearer $TOKEN"' : '--cookie session.txt'];
}

function sentFile(name: string, type: string): string[] {
  return [`--header 'Content-Type: ${type}'`, `--data-binary @${name}`];
}

function asJson(body: Readonly<Record<string, unknown>>): string {
  if ('file' in body) return `@${body['file']}`;
  const line = JSON.stringify(body);
  return `'${line.length > 60 ? JSON.stringify(body, null, 2).replaceAll('\n', '\n  ') : line}'`;
}

/** Required fields whose values no example can show in a few lines, as files. */
const FILES: Readonly<Record<string, string>> = {
  credential: 'credential.json',
  sections: 'settings.json',
};

/** Optional fields without which a call does nothing useful. */
const SHOWN = ['unread', 'token', 'endpoint', 'bucket', 'accessKey', 'secretKey'];

const FORMATS: Readonly<Record<string, unknown>> = {
  uuid: '0b2f6c4e-5d7a-4c1e-9f3b-8a6d2e1c7b90',
  'date-time': '2027-01-31T09:00:00Z',
  date: '2027-01-31',
  uri: 'https://example.com',
};

/** What a person would send in a field of this name. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  accessKey: 'an-access-key',
  base: '/preview/5f2c',
  bucket: 'portfolio',
  code: '123456',
  confirmNewPassword: 'a long new password',
  confirmPassword: 'a long new password',
  currentPassword: 'the password until now',
  dashboard: 'https://admin.example.com',
  days: 30,
  description: 'Shows the tides of the next week.',
  dois: '10.1000/182',
  email: 'ada@example.com',
  endpoint: 'https://s3.example.com',
  expiresInDays: 90,
  from: 2024,
  fullName: 'Ada Lovelace',
  headline: 'Engineer',
  id: '0000-0002-1825-0097',
  message: 'May I come and see it?',
  name: 'Website',
  newPassword: 'a long new password',
  password: 'a long new password',
  person: 'Sophia Frend',
  proficiency: 80,
  publishedOn: '2026-09',
  quote: 'She explains what she builds.',
  secretKey: 'a-secret-key',
  senderName: 'Mary',
  site: 'https://example.com',
  subject: 'A visit',
  text: 'Yes, on Sunday.',
  title: 'Tide tables',
  token: 'a-token',
  url: 'https://example.com',
  user: 'ada-example',
  version: 1,
};
