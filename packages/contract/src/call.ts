import { z } from 'zod';
import { type Route, validationOf } from './routes.ts';

/** A call is a route with the shapes that travel over it. */
export interface Call<
  R extends Route = Route,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  I extends z.ZodType = z.ZodType,
  F extends Files = Files,
  A extends z.ZodObject = z.ZodObject,
> {
  readonly route: R;
  readonly params: P;
  readonly query: Q;
  readonly input: I;
  readonly files: F;
  readonly response: A;
  readonly status: 200 | 201;
  /** One sentence for the API reference. */
  readonly about: string;
}

/** What may be in a file field: a raster image, an SVG or raster icon, a PDF or raster document. */
export type FileKind = 'image' | 'icon' | 'document';

export interface FileField {
  readonly kind: FileKind;
  /** As in 'The banner is larger than 10 MB.' */
  readonly label: string;
  readonly required: boolean;
}

export type Files = Readonly<Record<string, FileField>>;

const nothing = z.strictObject({});
type Nothing = typeof nothing;

interface Shapes<P, Q, I, F, A> {
  about: string;
  params?: P;
  query?: Q;
  input?: I;
  files?: F;
  response: A;
  status?: 200 | 201;
}

type Response<A extends z.ZodRawShape> = z.ZodObject<{ success: z.ZodLiteral<true> } & A>;

export function call<
  R extends Route,
  A extends z.ZodRawShape,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  I extends z.ZodType = Nothing,
  const F extends Files = Record<never, never>,
>(route: R, shapes: Shapes<P, Q, I, F, A>): Call<R, P, Q, I, F, Response<A>>;

export function call(
  route: Route,
  shapes: Shapes<z.ZodObject, z.ZodObject, z.ZodType, Files, z.ZodRawShape>,
): Call {
  return {
    route,
    about: shapes.about,
    params: shapes.params ?? nothing,
    query: shapes.query ?? nothing,
    input: shapes.input ?? nothing,
    files: shapes.files ?? {},
    response: z.object({ success: z.literal(true), ...shapes.response }),
    status: shapes.status ?? 200,
  };
}

/** Checks the fields of a call that takes files, by the same rules, without the files. */
export function validationCall({ route, params, input }: Call): Call {
  return call(validationOf(route), {
    about: 'Checks the fields of this form before its files are sent. Stores nothing.',
    params,
    input,
    response: {},
  });
}

/** What a failure looks like, whatever failed. */
export const Failure = z
  .object({
    success: z.literal(false),
    message: z.string().describe('What a person reads.'),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe('The inputs at fault, by name, each with its own sentence.'),
    code: z
      .literal('confirm-password')
      .optional()
      .describe('What a program can do about it: confirm the password, then repeat the call.'),
  })
  .meta({ id: 'Failure' });

export type Failure = z.infer<typeof Failure>;

/** `message` of a call that did something. */
export const done = { message: z.string() };

/** The item that a path names. An id that cannot be one names an item that does not exist. */
export function byId(noun: string) {
  return z.strictObject({ id: z.uuid(missing(noun)) });
}

export function missing(noun: string): string {
  return `This ${noun} does not exist. It may have been deleted.`;
}

export type ResponseOf<C extends Call> = z.output<C['response']>;
