import { z } from 'zod';
import { TRASH_COLLECTIONS } from './options.ts';
import { makeValidation, type Route } from './route.ts';

/** A call is a route with the schemas of its request and response. */
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
  /** The description in the API reference. */
  readonly about: string;
}

/** `image`: a raster image. `icon`: an SVG or raster image. `document`: a PDF or raster image. */
export type FileKind = 'image' | 'icon' | 'document';

export interface FileField {
  readonly kind: FileKind;
  /** As in 'The banner is larger than 10 MB. Choose a smaller file.' */
  readonly label: string;
  readonly required: boolean;
  /** The field that can name an icon instead. */
  readonly namedBy?: string;
}

export type Files = Readonly<Record<string, FileField>>;

const noFields = z.strictObject({});
type NoFields = typeof noFields;

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
  P extends z.ZodObject = NoFields,
  Q extends z.ZodObject = NoFields,
  I extends z.ZodType = NoFields,
  const F extends Files = Record<never, never>,
>(route: R, shapes: Shapes<P, Q, I, F, A>): Call<R, P, Q, I, F, Response<A>>;

export function call(
  route: Route,
  shapes: Shapes<z.ZodObject, z.ZodObject, z.ZodType, Files, z.ZodRawShape>,
): Call {
  return {
    route,
    about: shapes.about,
    params: shapes.params ?? noFields,
    query: shapes.query ?? noFields,
    input: shapes.input ?? noFields,
    files: shapes.files ?? {},
    response: z.object({ success: z.literal(true), ...shapes.response }),
    status: shapes.status ?? 200,
  };
}

/** The call that validates the fields of a form without its files. */
export function validationCall({ route, params, input }: Call): Call {
  return call(makeValidation(route), {
    about: 'Validates the fields of this form before its files are sent. Stores nothing.',
    params,
    input,
    response: {},
  });
}

/** The body of every error response. */
export const Failure = z
  .object({
    success: z.literal(false),
    message: z.string().describe('A message to show to the user.'),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe('The invalid fields by name, each with a message.'),
    code: z
      .enum(['confirm-password', 'second-factor'])
      .optional()
      .describe(
        'confirm-password: call session/confirm, then repeat the call. second-factor: the password is correct; continue with user/login/code.',
      ),
  })
  .meta({ id: 'Failure' });

export type Failure = z.infer<typeof Failure>;

/** The response of a call that changes something. */
export const messageResponse = { message: z.string() };

/** The response of a call that updates an item. */
export const updateResponse = {
  ...messageResponse,
  revision: z
    .string()
    .optional()
    .describe('The ID of this change, for history/undo. Absent if nothing changed.'),
};

/** An item that can be deleted. */
export const ItemId = z.strictObject({
  noun: z.enum(TRASH_COLLECTIONS, `The noun must be one of: ${TRASH_COLLECTIONS.join(', ')}.`),
  id: z.uuid(missing('item')),
});

/** The response of a call that moves items to the trash. */
export const deleteResponse = {
  ...messageResponse,
  trashed: z
    .array(ItemId)
    .optional()
    .describe('What was moved to the trash, as trash/restore takes it.'),
};

/** Where to move an item. */
export function movedAfter(noun: string) {
  return z.strictObject({
    after: z
      .uuid(missing(noun))
      .nullable()
      .describe('The ID of the item before it in the new order; null for the top.'),
  });
}

/** The ID in a path. A malformed ID returns the same error as an unknown one. */
export function byId(noun: string) {
  return z.strictObject({ id: z.uuid(missing(noun)) });
}

export function missing(noun: string): string {
  return `This ${noun} does not exist. It may have been deleted.`;
}

export type ItemId = z.infer<typeof ItemId>;

export type ResponseOf<C extends Call> = z.output<C['response']>;
