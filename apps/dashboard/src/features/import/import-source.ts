import type { ImportSource } from '@vitrine/contract/options';
import type { routes } from '@vitrine/contract/routes';
import { FileArchive, FileBraces } from 'lucide-react';
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
export const SOURCES: Readonly<Record<ImportSource, SourceDetails>> = {
  linkedin: { name: 'LinkedIn', about: 'The ZIP file of your data export', Icon: FileArchive },
  'json-resume': { name: 'JSON Resume', about: 'A .json file from another tool', Icon: FileBraces },
  github: { name: 'GitHub', about: 'Public repositories of a user name', Icon: GithubIcon },
};
