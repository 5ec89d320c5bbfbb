import type { FieldNameOf } from '@vitrine/contract/calls';
import { routes } from '@vitrine/contract/routes';
import type {
  FieldInfo,
  FormParts,
  Snapshot,
  StoredForm,
} from '../../components/conflict/snapshot.ts';
import type { SavedForm } from '../../components/publishing/use-save-item.ts';
import type { UpdateRoute } from './post-queries.ts';
import { type FullPost, type PostContent, readPost } from './post-queries.ts';

const FIELDS = [
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'slug', label: 'Address', kind: 'value' },
  { name: 'date', label: 'Date', kind: 'value' },
  { name: 'tags', label: 'Tags', kind: 'lines' },
  { name: 'summary', label: 'Summary', kind: 'text' },
  { name: 'coverAlt', label: 'Alternative text of the cover', kind: 'text' },
  { name: 'coverDecorative', label: 'Decorative image', kind: 'flag' },
  { name: 'body', label: 'Text', kind: 'text' },
] as const satisfies readonly FieldInfo<FieldNameOf<UpdateRoute>>[];

export const PARTS = {
  noun: 'post',
  calls: routes.post,
  itemOf: ({ post }) => post,
  fields: FIELDS,
  picture: {
    label: 'Cover',
    file: 'coverImage',
    sentAs: 'cover',
    focus: ['coverFocalX', 'coverFocalY'],
  },
  hasGallery: false,
  read: readPost,
  takeSnapshot,
} as const satisfies FormParts<FieldNameOf<UpdateRoute>> &
  StoredForm<FullPost> &
  SavedForm<UpdateRoute, FullPost>;

function takeSnapshot(post: FullPost | undefined): Snapshot {
  const content: PostContent | undefined = post?.draft ?? post;
  const inputs = FIELDS.map(({ name }) => [
    name,
    name === 'tags' ? (content?.tags ?? []).join('\n') : String(content?.[name] ?? ''),
  ]);
  return {
    version: post?.version,
    fields: Object.fromEntries(inputs),
    gallery: [],
    banner: content?.coverImage.url ? content.coverImage : undefined,
  };
}
