import type { CDPSession, Page } from '@playwright/test';

/** Chromium's virtual authenticator: a platform authenticator that verifies the user by itself. */
export interface Authenticator {
  /** The owner passes the check of the device, such as a fingerprint, or not. */
  verifyUser(isVerified: boolean): Promise<void>;
  credentials(): Promise<Credential[]>;
  /** Adds a passkey of another authenticator, as if it was synced. */
  addCredential(credential: Credential): Promise<void>;
}

type Credential = Awaited<ReturnType<typeof readCredentials>>[number];

export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async verifyUser(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    credentials: () => readCredentials(session, authenticatorId),
    async addCredential(credential) {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
}

async function readCredentials(session: CDPSession, authenticatorId: string) {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  return credentials;
}
