import { MediaUrl, ServiceUrl } from '@vitrine/contract/media';
import { z } from 'zod';

type Copy = (value: unknown) => unknown;

/** The origins of media and of this service, as browsers see them. */
export interface Origins {
  readonly mediaOrigin: string;
  readonly publicUrl: string;
}

/**
 * Returns a function that copies only the fields in the schema and turns paths into URLs. It does not
 * validate values, which would take longer than writing the JSON. Tests validate every response.
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
      return (value) => (Array.isArray(value) ? value.map(copy) : rejectValue(value));
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
      return (value) => (typeof value === 'object' ? rejectValue(value) : value);
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
    if (!isObject(value)) return rejectValue(value);
    const copied: Record<string, unknown> = {};
    for (const { name, copy } of fields) copied[name] = copy(value[name]);
    return copied;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function rejectValue(value: unknown): never {
  throw new TypeError(`The response does not match the contract: ${typeof value}.`);
}
