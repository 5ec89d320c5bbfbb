import { type Call, Failure } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { z } from 'zod';
import { API_PREFIX } from './serve.ts';

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(publicUrl: string) {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Record<string, Json>> = {};
  for (const [noun, group] of Object.entries(calls)) {
    for (const [name, call] of Object.entries<Call>(group)) {
      const path = call.route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [call.route.method.toLowerCase()]: operation(noun, name, call),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: '1.0.0',
      description: 'The service behind the admin dashboard of a personal portfolio.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}${API_PREFIX}` }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? '__Host-vitrine' : 'vitrine',
        },
      },
    },
  };

  function operation(noun: string, name: string, call: Call): Json {
    const { access, sends } = call.route;
    return {
      operationId: `${noun}.${name}`,
      tags: [noun],
      summary: call.about,
      security: access === 'owner' ? [{ session: [] }] : [],
      parameters: [
        ...parametersOf('path', call.params),
        ...parametersOf('query', call.query),
        ...(call.status === 201 && access === 'owner' ? [IDEMPOTENCY_KEY] : []),
      ],
      ...(sends !== 'nothing' && { requestBody: bodyOf(call) }),
      responses: {
        [call.status]: {
          description: 'Done.',
          content: { 'application/json': { schema: schemaOf(call.answer, 'output') } },
        },
        '4XX': {
          description: 'Refused; the message says why.',
          content: { 'application/json': { schema: schemaOf(Failure, 'output') } },
        },
        '5XX': {
          description: 'Failed on our side.',
          content: { 'application/json': { schema: schemaOf(Failure, 'output') } },
        },
      },
    };
  }

  function parametersOf(place: 'path' | 'query', shape: z.ZodObject): Json[] {
    return Object.entries(shape.shape).map(([name, schema]) => {
      const described = schemaOf(z.strictObject({ value: schema }), 'input') as {
        properties: { value: Json };
        required?: string[];
      };
      return {
        name,
        in: place,
        required: place === 'path' || (described.required ?? []).includes('value'),
        schema: described.properties.value,
      };
    });
  }

  function bodyOf({ route, input, files }: Call): Json {
    const schema = schemaOf(input, 'input') as { properties?: Json; required?: string[] };
    const withFiles = {
      ...schema,
      properties: {
        ...schema.properties,
        ...Object.fromEntries(
          Object.entries(files).map(([name, { kind }]) => [
            name,
            { type: 'string', format: 'binary', description: FILES[kind] },
          ]),
        ),
      },
      required: [
        ...(schema.required ?? []),
        ...Object.entries(files).flatMap(([name, file]) => (file.required ? name : [])),
      ],
    };
    const content: Json = {
      'multipart/form-data': { schema: withFiles },
      'application/json': { schema },
    };
    if (route.sends === 'json') delete content['multipart/form-data'];
    if (Object.values(files).some((file) => file.required)) delete content['application/json'];
    return { required: true, content };
  }

  /** Named shapes are told once, under components. */
  function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema, $defs, ...rest } = z.toJSONSchema(schema, { io, override: showWhatComesOut });
    const text = JSON.stringify({ $defs, rest }).replaceAll('"#/$defs/', '"#/components/schemas/');
    const moved = JSON.parse(text) as { $defs?: Record<string, Json>; rest: Json };
    Object.assign(schemas, moved.$defs);
    const { id, ...whole } = moved.rest;
    if (typeof id !== 'string') return moved.rest;
    schemas[id] = whole;
    return { $ref: `#/components/schemas/${id}` };
  }
}

/** A field that is tidied up before it is checked is described by what it must be in the end. */
function showWhatComesOut({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: Json;
}): void {
  const { def } = zodSchema._zod;
  const isPreprocessed = def.type === 'pipe' && 'in' in def && 'out' in def;
  if (!isPreprocessed) return;
  const { $schema, ...out } = z.toJSONSchema((def as z.core.$ZodPipeDef).out);
  Object.assign(jsonSchema, out);
}

const FILES = {
  image: 'A PNG, JPG, GIF, WebP or AVIF image of at most 10 MB.',
  icon: 'An SVG, PNG, JPG, GIF, WebP or AVIF image of at most 10 MB.',
  document: 'A PDF, or a PNG, JPG, GIF, WebP or AVIF image, of at most 10 MB.',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Sent again with the same key, nothing is added twice.',
  schema: { type: 'string', maxLength: 200 },
};
