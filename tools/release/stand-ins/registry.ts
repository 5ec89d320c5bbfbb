/**
 * Stands for the accounts of a container registry: tokens that allow everyone to read, and one account to
 * write. The registry itself is Debian's docker-registry, to which requests are forwarded.
 */
import { randomBytes } from 'node:crypto';
import { request as forward } from 'node:http';
import type { Answer, Route } from './route.ts';

export interface Account {
  readonly user: string;
  readonly token: string;
}

export function standForAccounts(account: Account, port: number): Route[] {
  const pull = randomBytes(16).toString('hex');
  const push = randomBytes(16).toString('hex');
  const basic = `Basic ${Buffer.from(`${account.user}:${account.token}`).toString('base64')}`;

  return [
    {
      matches: (_, url) => url.startsWith('/registry-token'),
      respond: async ({ headers }) => {
        if (headers.authorization && headers.authorization !== basic) return { status: 401 };
        return { json: { token: headers.authorization ? push : pull } };
      },
    },
    {
      matches: (_, url) => url.startsWith('/v2/'),
      respond: async ({ method, url, headers }, body) => {
        const token = headers.authorization?.slice('Bearer '.length);
        const isRead = method === 'GET' || method === 'HEAD';
        if (token !== push && !(token === pull && isRead)) {
          const realm = `http://${headers.host}/registry-token`;
          const challenge = `Bearer realm="${realm}",service="registry",scope="repository:all:pull,push"`;
          return { status: 401, headers: { 'www-authenticate': challenge } };
        }
        const { promise, resolve, reject } = Promise.withResolvers<Answer>();
        const { authorization: _, ...others } = headers;
        forward(
          { host: '127.0.0.1', port, method, path: url, headers: others },
          async (response) => {
            const chunks = await response.toArray();
            resolve({
              status: response.statusCode ?? 502,
              headers: response.headers,
              body: Buffer.concat(chunks),
            });
          },
        )
          .on('error', reject)
          .end(body);
        return promise;
      },
    },
  ];
}
