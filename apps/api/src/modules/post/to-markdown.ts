import type { PostDetails } from '@vitrine/contract/post';
import { stringify } from 'yaml';

/** A post as a Markdown file with front matter, and the names of the pictures beside it. */
export function toMarkdown(post: PostDetails) {
  const { body, images } = post;
  const pictures = images
    .map(({ name }) => name)
    .filter((name) => name === coverOf(post) || body.includes(`/media/${name}`));
  const text = pictures.reduce((before, name) => relink(before, name), body);
  return { text: `---\n${frontMatter(post)}---\n\n${text}\n`, pictures };
}

/** Quoted so that it also reads the same in YAML 1.1, which Jekyll and Hugo read. */
function frontMatter(post: PostDetails): string {
  const { title, slug, date, tags, summary, state, publishAt } = post;
  const fields = {
    title,
    slug,
    ...(date && { date: new Date(date) }),
    // A published post stays public: its scheduled change is not in the file.
    ...(publishAt && state === 'draft' && { publishDate: new Date(publishAt) }),
    ...(tags.length > 0 && { tags }),
    ...(summary && { description: summary }),
    ...(state === 'draft' && { draft: true }),
    ...coverFields(post),
  };
  return stringify(fields, { version: '1.1', lineWidth: 0 });
}

function coverFields(post: PostDetails) {
  const name = coverOf(post);
  if (name === undefined) return {};
  const { coverAlt: alt, coverDecorative: decorative, coverImage } = post;
  const { x, y } = coverImage.focalPoint ?? { x: 50, y: 50 };
  return {
    cover: {
      image: `./${name}`,
      ...(alt && { alt }),
      ...(decorative && { decorative }),
      ...((x !== 50 || y !== 50) && { focus: [x, y] }),
    },
  };
}

function coverOf({ coverImage, images }: PostDetails): string | undefined {
  return images.find(({ image }) => image.url === coverImage.url)?.name;
}

/** Texts stay valid when the portfolio moves, so the address can have any origin. */
function relink(body: string, name: string): string {
  return body.replace(new RegExp(`(?:https?://[^/?#\\s()<>]+)?/media/${name}`, 'g'), `./${name}`);
}
