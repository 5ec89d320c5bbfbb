import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { PageLinks } from '../page-links.tsx';
import { PostList } from '../post-list.tsx';
import { itemsOn } from '../resolve-path.ts';
import { sectionHeading } from '../sections.ts';
import type { SitePost } from '../site.ts';

/** All posts, over several pages. */
export function WritingPage({ number }: { readonly number: number }) {
  const { words, portfolio, settings } = usePage();
  const { posts, profile } = portfolio;
  const heading = sectionHeading('writing', settings, words);
  const title = words.byAuthor(heading, profile.fullName);
  return (
    <Document
      kind="writing"
      current="/writing"
      title={number === 1 ? title : `${title} (${words.pageNumber(number)})`}
      description={title}
    >
      <section className="index" aria-labelledby="writing-title" data-section="writing">
        <h1 id="writing-title">{heading}</h1>
        <PostList posts={itemsOn(posts, number)} level={2} />
      </section>
      <PageLinks list="/writing" label={heading} number={number} total={posts.length} />
    </Document>
  );
}

interface TagPageProps {
  /** As the newest of the posts spells it. */
  readonly tag: string;
  readonly posts: readonly SitePost[];
}

/** The posts with a tag. */
export function TagPage({ tag, posts }: TagPageProps) {
  const { words, portfolio, settings, href } = usePage();
  const title = words.byAuthor(tag, portfolio.profile.fullName);
  return (
    <Document kind="writing" current="/writing" title={title} description={title}>
      <section className="index" aria-labelledby="writing-title" data-section="writing">
        <p className="back">
          <a href={href('/writing')}>{sectionHeading('writing', settings, words)}</a>
        </p>
        <h1 id="writing-title">{tag}</h1>
        <PostList posts={posts} level={2} />
      </section>
    </Document>
  );
}
