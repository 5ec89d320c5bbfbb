import { MediaUrl, ServiceUrl, SiteLink, SiteUrl } from '@vitrine/contract/media';
import { z } from 'zod';

/** The origin is that of the dashboard in the browser that gets the response. */
type Copy = (value: unknown, origin?: string) => unknown;

/** The origins of media and of this service, as browsers see them. */
export interface Origins {
  /** Empty if it is that of the page. */
  readonly mediaOrigin: string;
  readonly publicUrl: string;
}

/** Whether media is on the same origin as the dashboard. */
export function isOwnMedia({ mediaOrigin, publicUrl }: Origins): boolean {
  return mediaOrigin === '' || mediaOrigin === publicUrl;
}

/**
 * Returns a function that copies only the fields in the schema and turns paths into URLs. It does not
 * validate values, which would take longer than writing the JSON. Tests validate every response.
 */
export function createSerializer(schema: z.core.$ZodType, origins: Origins): Copy {
  const { mediaOrigin, publicUrl } = origins;
  if (schema === MediaUrl) {
    const isOwn = isOwnMedia(origins);
    return (path, origin = mediaOrigin) =>
      path === '' ? path : `${isOwn ? origin : mediaOrigin}${path}`;
  }
  if (schema === ServiceUrl) return (path, origin = publicUrl) => `${origin}${path}`;
  if (schema === SiteUrl || schema === SiteLink)
    return (url, origin) => (String(url).startsWith('/') ? `${origin}${url}` : url);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return copyObject(def.shape, origins);
    case 'array': {
      const copy = createSerializer(def.element, origins);
      return (value, origin) =>
        Array.isArray(value) ? value.map((one) => copy(one, origin)) : rejectValue(value);
    }
    case 'optional':
    case 'nullable': {
      const copy = createSerializer(def.innerType, origins);
      return (value, origin) =>
        value === undefined || value === null ? value : copy(value, origin);
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
  return (value, origin) => {
    if (!isObject(value)) return rejectValue(value);
    const copied: Record<string, unknown> = {};
    for (const { name, copy } of fields) copied[name] = copy(value[name], origin);
    return copied;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function rejectValue(value: unknown): never {
  throw new TypeError(`The response does not match the contract: ${typeof value}.`);
}
