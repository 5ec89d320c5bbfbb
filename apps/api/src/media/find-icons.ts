import type { Icon } from '@vitrine/contract/icon';
import { limitInFlight } from '../concurrency.ts';
import { UnavailableError } from '../expected-error.ts';
import { ICON_WORKER } from '../paths.ts';
import { reusableProcess } from './reusable-process.ts';

export type IconRequest = { readonly name: string } | IconSearch;

export interface IconSearch {
  readonly search: string;
  readonly style: Icon['style'];
  /** Finds only icons with that name. */
  readonly exact?: boolean;
}

export interface FoundIcons {
  readonly icons: Icon[];
  /** How many match, also beyond those in `icons`. */
  readonly total: number;
}

export class IconsUnavailableError extends UnavailableError {
  constructor(reason: string) {
    super('The icons cannot be loaded right now. Try again, or upload a file.', { reason });
  }
}

/** The two sets take 80 MB of memory, so they are loaded in a process that ends after a pause. */
export const iconProcess = reusableProcess<IconRequest, FoundIcons>(ICON_WORKER, {
  idleMs: 30_000,
  timeoutMs: 10_000,
});
const run = limitInFlight(20);

/** Finds the icons that match a search, the best first, or the one with a name. */
export async function findIcons(request: IconRequest): Promise<FoundIcons> {
  const found = await run(() => iconProcess.ask(request));
  if (!found) throw new IconsUnavailableError('The process failed or took too long.');
  return found;
}
