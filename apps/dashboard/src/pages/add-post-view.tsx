import { Link, useNavigate } from 'react-router';
import { PageHeading } from '../components/page/page-heading.tsx';
import { PostEditor } from '../features/post/post-editor.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { useSiteAddress } from './use-site-address.ts';

export function AddPostView() {
  const navigate = useNavigate();
  const { hasSite, publicUrl } = useSiteAddress() ?? { hasSite: false, publicUrl: '' };
  return (
    <>
      <PageHeading
        title="New post"
        action={
          <Button asChild variant="outline">
            <Link to={paths.manage('post')}>All posts</Link>
          </Button>
        }
      />
      <PostEditor
        hasSite={hasSite}
        siteUrl={publicUrl}
        onAdded={({ _id }) => void navigate(paths.updatePost(_id), { replace: true })}
        onReload={() => {}}
      />
    </>
  );
}
