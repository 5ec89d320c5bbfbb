import type { FieldNameOf } from '@vitrine/contract/calls';
import type { Image } from '@vitrine/contract/media';
import { linksInput } from '../../../components/links/link-rows.ts';
import type { GalleryItem } from '../../gallery/gallery-item.ts';
import type { UpdateRoute } from '../editor/use-save-project.ts';
import type { FullProject, ProjectContent } from '../project-queries.ts';

type FieldName = FieldNameOf<UpdateRoute>;

export interface FieldInfo {
  readonly name: FieldName;
  readonly label: string;
  /** How its values are compared and shown. */
  readonly kind: 'text' | 'list' | 'value' | 'flag' | 'links';
}

/** The fields of the form in its order, besides the banner and the gallery. */
export const FIELDS = [
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
] as const satisfies readonly FieldInfo[];

/** What a form holds, or what is stored. */
export interface Snapshot {
  /** Undefined for a new project. */
  readonly version?: number | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly gallery: readonly GalleryItem[];
  /** Undefined if there is none. A new file has an address of its own. */
  readonly banner: Image | undefined;
}

export function takeSnapshot(project: FullProject | undefined): Snapshot {
  const content: ProjectContent | undefined = project?.draft ?? project;
  return {
    version: project?.version,
    fields: Object.fromEntries(FIELDS.map(({ name }) => [name, inputOf(content, name)])),
    gallery: content?.gallery ?? [],
    banner: content?.projectBanner.url ? content.projectBanner : undefined,
  };
}

function inputOf(content: ProjectContent | undefined, name: (typeof FIELDS)[number]['name']) {
  return name === 'links' ? linksInput(content?.links ?? []) : String(content?.[name] ?? '');
}

/** What the form holds now. What it does not hold is as it was when it was opened. */
export function readForm(
  form: HTMLFormElement,
  gallery: readonly GalleryItem[],
  base: Snapshot,
): Snapshot {
  const data = new FormData(form);
  const textOf = (name: FieldName) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const fields = FIELDS.map(({ name }) => {
    const value = textOf(name) ?? base.fields[name] ?? '';
    // An empty address follows the title.
    return [name, name === 'slug' && value === '' ? (base.fields[name] ?? '') : value] as const;
  });
  const file = data.get('projectBanner');
  const stored = textOf('banner') === '' ? undefined : base.banner?.url;
  const url = file instanceof File && file.name !== '' ? URL.createObjectURL(file) : stored;
  const [x, y] = [textOf('bannerFocalX'), textOf('bannerFocalY')];
  return {
    fields: Object.fromEntries(fields),
    gallery,
    banner:
      url === undefined
        ? undefined
        : {
            ...(url === base.banner?.url && base.banner),
            url,
            ...(x && y && { focalPoint: { x: Number(x), y: Number(y) } }),
          },
  };
}
