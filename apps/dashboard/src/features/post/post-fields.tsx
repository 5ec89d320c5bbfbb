import type { Image } from '@vitrine/contract/media';
import { CheckboxField } from '../../components/field/checkbox-field.tsx';
import { Field } from '../../components/field/field.tsx';
import { FileField } from '../../components/field/file-field.tsx';
import { FocalPointPicker } from '../../components/field/focal-point-picker.tsx';
import { SlugField } from '../../components/publishing/slug-field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { BodyField } from '../case-study/body-field.tsx';
import type { FullPost, PostContent, PostRoute } from './post-queries.ts';
import { TagsField } from './tags-field.tsx';

interface PostFieldsProps {
  readonly post: FullPost | undefined;
  /** Whether the page is shown beside the form. */
  readonly hasPage: boolean;
  /** When the post is published, if that is scheduled. */
  readonly day: string | undefined;
}

export function PostFields({ post, hasPage, day }: PostFieldsProps) {
  const content: PostContent | undefined = post?.draft ?? post;
  return (
    <>
      <TitleField title={content?.title ?? ''} />
      <div className="grid grid-cols-1 gap-x-5 gap-y-[18px] sm:grid-cols-2">
        <div className="grid content-start gap-[18px]">
          <SlugField
            folder="/writing/"
            title={content?.title ?? ''}
            slug={content?.slug ?? ''}
            isPublished={post?.state === 'published'}
          />
          <Field<PostRoute>
            name="date"
            label="Date"
            isOptional
            hint={
              day === undefined
                ? 'Empty for the day on which you publish it.'
                : 'Empty for the day of the schedule.'
            }
          >
            {(control) => <Input {...control} type="date" defaultValue={content?.date} />}
          </Field>
          <TagsField tags={content?.tags ?? []} />
          <Field<PostRoute>
            name="summary"
            label="Summary"
            isOptional
            hint="One or two sentences for lists, feeds and search results."
          >
            {(control) => <Textarea {...control} rows={3} defaultValue={content?.summary} />}
          </Field>
        </div>
        <CoverFields content={content} />
      </div>
      <BodyField
        label="Text"
        body={content?.body ?? ''}
        images={post?.images}
        hasNoPreview={hasPage}
      />
    </>
  );
}

function TitleField({ title }: { readonly title: string }) {
  return (
    <Field<PostRoute> name="title" label="Title">
      {(control) => (
        <Input
          {...control}
          aria-required="true"
          defaultValue={title}
          placeholder="What a tide table leaves out"
          className="h-14! font-display text-2xl! tracking-tight"
        />
      )}
    </Field>
  );
}

function CoverFields({ content }: { readonly content: PostContent | undefined }) {
  const cover = content?.coverImage.url ? content.coverImage : undefined;
  const show = (image: Image, alt: string) => (
    <FocalPointPicker<PostRoute>
      // Remount for a new image or a new stored focal point.
      key={JSON.stringify([image.url, image.focalPoint])}
      image={image}
      alt={alt}
      names={{ x: 'coverFocalX', y: 'coverFocalY' }}
    />
  );
  return (
    <div className="group/cover grid content-start gap-[18px]">
      <FileField<PostRoute>
        name="coverImage"
        label="Cover"
        accept="image/*"
        isOptional
        removeName="cover"
        removeValue=""
        preview={(url, alt) => show({ url }, alt)}
        {...(cover && { current: show(cover, 'Current image') })}
      />
      <div className="grid gap-2 not-group-has-[img]/cover:hidden">
        <Field<PostRoute>
          name="coverAlt"
          label="Alternative text of the cover"
          hint="Describe what the image shows, as you would on the phone. Skip “image of”."
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              defaultValue={content?.coverAlt}
              placeholder="Describe the image"
            />
          )}
        </Field>
        <CheckboxField<PostRoute>
          name="coverDecorative"
          label="Decorative image"
          defaultChecked={content?.coverDecorative ?? false}
        />
      </div>
    </div>
  );
}
