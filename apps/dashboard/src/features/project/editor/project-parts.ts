import type { FieldNameOf } from '@vitrine/contract/calls';
import { routes } from '@vitrine/contract/routes';
import type {
  FieldInfo,
  FormParts,
  Snapshot,
  StoredForm,
} from '../../../components/conflict/snapshot.ts';
import { linksInput } from '../../../components/links/link-rows.ts';
import type { SavedForm } from '../../../components/publishing/use-save-item.ts';
import type { UpdateRoute } from '../project-queries.ts';
import { type FullProject, type ProjectContent, readProject } from '../project-queries.ts';

const FIELDS = [
  { name: 'title', label: 'Project Title', kind: 'text' },
  { name: 'summary', label: 'Summary', kind: 'text' },
  { name: 'description', label: 'Description', kind: 'text' },
  { name: 'slug', label: 'Address', kind: 'value' },
  { name: 'bannerAlt', label: 'Alternative text of the banner', kind: 'text' },
  { name: 'bannerDecorative', label: 'Decorative image', kind: 'flag' },
  { name: 'technologies', label: 'Technologies', kind: 'list' },
  { name: 'stack', label: 'Stack', kind: 'value' },
  { name: 'deployed', label: 'Deployed', kind: 'value' },
  { name: 'gitRepoLink', label: 'Github Repository Link', kind: 'value' },
  { name: 'projectLink', label: 'Project Link', kind: 'value' },
  { name: 'links', label: 'More links', kind: 'links' },
  { name: 'role', label: 'Role', kind: 'text' },
  { name: 'startedOn', label: 'Started', kind: 'value' },
  { name: 'endedOn', label: 'Ended', kind: 'value' },
  { name: 'featured', label: 'Featured on the home page', kind: 'flag' },
  { name: 'body', label: 'Case study', kind: 'text' },
] as const satisfies readonly FieldInfo<FieldNameOf<UpdateRoute>>[];

export const PARTS = {
  noun: 'project',
  calls: routes.project,
  itemOf: ({ project }) => project,
  fields: FIELDS,
  picture: {
    label: 'Project Banner',
    file: 'projectBanner',
    sentAs: 'banner',
    focus: ['bannerFocalX', 'bannerFocalY'],
  },
  hasGallery: true,
  read: readProject,
  takeSnapshot,
} as const satisfies FormParts<FieldNameOf<UpdateRoute>> &
  StoredForm<FullProject> &
  SavedForm<UpdateRoute, FullProject>;

function takeSnapshot(project: FullProject | undefined): Snapshot {
  const content: ProjectContent | undefined = project?.draft ?? project;
  const inputs = FIELDS.map(({ name }) => [
    name,
    name === 'links' ? linksInput(content?.links ?? []) : String(content?.[name] ?? ''),
  ]);
  return {
    version: project?.version,
    fields: Object.fromEntries(inputs),
    gallery: content?.gallery ?? [],
    banner: content?.projectBanner.url ? content.projectBanner : undefined,
  };
}
