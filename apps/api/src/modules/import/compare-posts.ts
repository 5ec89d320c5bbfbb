import type { Post } from '@vitrine/contract/post';
import type { Rules } from './compare-items.ts';
import { type ImportedPost, titleKey } from './imported.ts';

/** Posts are only added: which of two texts is newer is not known. */
export const POST_RULES: Rules<ImportedPost, Post> = {
  label: 'Post',
  title: ({ title }, match) => match?.title ?? title,
  keys: ({ slug = '', title, date = '' }) => [`slug ${slug}`, `${titleKey(title)} ${date}`],
  add: ({ isDraft, pictures: _, ...fields }) => ({ kind: 'add-post', fields, isDraft }),
  describe: ({ date = '', tags = [], isDraft, pictures }) => [
    isDraft ? 'Draft' : '',
    date === '' ? 'No date' : formatDay(date),
    tags.join(', '),
    countPictures(pictures.length),
  ],
  pictures: ({ pictures }) => pictures,
};

function formatDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

function countPictures(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 picture' : `${count} pictures`;
}
