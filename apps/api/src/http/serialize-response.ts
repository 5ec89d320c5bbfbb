import { MediaUrl, ServiceUrl } from '@vitrine/contract/media';
import { z } from 'zod';

type Copy = (value: unknown) => unknown;

/** Where browsers load media, and where they reach this service. */
export interface Origins {
  readonly mediaOrigin: string;
  readonly publicUrl: string;
}

/**
 * Copies of an answer what its schema names, and nothing else. It is made once a call: to check
 * every value of what our own tables hold, at every answer, took longer than to write it as JSON.
 * Paths become URLs here.
 */
export function createSerializer(schema: z.core.$ZodType, origins: Origins): Copy {
  if (schema === MediaUrl) return (path) => (path === '' ? path : `${origins.mediaOrigin}${path}`);
  if (schema === ServiceUrl) return (path) => `${origins.publicUrl}${path}`;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return copyObject(def.shape, origins);
    case 'array': {
      const copy = createSerializer(def.element, origins);
      return (value) => (Array.isArray(value) ? value.map(copy) : refuse(value));
    }
    case 'optional':
    case 'nullable': {
      const copy = createSerializer(def.innerType, origins);
      return (value) => (value === undefined || value === null ? value : copy(value));
    }
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
      return (value) => (typeof value === 'object' ? refuse(value) : value);
    default:
      return (value) => z.parse(schema, value);
  }
}

function copyObject(shape: Readonly<Record<string, z.core.$ZodType>>, origins: Origins): Copy {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    copy: createSerializer(field, origins),
  }));
  return (value) => {
    if (!isObject(value)) return refuse(value);
    const named: Record<string, unknown> = {};
    for (const { name, copy } of fields) named[name] = copy(value[name]);
    return named;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function refuse(value: unknown): never {
  throw new TypeError(`The contract names no such answer: ${typeof value}.`);
}
