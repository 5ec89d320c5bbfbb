import { downloads } from '@vitrine/contract/routes';
import { Download, Feather } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { urlOf } from '../../api/call-api.ts';
import { LazyHistorySheet } from '../../components/history/history-button.tsx';
import { Picture } from '../../components/image/picture.tsx';
import { NoMatch } from '../../components/list/no-match.tsx';
import { SearchField } from '../../components/list/search-field.tsx';
import { StateBadge } from '../../components/publishing/state-badge.tsx';
import { STATE_TABS, type StateTab, StateTabs } from '../../components/publishing/state-tabs.tsx';
import { startDownload } from '../../components/start-download.ts';
import { formatDate } from '../../components/text/day.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PostMenu } from './post-menu.tsx';
import type { Post } from './post-queries.ts';
import { useNewKey } from './use-new-key.ts';

/** All posts, newest first. */
export function ManagePosts({ items }: { readonly items: readonly Post[] }) {
  const [tab, setTab] = useState<StateTab>('All');
  const [filter, setFilter] = useState('');
  const [historyOf, setHistoryOf] = useState<Post>();
  const field = useRef<HTMLInputElement>(null);
  useNewKey();
  const words = filter.toLocaleLowerCase().split(/\s+/);
  const shown = items.filter(STATE_TABS[tab]).filter(({ title, summary, tags }) => {
    const text = [title, summary, ...(tags ?? [])].join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div className="group/view">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <StateTabs items={items} tab={tab} onChoose={setTab} />
        <Button
          variant="ghost"
          className="ml-auto max-sm:order-last"
          onClick={() => startDownload(urlOf(downloads.posts))}
        >
          <Download aria-hidden="true" />
          Download as Markdown
        </Button>
        <SearchField
          label="Filter posts"
          input={field}
          query={filter}
          onSearch={setFilter}
          delayMs={0}
        />
      </div>
      <Card>
        {shown.length > 0 ? (
          <ul data-rows="" aria-label="Posts" className="@container/posts">
            {shown.map((post) => (
              <PostRow key={post._id} post={post} onHistory={() => setHistoryOf(post)} />
            ))}
          </ul>
        ) : (
          <NoMatch
            name="post"
            onClear={() => {
              setFilter('');
              setTab('All');
              field.current?.focus();
            }}
          />
        )}
      </Card>
      {historyOf && (
        <LazyHistorySheet
          noun="post"
          id={historyOf._id}
          title={historyOf.title}
          onClose={() => setHistoryOf(undefined)}
        />
      )}
    </div>
  );
}

interface PostRowProps {
  readonly post: Post;
  readonly onHistory: () => void;
}

function PostRow({ post, onHistory }: PostRowProps) {
  const { _id: id, title, summary, coverImage, tags = [] } = post;
  return (
    <li
      data-id={id}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line px-4 py-3.5 not-first:border-t sm:px-[22px] @min-[34rem]/posts:grid-cols-[84px_minmax(0,1fr)_auto] @min-[52rem]/posts:grid-cols-[84px_minmax(0,1fr)_minmax(0,11rem)_11rem_auto]"
    >
      {coverImage?.url ? (
        <Picture
          image={coverImage}
          alt=""
          sizes="84px"
          className="h-13 w-21 rounded-sm border border-line @max-[34rem]/posts:hidden"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid h-13 w-21 place-items-center rounded-sm border border-line bg-sunk text-ink-3 @max-[34rem]/posts:hidden"
        >
          <Feather className="size-4" />
        </span>
      )}
      <div className="min-w-0">
        <Link
          to={paths.updatePost(id)}
          className="font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        {summary && <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">{summary}</p>}
      </div>
      <PostMenu post={post} onHistory={onHistory} />
      <ul
        aria-label={`Tags of ${title}`}
        className="flex min-w-0 flex-wrap gap-1.5 empty:hidden @max-[52rem]/posts:hidden @min-[52rem]/posts:col-start-3 @min-[52rem]/posts:row-start-1"
      >
        {tags.slice(0, 3).map((tag) => (
          <li
            key={tag}
            className="max-w-full truncate rounded-sm border border-line bg-sunk px-2 text-xs leading-5 text-ink-2"
          >
            {tag}
          </li>
        ))}
      </ul>
      <PostState post={post} />
    </li>
  );
}

function PostState({ post }: { readonly post: Post }) {
  const isPublished = post.state === 'published' && !post.publishAt && !post.hasDraft;
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm @min-[34rem]/posts:col-start-2 @min-[52rem]/posts:col-start-4 @min-[52rem]/posts:row-start-1 @min-[52rem]/posts:block">
      {isPublished ? 'Published' : <StateBadge item={post} />}
      {post.date && (
        <p className="text-xs text-ink-3 @min-[52rem]/posts:mt-1">
          {formatDate(`${post.date}T12:00`)}
        </p>
      )}
    </div>
  );
}
