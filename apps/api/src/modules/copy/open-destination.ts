import type { CopyKind } from '@vitrine/contract/options';
import { bucketDestination } from './bucket-destination.ts';
import type { Destination } from './destination.ts';
import { folderDestination } from './folder-destination.ts';
import { githubDestination } from './github-destination.ts';

/** What the operator decides. */
export interface CopyPlaces {
  /** The folder that copies can be in, if there may be any. */
  readonly copyDir: string | undefined;
  /** The origins of object stores in private networks that copies may use. */
  readonly localStores: readonly string[];
  readonly githubApiUrl: string;
}

/** The settings of a destination, with its secrets. Those of other kinds are empty. */
export interface DestinationSettings {
  readonly kind: CopyKind;
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly prefix: string;
  readonly repository: string;
  readonly branch: string;
  readonly folder: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly token: string;
}

export function openDestination(
  settings: DestinationSettings,
  { copyDir, localStores, githubApiUrl: apiUrl }: CopyPlaces,
): Destination {
  const { repository, branch, token } = settings;
  switch (settings.kind) {
    case 'bucket':
      return bucketDestination({ ...settings, localStores });
    case 'github':
      return githubDestination({ apiUrl, repository, branch, token });
    case 'folder':
      return folderDestination(copyDir, settings.folder);
  }
}
