import type { CollectionName } from '@vitrine/contract/collections';
import type { ApiError } from './call-api.ts';

/** The first part of each query key. */
export type QueryName =
  | CollectionName
  | 'user'
  | 'addresses'
  | 'sessions'
  | 'audit'
  | 'backup'
  | 'copies'
  | 'passkeys'
  | 'tokens'
  | 'second-factor'
  | 'messages'
  | 'trash'
  | 'history'
  | 'icons'
  | 'images'
  | 'site'
  | 'site-preview'
  | 'resume'
  | 'resume-preview'
  | 'resume-check'
  | 'resume-failures'
  | 'view'
  | 'view-preview'
  | 'visits';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryKey: readonly [QueryName, ...string[]];
    queryMeta: { quiet?: boolean };
    mutationMeta: MutationMeta;
  }
}

/** What happens after a call, besides its own code. */
export type MutationMeta = {
  /** Queries to reload after a success. */
  readonly reloads?: readonly QueryName[];
  /** Shows no toast after a success. */
  readonly quiet?: boolean;
  /** Shown when the response has no message. */
  readonly successMessage?: string;
  /** The text of an error's toast. Undefined if the caller shows the error itself. */
  readonly errorText?: (error: ApiError) => string | undefined;
  /** The form shows and announces the error, so screen readers skip the toast. */
  readonly showsErrorInForm?: boolean;
};
