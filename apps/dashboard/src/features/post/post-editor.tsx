import { useEffect, useState } from 'react';
import { Form } from '../../components/form/form.tsx';
import { FormPage } from '../../components/publishing/form-page.tsx';
import {
  type PreviewedForm,
  usePreviewHtml,
} from '../../components/publishing/use-preview-html.ts';
import { type Device, DeviceSwitch } from '../../components/site-preview/device-frame.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { PostFields } from './post-fields.tsx';
import { PostNote } from './post-note.tsx';
import type { UpdateRoute } from './post-queries.ts';
import { PublishBar } from './publish-bar.tsx';
import { type PostFormOptions, usePostForm } from './use-post-form.ts';

interface PostEditorProps extends PostFormOptions {
  /** Whether there is a public site, which the preview shows. */
  readonly hasSite: boolean;
  /** Shows the post as it is now stored. */
  readonly onReload: () => void;
}

const TABS = [
  { value: 'write', name: 'Write' },
  { value: 'preview', name: 'Preview' },
] as const;

/** The form of a post, and its page beside it. On narrow screens, one of them at a time. */
export function PostEditor({ hasSite, onReload, ...options }: PostEditorProps) {
  const editor = usePostForm(options);
  const { post, formProps, schedule } = editor;
  const { conflict, resolve, close } = editor.conflicts;
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const isWide = useIsWide();
  const isShown = hasSite && (isWide || tab === 'preview');
  return (
    <>
      {post && <PostNote post={post} onChange={editor.accept} onReload={onReload} />}
      {hasSite && !isWide && (
        <Segmented
          label="Show"
          options={TABS}
          value={tab}
          onChange={setTab}
          className="mb-4 sm:max-w-[420px]"
        />
      )}
      <div
        className={
          hasSite
            ? 'studio:grid studio:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] studio:gap-8'
            : undefined
        }
      >
        <Form<UpdateRoute> {...formProps} layout="bar" actions={<PublishBar editor={editor} />}>
          <div className={isShown && !isWide ? 'hidden' : 'grid grid-cols-1 gap-[18px]'}>
            <PostFields
              post={post}
              hasPage={hasSite}
              day={schedule.when === 'later' ? schedule.day : undefined}
            />
          </div>
        </Form>
        {isShown && (
          <PagePreview
            noun="post"
            picture={['coverImage', 'cover']}
            form={formProps.ref}
            id={formProps.params.id}
            extraFields={formProps.extraFields}
            state={post}
          />
        )}
      </div>
      {conflict && (
        <conflict.Dialog
          conflict={conflict}
          title={post?.title ?? ''}
          onSave={resolve}
          onClose={close}
        />
      )}
    </>
  );
}

/** The page on the site with what is in the form. */
function PagePreview(form: PreviewedForm) {
  const page = usePreviewHtml(form, true);
  const [device, setDevice] = useState<Device>('desktop');
  return (
    <section
      aria-label="Preview"
      className="sticky top-6 grid h-[calc(100dvh-11rem)] min-h-100 grid-rows-[auto_minmax(0,1fr)] gap-3 self-start"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className={`text-sm ${page.problem ? 'text-ochre' : 'text-ink-2'}`}>
          {page.problem
            ? `The preview is not up to date: ${page.problem}`
            : 'Preview in your theme'}
        </p>
        <DeviceSwitch value={device} onChange={setDevice} />
      </div>
      <div className="grid min-h-0 justify-items-center rounded-lg bg-sunk p-3">
        <FormPage page={page} device={device} />
      </div>
    </section>
  );
}

const WIDE = '(width >= 68.75rem)';

/** Whether the page has room beside the form: the breakpoint `studio`. */
function useIsWide(): boolean {
  const [isWide, setIsWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const update = () => setIsWide(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isWide;
}
