import type { ClientOf, HostCookie, SessionCookie } from '../../auth/session-cookie.ts';
import type { Db } from '../../db/client.ts';
import type { Limits } from '../../http/rate-limit.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MediaStore } from '../../media/media-store.ts';
import type { FirstContact } from './first-contact.ts';
import type { PasskeyVerifier } from './passkey-verifier.ts';
import type { SignIn } from './sign-in.ts';

/** What the routes of the account use. */
export interface AccountTools {
  readonly db: Db;
  readonly media: MediaStore;
  readonly jobs: Jobs;
  readonly cookie: SessionCookie;
  /** Marks a browser that the owner has signed in with. It outlives the session and grants no access. */
  readonly deviceCookie: HostCookie;
  /** Holds the second step of a login, between the password and the code. */
  readonly stepCookie: HostCookie;
  readonly clientOf: ClientOf;
  readonly limits: Limits;
  readonly verifier: PasskeyVerifier;
  readonly signIn: SignIn;
  readonly setupCode: string | undefined;
  readonly firstContact: FirstContact;
  /** What the dashboard shows from the start. */
  readonly readStatus: () => Promise<{
    backupProblem?: string;
    hasAddresses?: boolean;
    site?: { url: string; isPublic: boolean };
  }>;
}
