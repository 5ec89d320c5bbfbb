/**
 * Writes the pages of the API reference, from the contract, to `docs/reference`. The documentation site
 * is built with them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Operation, openApiDocument, type Schema } from '@vitrine/api/http/openapi';
import { title, typeOf } from '@vitrine/api/http/reference-page';
import { API_PREFIX } from '@vitrine/api/http/register-route';
import { RELEASE } from '@vitrine/api/release';
import type { Call } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/route';
import { anchorOf } from '../docs/.vitepress/pages.ts';
import { exampleOf } from './api-example.ts';

const FOLDER = join(import.meta.dirname, '../docs/reference');

/** The pages by their file names: an overview, one for each group of calls, and the schemas. */
export function referencePages(): ReadonlyMap<string, string> {
  const { paths, components } = openApiDocument('https://admin.example.com');
  const operations = new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );
  const pages = new Map([['README.md', overview()]]);
  for (const [noun, group] of Object.entries(calls)) {
    const described = Object.entries<Call>(group).flatMap(([name, call]) => {
      const operation = operations.get(`${noun}.${name}`);
      return operation ? [describeCall(call, operation, components.schemas)] : [];
    });
    pages.set(`${fileOf(noun)}.md`, page(title(noun), described));
  }
  const schemas = Object.entries(components.schemas)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => `## ${name}\n\n${fieldsOf(schema)}`);
  return pages.set('schemas.md', page('Schemas', schemas));
}

function page(heading: string, parts: readonly string[], settings = ''): string {
  return `---\neditLink: false\n${settings}---\n\n# ${heading}\n\n${parts.join('\n\n')}\n`;
}

function overview(): string {
  const groups = Object.entries(calls).map(([noun, group]) => {
    const rows = Object.values<Call>(group).map(
      ({ route, about }) =>
        `| [${route.method} ${route.path}](${fileOf(noun)}.md#${anchorOf(headingOf(route))}) | ${cell(about)} |`,
    );
    return `## ${title(noun)}\n\n| Call | What it does |\n| --- | --- |\n${rows.join('\n')}`;
  });
  // The page of a group describes its calls, so that a search finds each of them once.
  return page('API reference', [INTRODUCTION, ...groups], 'search: false\n');
}

function describeCall(call: Call, operation: Operation, schemas: Record<string, Schema>): string {
  const { method, path } = call.route;
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const parameters = operation.parameters.map((one) =>
    row(
      one.name,
      one.schema,
      one.required,
      `In the ${one.in}. ${one.description ?? one.schema.description ?? ''}`.trim(),
    ),
  );
  const response = operation.responses[call.status]?.content['application/json'];
  return [
    `## ${headingOf(call.route)}`,
    operation.summary,
    `**Who may call it:** ${whoMayCall(call.route)}`,
    `\`\`\`sh\n${exampleOf(call, operation, schemas)}\n\`\`\``,
    ...(parameters.length > 0 ? ['**Parameters**', table(parameters)] : []),
    ...(bodies[0]
      ? [
          `**Request:** ${bodies.map(([type]) => `\`${type}\``).join(' or ')}`,
          fieldsOf(bodies[0][1].schema),
        ]
      : []),
    ...(Object.keys(call.files).length > 0
      ? [`\`${method} ${path}/validate\` checks the fields without files, and stores nothing.`]
      : []),
    `**Response:** status ${call.status}`,
    fieldsOf(response?.schema ?? {}),
  ].join('\n\n');
}

function whoMayCall({ access, scope, needsConfirmation }: Route): string {
  if (access === 'anyone') return 'anyone, from any site.';
  if (access === 'dashboard') return 'anyone, but a browser only from the dashboard.';
  const token = scope && `, or an [API token](../api.md#api-tokens) with the scope \`${scope}\``;
  const confirmed = needsConfirmation && ', in the 10 minutes after a [confirmation](session.md)';
  return `the owner, signed in${token ?? ''}${confirmed || ''}.`;
}

function fieldsOf(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    row(name, typeof field === 'object' ? field : {}, schema.required?.includes(name) ?? false),
  );
  if (rows.length > 0) return table(rows);
  const type = schema.$ref ? `The fields of ${typeOf(schema, linkTo)}.` : 'No fields.';
  return schema.description ?? type;
}

function table(rows: readonly string[]): string {
  return `| Name | Type | Notes |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function row(
  name: string,
  schema: Schema,
  isRequired: boolean,
  note = schema.description ?? '',
): string {
  const optional = isRequired ? '' : ' <small>optional</small>';
  return `| \`${name}\`${optional} | ${cell(typeOf(schema, linkTo))} | ${cell(note)} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function linkTo(name: string): string {
  return `[${name}](schemas.md#${anchorOf(name)})`;
}

/** softwareApplication → software-application, as in the other addresses of the site. */
function fileOf(noun: string): string {
  return noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function headingOf({ method, path }: Route): string {
  return `\`${method}\` ${path}`;
}

const INTRODUCTION = `All calls of the API of Vitrine ${RELEASE}. [API and client](../api.md) explains tokens, errors, retries, and [downloads and events](../api.md#downloads-and-events). A running Vitrine describes its own version at \`${API_PREFIX}/docs\`.

The examples need these variables:

\`\`\`sh
API=https://admin.example.com${API_PREFIX}
TOKEN=vt_…
\`\`\`

Calls that take no token need the cookie of a session. Sign in to get it:

\`\`\`sh
curl --cookie-jar session.txt "$API/user/login" --json '{"email":"ada@example.com","password":"…"}'
\`\`\``;

if (import.meta.main) {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER);
  for (const [name, text] of referencePages()) await writeFile(join(FOLDER, name), text);
}
