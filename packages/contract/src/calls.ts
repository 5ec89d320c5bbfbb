import type { z } from 'zod';
import { addressCalls } from './address.ts';
import { auditCalls } from './audit.ts';
import { backupCalls } from './backup.ts';
import { copyCalls } from './copy.ts';
import { collectionCalls } from './defined-collections.ts';
import { historyCalls } from './history.ts';
import { iconCalls } from './icon.ts';
import { imageCalls } from './image.ts';
import { importCalls } from './import.ts';
import { messageCalls } from './message.ts';
import { passkeyCalls } from './passkey.ts';
import { publicCalls } from './public.ts';
import { resumeCalls } from './resume.ts';
import type { Route } from './route.ts';
import { secondFactorCalls } from './second-factor.ts';
import { sessionCalls } from './session.ts';
import { siteCalls } from './site.ts';
import { tokenCalls } from './token.ts';
import { trashCalls } from './trash.ts';
import { setupCalls, userCalls } from './user.ts';
import { viewCalls } from './view.ts';
import { visitCalls } from './visit.ts';

/** The whole contract. */
export const calls = {
  backup: backupCalls,
  setup: setupCalls,
  user: userCalls,
  session: sessionCalls,
  passkey: passkeyCalls,
  secondFactor: secondFactorCalls,
  token: tokenCalls,
  audit: auditCalls,
  ...collectionCalls,
  image: imageCalls,
  icon: iconCalls,
  message: messageCalls,
  trash: trashCalls,
  history: historyCalls,
  site: siteCalls,
  resume: resumeCalls,
  import: importCalls,
  view: viewCalls,
  visit: visitCalls,
  address: addressCalls,
  copy: copyCalls,
  public: publicCalls,
};

/**
 * The types of a call, looked up by its route. The browser imports these types and the routes, and
 * never the schemas.
 */
export type CallOf<R extends Route> = Extract<AnyCall, { readonly route: R }>;

type Calls = typeof calls;
export type AnyCall = { [N in keyof Calls]: Calls[N][keyof Calls[N]] }[keyof Calls];

/** The body of a request. Values that are parsed from text can also be sent as text. */
export type InputOf<R extends Route> = Sendable<
  z.input<CallOf<R>['input']>,
  z.output<CallOf<R>['input']>
>;

type Sendable<Input, Output> = {
  readonly [K in keyof Input]: unknown extends Input[K]
    ? (K extends keyof Output ? Output[K] : never) | string
    : Readonly<Input[K]>;
};

/** The query string of a request: text only. */
export type QueryOf<R extends Route> = {
  readonly [K in NamesIn<z.input<CallOf<R>['query']>>]?: z.input<CallOf<R>['query']>[K] & string;
};

export type FieldNameOf<R extends Route> = NamesIn<InputOf<R>>;
export type FileNameOf<R extends Route> = keyof CallOf<R>['files'] & string;

/** None for a call without fields, whose schema has an index signature instead. */
type NamesIn<T> = string extends keyof T ? never : keyof T & string;
