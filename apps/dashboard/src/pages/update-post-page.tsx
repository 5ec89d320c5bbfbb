import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { DeleteButton, useDelete } from '../components/collection/delete-button.tsx';
import { useFormKey } from '../components/form/unsaved-changes.ts';
import { HistoryButton } from '../components/history/history-button.tsx';
import { PageHeading } from '../components/page/page-heading.tsx';
import { StateLine } from '../components/publishing/state-line.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import { PostEditor } from '../features/post/post-editor.tsx';
import { postAddress, postQuery } from '../features/post/post-queries.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { useSiteAddress } from './use-site-address.ts';

export function UpdatePostPage() {
  const { id = '' } = useParams();
  const [reloads, setReloads] = useState(0);
  const formKey = useFormKey();
  const remove = useDelete('post');
  const query = useQuery({
    ...postQuery(id),
    // The form must start from the latest version.
    refetchOnMount: 'always',
    // After a delete, do not reload the post: it would return 404.
    enabled: remove.isIdle || remove.isError,
  });
  const { hasSite, publicUrl } = useSiteAddress() ?? { hasSite: false, publicUrl: '' };
  const isFresh = query.isFetchedAfterMount;
  const post = query.data;

  async function reload() {
    const { isSuccess } = await query.refetch();
    // If loading fails, keep the form with what was typed.
    if (isSuccess) setReloads((count) => count + 1);
  }

  if (remove.isSuccess) return <Navigate to={paths.manage('post')} replace />;
  return (
    <>
      <PageHeading
        title="Update post"
        action={
          <div className="flex flex-wrap gap-2">
            <HistoryButton noun="post" id={id} title={post?.title ?? ''} />
            <Button asChild variant="outline">
              <Link to={paths.manage('post')}>All posts</Link>
            </Button>
          </div>
        }
      >
        <StateLine item={post} address={publicUrl && post ? postAddress(publicUrl, post) : ''} />
      </PageHeading>
      <QueryResult
        query={isFresh ? query : { ...query, data: undefined, isFetched: false }}
        skeleton={<CardSkeleton rows={8} />}
      >
        {(loaded) => (
          <>
            <PostEditor
              key={`${id} ${reloads} ${formKey}`}
              post={loaded}
              hasSite={hasSite}
              siteUrl={publicUrl}
              onAdded={() => {}}
              onReload={() => void reload()}
            />
            <div className="mt-6 border-t border-line pt-6">
              <DeleteButton label="Delete post" noun="post" item={loaded} mutation={remove} />
            </div>
          </>
        )}
      </QueryResult>
    </>
  );
}
