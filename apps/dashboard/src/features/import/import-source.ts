import type { routes } from '@vitrine/contract/routes';
import { FileArchive, FileBraces, Link2, UserRound } from 'lucide-react';
import type { ComponentType, SVGProps } from 'react';
import type { ApiResponse } from '../../api/call-api.ts';
import { GithubIcon } from './github-icon.tsx';

/** What a file or a user on GitHub offers. */
export type Reading = ApiResponse<typeof routes.import.read>;
export type Proposal = Reading['proposals'][number];

export interface SourceDetails {
  readonly name: string;
  readonly about: string;
  readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
}

/** In the order in which they are offered. */
export const SOURCES = {
  linkedin: { name: 'LinkedIn', about: 'The ZIP file of your data export', Icon: FileArchive },
  'json-resume': { name: 'JSON Resume', about: 'A .json file from another tool', Icon: FileBraces },
  github: { name: 'GitHub', about: 'Public repositories of a user name', Icon: GithubIcon },
} as const satisfies Readonly<Record<string, SourceDetails>>;
export type SourceName = keyof typeof SOURCES;

export const PUBLICATION_SOURCES = {
  bibtex: { name: 'BibTeX', about: 'Paste it, or choose a .bib or .ris file', Icon: FileBraces },
  doi: { name: 'DOI', about: 'One or several, one per line', Icon: Link2 },
  orcid: { name: 'ORCID iD', about: 'Your public list of works', Icon: UserRound },
} as const satisfies Readonly<Record<string, SourceDetails>>;
export type PublicationSourceName = keyof typeof PUBLICATION_SOURCES;

/** The host recognizes files by their content. A file with publications stays where it was chosen. */
export function sourceOf<Other extends string>(
  { source }: Reading,
  chosen: SourceName | Other,
): SourceName | Other {
  return source === 'linkedin' || source === 'json-resume' || source === 'github' ? source : chosen;
}
