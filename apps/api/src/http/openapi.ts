import { type Call, Failure, validationCall } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { z } from 'zod';
import { ACCEPTED_DESCRIPTIONS } from '../media/media-type.ts';
import { RELEASE } from '../release.ts';
import { API_PREFIX, ARCHIVE_TYPE, FILE_TYPE } from './register-route.ts';

export type Schema = z.core.JSONSchema.BaseSchema;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Record<string, { readonly schema: Schema }>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Record<string, { readonly description: string; readonly content: Content }>;
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** Describes the contract as an OpenAPI 3.1 document. */
export function openApiDocument(publicUrl: string) {
  const schemas: Record<string, Schema> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [noun, group] of Object.entries(calls)) {
    for (const [name, call] of Object.entries<Call>(group)) {
      addOperation(`${noun}.${name}`, noun, call);
      if (Object.keys(call.files).length > 0)
        addOperation(`${noun}.${name}.validate`, noun, validationCall(call));
    }
  }
  function addOperation(operationId: string, noun: string, call: Call): void {
    const path = call.route.path.replace(/:(\w+)/g, '{$1}');
    const method = call.route.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: operationOf(operationId, noun, call, schemas) };
  }
  const cookie = publicUrl.startsWith('https:') ? '__Host-vitrine' : 'vitrine';
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: RELEASE,
      description: 'The API of a self-hosted portfolio and its dashboard.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}${API_PREFIX}` }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        token: { type: 'http', scheme: 'bearer', description: TOKENS },
      },
    },
  };
}

function operationOf(
  operationId: string,
  noun: string,
  call: Call,
  schemas: Record<string, Schema>,
): Operation {
  const { access, sends, scope, needsConfirmation } = call.route;
  // A stored response could contain a secret, so calls that need a confirmation take no key.
  const takesKey = call.status === 201 && access !== 'dashboard' && !needsConfirmation;
  const json = (schema: z.ZodType): Content => ({
    'application/json': { schema: schemaOf(schema, 'output', schemas) },
  });
  return {
    operationId,
    tags: [noun],
    summary: call.about,
    security: access === 'owner' ? [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])] : [],
    parameters: [
      ...parametersOf('path', call.params, schemas),
      ...parametersOf('query', call.query, schemas),
      ...(takesKey ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(sends !== 'nothing' && {
      requestBody: { required: true as const, content: contentOf(call, schemas) },
    }),
    responses: {
      [call.status]: { description: 'Success.', content: json(call.response) },
      '4XX': {
        description: 'The request was rejected. The message explains why.',
        content: json(Failure),
      },
      '5XX': { description: 'Server error.', content: json(Failure) },
    },
  };
}

function parametersOf(
  place: 'path' | 'query',
  { shape }: z.ZodObject,
  schemas: Record<string, Schema>,
): Parameter[] {
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: schemaOf(z.object({ field }), 'input', schemas).properties?.['field'] as Schema,
  }));
}

/** Every form can be sent as multipart, and as JSON too unless a file is required. */
function contentOf({ route, input, files }: Call, schemas: Record<string, Schema>): Content {
  if (route.sends === 'archive') return { [ARCHIVE_TYPE]: { schema: ARCHIVE } };
  if (route.sends === 'file') return { [FILE_TYPE]: { schema: FILE } };
  const schema = schemaOf(input, 'input', schemas);
  const entries = Object.entries(files);
  const form: Schema = {
    ...schema,
    properties: {
      ...schema.properties,
      ...Object.fromEntries(
        entries.map(([name, { kind }]) => [
          name,
          {
            type: 'string',
            format: 'binary',
            description: `${ACCEPTED_DESCRIPTIONS[kind]}, at most 10 MB`,
          },
        ]),
      ),
    },
    required: [
      ...(schema.required ?? []),
      ...entries.flatMap(([name, file]) => (file.required ? name : [])),
    ],
  };
  const needsFile = entries.some(([, file]) => file.required);
  return {
    ...(route.sends !== 'json' && { 'multipart/form-data': { schema: form } }),
    ...(!needsFile && { 'application/json': { schema } }),
  };
}

/** Moves named schemas to `components` and refers to them. */
function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, Schema>,
): Schema {
  const converted = z.toJSONSchema(schema, { io, override: describeOutput });
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema, $defs, id, ...whole }: Schema = JSON.parse(text);
  for (const [name, { id: _, ...definition }] of Object.entries($defs ?? {}))
    schemas[name] = definition;
  if (id === undefined) return whole;
  schemas[id] = whole;
  return { $ref: `#/components/schemas/${id}` };
}

/** Describes a transformed field by its output, which is what the checks apply to. */
function describeOutput({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: Schema;
}) {
  const { def } = zodSchema._zod;
  if (def.type !== 'pipe') return;
  const { $schema, ...out } = z.toJSONSchema(def.out);
  Object.assign(jsonSchema, out);
}

const TOKENS =
  'An API token that the owner creates in Account > Security. Each call names the scope that it needs: read, write-drafts, write or read-messages. write includes write-drafts, which includes read. Calls without a scope take no token, and no token gets an email address or a phone number that visitors do not see.';

const ARCHIVE: Schema = {
  type: 'string',
  format: 'binary',
  description: 'The backup archive.',
};

const FILE: Schema = {
  type: 'string',
  format: 'binary',
  description: 'The file, at most 10 MB.',
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A retry with the same key does not create a second item.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};
