import { createHash } from 'node:crypto';
import { escapeHtml } from '../escape-html.ts';
import type { OpenApiDocument, Operation, Schema } from './openapi.ts';

/**
 * Renders the API reference as one page from the OpenAPI document. It has no scripts, so its policy
 * allows none.
 */
export function referencePage(
  { info, paths, components, servers }: OpenApiDocument,
  documentUrl: string,
) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups].map(
    ([tag, group]) =>
      `<section><h2 id="${tag}">${title(tag)}</h2>${group
        .map(({ path, method, operation }) => callOf(path, method, operation))
        .join('')}</section>`,
  );
  const schemas = Object.entries(components.schemas)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${fieldsOf(schema)}`);
  const links = [...groups.keys()].map((tag) => `<a href="#${tag}">${title(tag)}</a>`);

  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vitrine API reference</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Vitrine API reference</h1>
<p>${escapeHtml(info.description)} All paths are under <code>${escapeHtml(servers[0]?.url ?? '')}</code>. Responses are JSON with <code>success</code>. Changes and errors also have a <code>message</code>. Download: <a href="${documentUrl}">OpenAPI 3.1</a>.</p>
<nav aria-label="Contents">${links.join('')}<a href="#schemas">Schemas</a></nav>
</header>
<main>
${sections.join('\n')}
<section><h2 id="schemas">Schemas</h2>${schemas.join('\n')}</section>
</main>
</body>
</html>
`;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  return { html, policy };
}

/** By the number of ways to authorize a request. */
const ACCESS: Readonly<Record<number, string>> = {
  1: 'Requires the owner’s session.',
  2: 'Requires the owner’s session or an API token.',
};

function callOf(path: string, method: string, operation: Operation): string {
  const { parameters, requestBody, responses, security, summary, operationId } = operation;
  const [status, response] = Object.entries(responses)[0] ?? [];
  const bodies = Object.entries(requestBody?.content ?? {});
  const parameterRows = parameters.map(({ name, in: place, required, schema, description }) =>
    row(name, schema, required, description ?? `in the ${place}`),
  );
  return `<article id="${operationId}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)} <span class="access">${ACCESS[security.length] ?? 'Public.'}</span></p>
${parameterRows.length > 0 ? `<h4>Parameters</h4>${table(parameterRows)}` : ''}
${bodies[0] ? `<h4>Request: ${bodies.map(([type]) => `<code>${type}</code>`).join(' or ')}</h4>${fieldsOf(bodies[0][1].schema)}` : ''}
<h4>Response: ${status}</h4>
${fieldsOf(Object.values(response?.content ?? {})[0]?.schema ?? {})}
</article>`;
}

function fieldsOf(schema: Schema): string {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    row(name, field === true || field === false ? {} : field, required.has(name)),
  );
  return rows.length > 0 ? table(rows) : `<p>${escapeHtml(schema.description ?? 'No fields.')}</p>`;
}

function table(rows: string[]): string {
  return `<table><thead><tr><th>Name</th><th>Type</th><th>Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function row(
  name: string,
  schema: Schema,
  isRequired: boolean,
  note = schema.description ?? '',
): string {
  const optional = isRequired ? '' : ' <span class="optional">optional</span>';
  return `<tr><td><code>${escapeHtml(name)}</code>${optional}</td><td>${typeOf(schema)}</td><td>${escapeHtml(note)}</td></tr>`;
}

/** Describes a schema in a few words. `linkTo` returns the link to a named schema. */
export function typeOf(schema: Schema, linkTo = linkOnPage): string {
  const nested = (inner: Schema | boolean | undefined) =>
    typeof inner === 'object' ? typeOf(inner, linkTo) : 'anything';
  if (schema.$ref) return linkTo(schema.$ref.split('/').at(-1) ?? '');
  if (schema.enum)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ');
  if (schema.const !== undefined) return `<code>${escapeHtml(String(schema.const))}</code>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(nested).join(' or ');
  if (schema.type === 'array')
    return `list of ${nested(Array.isArray(schema.items) ? true : schema.items)}`;
  if (schema.type === 'object' && schema.properties) {
    return `{ ${Object.entries(schema.properties)
      .map(([name, field]) => `${escapeHtml(name)}: ${nested(field)}`)
      .join(', ')} }`;
  }
  const { minimum, maximum, minLength, maxLength, format } = schema;
  const parts = [[schema.type ?? 'anything'].flat().join(' or ')];
  if (format === 'uuid' || format === 'date-time' || format === 'binary')
    parts[0] = FORMATS[format];
  const isBounded = maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  if (isBounded) parts.push(`${minimum} to ${maximum}`);
  if (maxLength !== undefined) parts.push(`${minLength ?? 0} to ${maxLength} characters`);
  return parts.join(', ');
}

function linkOnPage(name: string): string {
  return `<a href="#schema-${name}">${name}</a>`;
}

const FORMATS = { uuid: 'UUID', 'date-time': 'date and time', binary: 'file' };

/** softwareApplication → Software application */
export function title(tag: string): string {
  const words = tag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return escapeHtml(words.charAt(0).toUpperCase() + words.slice(1));
}

const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #ffffff; --ink: #221d18; --soft: #5f5850; --line: #e3dfd8; --accent: #0b6b6b; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #161412; --card: #1e1b19; --ink: #efebe4; --soft: #b0a89d; --line: #36312c; --accent: #6cc5bf; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 16px; }
body { margin: 0 auto; max-width: 880px; padding: 48px 20px 96px; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
h1, h2 { font-family: Georgia, serif; font-weight: 400; letter-spacing: -0.01em; line-height: 1.15; }
h1 { font-size: 38px; margin: 0 0 12px; }
h2 { font-size: 26px; margin: 56px 0 16px; }
h3 { font-size: 15px; margin: 0 0 6px; overflow-wrap: anywhere; }
section > h3 { margin-top: 24px; }
h4 { font-size: 13px; font-weight: 500; color: var(--soft); margin: 16px 0 6px; }
p { margin: 0 0 8px; max-width: 68ch; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code { font: 0.92em ui-monospace, monospace; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 20px; }
nav a { padding: 4px 0; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin-bottom: 16px; }
.method { color: var(--accent); font-weight: 600; }
.access, .optional { color: var(--soft); }
.optional { font-size: 12px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th { text-align: left; font-size: 12px; font-weight: 500; color: var(--soft); }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tbody tr:last-child td { border-bottom: 0; }
@media (max-width: 600px) {
  body { padding-top: 24px; }
  thead { display: none; }
  tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); }
  td { display: block; border: 0; padding: 0; }
  tbody tr:last-child { border: 0; }
}
`;
