import type { z } from 'zod';
import { day, flag, markdown, optionalText, sentences, slug, text } from './collection-field.ts';
import type { ItemOf } from './define-collection.ts';
import { definePublished } from './define-published.ts';
import { focus, picture } from './picture-field.ts';

export const post = definePublished(
  'post',
  {
    title: text('title', 200),
    slug: slug('post'),
    date: day('Date', 'A day, like 2026-05-12. Until it is published, empty for that day.'),
    tags: sentences('tags', 20, 40),
    summary: optionalText('summary', 300),
    coverImage: picture('coverImage', { name: 'cover', focus: ['coverFocalX', 'coverFocalY'] }),
    coverFocalX: focus('cover', 'horizontal'),
    coverFocalY: focus('cover', 'vertical'),
    coverAlt: optionalText('alternative text', 300, 'The alternative text of the cover.'),
    coverDecorative: flag('decorative', 'Decorative cover', 'The cover needs no alternative text.'),
    body: markdown('text', 50_000),
  },
  { detail: ['summary'] },
);

export const NewPost = post.New;

export type NewPost = z.output<typeof NewPost>;
export type Post = ItemOf<typeof post>;
export type PostDetails = z.output<typeof post.Details>;
export type PublicPostDetails = z.output<typeof post.PublicDetails>;
