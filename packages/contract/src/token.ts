import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { text } from './field.ts';
import { TOKEN_SCOPES } from './route.ts';
import { routes } from './routes.ts';

export const Token = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('The first characters of the token.'),
    scopes: z.array(z.enum(TOKEN_SCOPES)),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable().describe('null: never.'),
    lastUsedAt: z.iso.datetime().nullable().describe('Accurate to five minutes. null: never used.'),
  })
  .meta({ id: 'Token' });

export const tokenCalls = {
  list: call(routes.token.list, {
    about: 'Lists the valid API tokens, newest first.',
    response: { tokens: z.array(Token) },
  }),
  add: call(routes.token.add, {
    about: 'Creates an API token.',
    input: z.strictObject({
      name: text('name', 100),
      scopes: z
        .array(
          z.enum(TOKEN_SCOPES, 'Choose what the token allows.'),
          'Choose what the token allows.',
        )
        .min(1, 'Choose what the token allows.'),
      expiresInDays: z
        .int('Choose when the token expires.')
        .min(1, 'Choose when the token expires.')
        .max(3650, 'A token can be valid for at most 3650 days.')
        .nullable()
        .describe('null: never.'),
    }),
    response: {
      ...messageResponse,
      token: Token,
      secret: z.string().describe('The token itself. It is returned only here.'),
    },
    status: 201,
  }),
  remove: call(routes.token.remove, {
    about: 'Revokes an API token at once.',
    params: byId('token'),
    response: messageResponse,
  }),
};

export type Token = z.infer<typeof Token>;
