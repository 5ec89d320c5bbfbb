import type { CopyCause, CopyKind } from '@vitrine/contract/options';
import { Database, Folder, GitBranch, type LucideIcon } from 'lucide-react';
import { formatDate, formatMoment } from '../../components/text/day.ts';
import type { Destination, Run } from './copy-queries.ts';

interface KindWords {
  readonly name: string;
  readonly Icon: LucideIcon;
  /** What the owner needs. */
  readonly about: string;
  /** The title and the text of the dialog that connects one. */
  readonly connect: string;
  readonly description: string;
}

export const KINDS: Readonly<Record<CopyKind, KindWords>> = {
  github: {
    name: 'GitHub Pages',
    Icon: GitBranch,
    about: 'Free for public repositories. You need a repository and an access token.',
    connect: 'Connect GitHub Pages',
    description: 'Vitrine writes your site to a branch of a repository, and GitHub delivers it.',
  },
  bucket: {
    name: 'S3-compatible bucket',
    Icon: Database,
    about: 'Amazon S3, Cloudflare R2, MinIO and others, with or without a CDN.',
    connect: 'Connect a bucket',
    description: 'Vitrine writes your site to a bucket, which delivers it itself or through a CDN.',
  },
  folder: {
    name: 'Folder',
    Icon: Folder,
    about: 'A folder on this server that your own web server delivers or synchronizes.',
    connect: 'Connect a folder',
    description: 'Vitrine writes your site to a folder, and your own web server delivers it.',
  },
};

/** In the order in which they are offered. */
export const KIND_NAMES: readonly CopyKind[] = ['github', 'bucket', 'folder'];

export const CAUSES: Readonly<Record<CopyCause, string>> = {
  change: 'Your site changed',
  release: 'New version of Vitrine',
  settings: 'Settings of the destination',
  owner: 'By hand',
  everything: 'By hand, all files',
};

export function addressOf({ url }: Destination): string {
  return url.replace(/^https?:\/\//i, '');
}

/** Where the files are. */
export function placeOf(destination: Destination, folderRoot: string | null): string {
  const { kind, bucket, prefix, endpoint, repository, branch, folder } = destination;
  switch (kind) {
    case 'bucket': {
      const path = prefix ? `${bucket}/${prefix}` : bucket;
      return `bucket ${path} at ${new URL(endpoint).host}`;
    }
    case 'github':
      return `branch ${branch} of ${repository}`;
    case 'folder':
      return [folderRoot, folder].filter(Boolean).join('/');
  }
}

/** What happened last, in short parts. */
export function factsOf({ lastUpdate, failure, tokenExpiresAt }: Destination): readonly string[] {
  if (failure) {
    const tried = `Tried ${formatMoment(failure.lastAt)}`;
    return lastUpdate ? [tried, `Last updated ${formatMoment(lastUpdate.startedAt)}`] : [tried];
  }
  if (!lastUpdate) return ['Not updated yet'];
  const facts = [
    `Updated ${formatMoment(lastUpdate.startedAt)}`,
    `${countChanges(lastUpdate)} of ${countOf(lastUpdate.files, 'file')} changed`,
    formatDuration(lastUpdate.seconds),
  ];
  return tokenExpiresAt ? [...facts, `Token expires ${formatDate(tokenExpiresAt)}`] : facts;
}

/** What a failed update means for visitors and for the owner. */
export function consequencesOf(destination: Destination): string {
  const { kind, lastUpdate, failure, nextUpdateAt, isUpdating } = destination;
  // GitHub switches to all new files at once.
  const rest = kind === 'github' ? '' : ' Pages that were sent since may be newer.';
  const seen = lastUpdate
    ? `Visitors still see the copy of ${formatDate(lastUpdate.startedAt)}.${rest}`
    : 'There is no complete copy for visitors yet.';
  if (!failure || isUpdating) return seen;
  if (nextUpdateAt) return `${seen} Vitrine tries again ${formatMoment(nextUpdateAt)}.`;
  const attempts = countOf(failure.attempts, 'attempt');
  return `${seen} Vitrine stopped after ${attempts}, and tries again when your site changes.`;
}

export function countChanges({ added, changed, removed }: Run): number {
  return added.count + changed.count + removed.count;
}

export function countOf(number: number, noun: string): string {
  const nouns = noun === 'copy' ? 'copies' : `${noun}s`;
  return `${number.toLocaleString()} ${number === 1 ? noun : nouns}`;
}

function formatDuration(seconds: number): string {
  if (seconds >= 90) return countOf(Math.round(seconds / 60), 'minute');
  return countOf(Math.max(1, Math.round(seconds)), 'second');
}
