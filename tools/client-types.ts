/**
 * `npm run client:types` generates the client's types from the schemas of the public calls, so that the
 * client ships neither schemas nor a validator. With --verify it writes nothing and fails if the file is
 * out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Failure } from '@vitrine/contract/call';
import { publicCalls } from '@vitrine/contract/public';
import { z } from 'zod';

const FILE = new URL('../packages/client/src/portfolio.ts', import.meta.url);

type Schema = z.core.JSONSchema.JSONSchema;

const text = describe({
  Portfolio: z.toJSONSchema(publicCalls.portfolio.response.omit({ success: true })),
  NewMessage: z.toJSONSchema(publicCalls.send.input, { io: 'input' }),
  Failure: z.toJSONSchema(Failure),
});

if (process.argv.includes('--verify')) {
  const isStale = text !== (await readFile(FILE, 'utf8').catch(() => ''));
  if (isStale) console.error('The client types are out of date. Run: npm run client:types');
  process.exitCode = isStale ? 1 : 0;
} else {
  await writeFile(FILE, text);
}

function describe(schemas: Record<string, Schema>): string {
  const named = new Map<string, Schema>();
  for (const [name, { $defs = {}, ...schema }] of Object.entries(schemas)) {
    if (schema.$ref === undefined) named.set(name, schema);
    for (const [part, known] of Object.entries($defs)) named.set(part, known);
  }
  const interfaces = [...named].map(
    ([name, schema]) => `\nexport interface ${name} ${fieldsOf(schema, '')}\n`,
  );
  return `/** Written by \`npm run client:types\` from the contract: change that, not this. */\n${interfaces.join('')}`;
}

function fieldsOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, given]) => {
    const schema = known(given);
    const comment = schema.description ? `${inner}/** ${schema.description} */\n` : '';
    const mark = required.includes(name) ? '' : '?';
    return `${comment}${inner}${name}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(known(one), indent)).join(' | ');
  if (schema.type === 'array') return `${itemOf(schema, indent)}[]`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
  if (schema.type === 'object') return fieldsOf(schema, indent);
  if (schema.type === 'integer') return 'number';
  if (typeof schema.type !== 'string')
    throw new Error(`Unsupported schema: ${JSON.stringify(schema)}`);
  return schema.type;
}

function itemOf({ items }: Schema, indent: string): string {
  if (Array.isArray(items))
    throw new Error('Unsupported schema: an array with several item types.');
  const item = typeOf(known(items), indent);
  return item.includes(' | ') ? `(${item})` : item;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** JSON Schema allows true (anything) and false (nothing), which have no useful type. */
function known(schema: Schema | boolean | undefined): Schema {
  if (typeof schema !== 'object') throw new Error('Unsupported schema: a value without a type.');
  return schema;
}
