import { createHash } from 'node:crypto';
import { calls } from '@vitrine/contract/calls';
import { uploads } from '@vitrine/testing/uploads';
import { type Host, OWNER } from '../support/host.ts';
import type { TestEnvironment } from './broken-request.ts';

/** Items with fixed ids, so that requests can name them however often they were deleted. */
const IDS = {
  project: idsOf('a'),
  skill: idsOf('b'),
  softwareApplication: idsOf('c'),
  timeline: idsOf('d'),
  message: idsOf('e'),
  session: idsOf('f'),
};

function idsOf(letter: string): string[] {
  return ['1', '2', '3'].map((digit) => `${letter.repeat(8)}-0000-4000-8000-00000000000${digit}`);
}

const RESET_TOKEN = 'a-reset-token-that-is-known';

export interface FurnishedEnvironment extends TestEnvironment {
  /** Puts back what requests have changed or deleted, and takes away what they added. */
  renew(): Promise<void>;
  /** The same for the session and the password alone. The cookie stays what it is. */
  signIn(): Promise<void>;
}

export async function furnish(host: Host): Promise<FurnishedEnvironment> {
  const { database } = host;
  const owner = await host.owner();
  const skill = await owner.call(calls.skill.add, {
    form: { title: 'a', proficiency: '1', svg: uploads.svg() },
  });
  const address = new URL(skill.body.skill.svg.url);
  const picture = address.pathname.replace('/media/', '');
  const form = await owner.call(calls.public.form);
  const before = await database.query('select password_hash from owner');
  const passwordHash: unknown = before.rows[0]?.password_hash;
  const tokenHash = hash(owner.cookie.replace(/^[^=]*=/, ''));

  async function restoreAccess(): Promise<void> {
    await database.query('update owner set password_hash = $1 where password_hash <> $1', [
      passwordHash,
    ]);
    await database.query(
      `insert into session (token_hash, owner_id, expires_at, user_agent)
       select $1, id, now() + interval '1 day', '' from owner on conflict do nothing`,
      [tokenHash],
    );
    await database.query(
      `insert into password_reset (token_hash, owner_id, expires_at)
       select $1, id, now() + interval '1 hour' from owner on conflict do nothing`,
      [hash(RESET_TOKEN)],
    );
  }

  // Many may ask at once, and a connection does one thing at a time.
  let restored = Promise.resolve();
  const signIn = () => {
    restored = restored.then(restoreAccess);
    return restored;
  };

  async function refill(ids: string[], table: string, columns: string, values: string) {
    await database.query(`delete from ${table} where id <> all ($1::uuid[])`, [ids]);
    await database.query(
      `insert into ${table} (id, ${columns})
       select id, ${values} from unnest($1::uuid[]) as given (id) on conflict do nothing`,
      [ids],
    );
  }

  return {
    cookie: owner.cookie,
    publicUrl: address.origin,
    known: {
      ...Object.fromEntries(Object.entries(IDS).map(([noun, ids]) => [`${noun}.id`, ids])),
      ids: IDS.message,
      email: [OWNER.email, 'm@example.com', 'a@b'],
      password: [OWNER.password, 'another password'],
      currentPassword: [OWNER.password],
      newPassword: [OWNER.password, 'another password'],
      token: [RESET_TOKEN, form.body.token],
      search: ['a', 'b c', 'd*', 'c@example.com'],
      before: ['1', '999999999999999999'],
      media: [address.pathname],
      ...Object.fromEntries(LINKS.map((name) => [name, ['https://example.com/a', '']])),
    },
    signIn,
    async renew() {
      await host.forgetAttempts();
      await database.query('update owner set email = $1', [OWNER.email]);
      await refill(
        IDS.project,
        'project',
        'title, description, technologies, stack, deployed, banner',
        `'a', 'b', 'c', 'Mern', 'No', '${picture}'`,
      );
      await refill(IDS.skill, 'skill', 'title, proficiency, svg', `'a', 1, '${picture}'`);
      await refill(
        IDS.softwareApplication,
        'software_application',
        'name, svg',
        `'a', '${picture}'`,
      );
      await refill(IDS.timeline, 'timeline', 'title, description, from_year', `'a', 'b', 2000`);
      await refill(
        IDS.message,
        'message',
        'sender_name, subject, email, message',
        `'a', 'b', 'c@example.com', 'd'`,
      );
      await refill(
        IDS.session,
        'session',
        'token_hash, owner_id, expires_at, user_agent',
        `sha256(id::text::bytea), (select id from owner), now() + interval '1 day', ''`,
      );
      await signIn();
    },
  };
}

const LINKS = [
  ...['portfolioURL', 'linkedInURL', 'githubURL', 'instagramURL', 'twitterURL', 'facebookURL'],
  ...['gitRepoLink', 'projectLink'],
];

/** As the service keeps its tokens. */
function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
