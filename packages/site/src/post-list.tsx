import { usePage } from './page-context.ts';
import { postPath } from './resolve-path.ts';
import type { SitePost } from './site.ts';
import { readingMinutes } from './text.ts';

const MAX_ON_HOME = 3;

/** The newest posts, for the home page. */
export function NewestPosts() {
  const { portfolio, words, href } = usePage();
  return (
    <>
      <PostList posts={portfolio.posts.slice(0, MAX_ON_HOME)} />
      {portfolio.posts.length > MAX_ON_HOME && (
        <p className="more">
          <a href={href('/writing')}>{words.allPosts}</a>
        </p>
      )}
    </>
  );
}

interface PostListProps {
  readonly posts: readonly SitePost[];
  /** The level of the titles, below the heading of the list. Themes style them alike. */
  readonly level?: 2 | 3;
}

export function PostList({ posts, level = 3 }: PostListProps) {
  const { href } = usePage();
  return (
    <ol className="posts">
      {posts.map((post) => (
        <li key={post._id}>
          <article className="post h-entry">
            <h3 className="p-name" aria-level={level === 2 ? level : undefined}>
              <a className="u-url" href={href(postPath(post))}>
                {post.title}
              </a>
            </h3>
            {post.summary && <p className="summary p-summary">{post.summary}</p>}
            <PostMeta post={post} />
          </article>
        </li>
      ))}
    </ol>
  );
}

/** The day of a post, and how long it takes to read. */
export function PostMeta({ post }: { readonly post: SitePost }) {
  const { words, settings } = usePage();
  const day = new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const date = post.date || post.publishedAt.slice(0, 10);
  return (
    <p className="meta">
      <time className="dt-published" dateTime={date}>
        {day.format(new Date(date))}
      </time>{' '}
      <span className="length">{words.minutesToRead(readingMinutes(post.bodyHtml))}</span>
    </p>
  );
}
