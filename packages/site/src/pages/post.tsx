import { CaseStudySlot } from '../case-study.tsx';
import { Document } from '../document.tsx';
import { EntryMetadata } from '../entry-metadata.tsx';
import { usePage } from '../page-context.ts';
import { Cover } from '../picture.tsx';
import { PostMeta } from '../post-list.tsx';
import { postPath, tagPath } from '../resolve-path.ts';
import { sectionHeading } from '../sections.ts';
import type { SitePost } from '../site.ts';
import { cut, summaryOfPost } from '../text.ts';

export function PostPage({ post }: { readonly post: SitePost }) {
  const { words, portfolio, settings, href } = usePage();
  const { title, summary, coverImage, bodyHtml } = post;
  return (
    <Document
      kind="post"
      current="/writing"
      title={words.byAuthor(title, portfolio.profile.fullName)}
      description={cut(summaryOfPost(post), 160)}
    >
      <article className="case essay h-entry">
        <header className="case-header">
          <EntryMetadata updatedAt={post.updatedAt} />
          <p className="back">
            <a href={href('/writing')}>{sectionHeading('writing', settings, words)}</a>
          </p>
          <h1 className="p-name">{title}</h1>
          {summary && <p className="summary p-summary">{summary}</p>}
          <PostMeta post={post} />
        </header>
        <Cover image={coverImage} alt={post.coverDecorative ? '' : post.coverAlt} />
        {bodyHtml !== '' && (
          <div className="body e-content">
            <CaseStudySlot />
          </div>
        )}
        <Tags tags={post.tags} />
      </article>
      <Neighbors post={post} />
    </Document>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  const { words, href } = usePage();
  if (tags.length === 0) return null;
  return (
    <ul className="tags" aria-label={words.tags}>
      {[...new Set(tags)].map((tag) => {
        const path = tagPath(tag);
        return (
          <li key={tag} className="p-category">
            {path === undefined ? tag : <a href={href(path)}>{tag}</a>}
          </li>
        );
      })}
    </ul>
  );
}

/** The posts that were written before and after this one. */
function Neighbors({ post }: { readonly post: SitePost }) {
  const { words, portfolio, href } = usePage();
  const { posts } = portfolio;
  const index = posts.findIndex(({ _id }) => _id === post._id);
  const newer = index > 0 ? posts[index - 1] : undefined;
  const older = posts[index + 1];
  if (!newer && !older) return null;
  return (
    <nav className="neighbors" aria-label={words.morePosts}>
      {newer && (
        <a rel="prev" href={href(postPath(newer))}>
          <span>{words.newerPost}</span> {newer.title}
        </a>
      )}
      {older && (
        <a rel="next" href={href(postPath(older))}>
          <span>{words.olderPost}</span> {older.title}
        </a>
      )}
    </nav>
  );
}
