import { routes } from '@vitrine/contract/routes';
import { ArrowRight } from 'lucide-react';
import { useCallback, useId, useRef } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field/field.tsx';
import { FieldErrorsContext, useFieldErrors } from '../../components/form/field-errors.ts';
import { useUnsavedChanges } from '../../components/form/unsaved-changes.ts';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { cropPhoto } from '../../features/profile/crop-photo.ts';
import { PhotoField } from '../../features/profile/photo-field.tsx';
import type { User } from '../../features/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { FirstRunFrame, StepFooter, type StepProps } from './first-run-frame.tsx';
import type { Introduction, Name } from './introduction.ts';
import { SiteSketch } from './site-sketch.tsx';

type UpdateProfile = typeof routes.user.updateProfile;

interface YouStepProps extends StepProps {
  readonly user: User;
  readonly value: Introduction;
  readonly onChange: (value: Introduction) => void;
  readonly onBack: () => void;
}

/** A longer text, such as that of an import, is more than one sentence. */
const MAX_SENTENCE = 160;

export function YouStep({ user, value, onChange, onLeave, onBack, onNext }: YouStepProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { errors, setErrors, clearError } = useFieldErrors(form);
  const save = useApiMutation(routes.user.updateProfile, { reloads: ['user'], quiet: true });
  const isChanged = Object.keys(value).length > 0;
  useUnsavedChanges(useCallback(() => isChanged, [isChanged]));
  const textOf = (name: Name) => value[name] ?? user[name] ?? '';

  async function send() {
    if (save.isPending) return;
    setErrors({});
    const body = await toForm(value, textOf('fullName'));
    save.mutate(
      { body },
      {
        onSuccess() {
          onChange({});
          onNext();
        },
        onError: ({ fields }) => setErrors(fields),
      },
    );
  }

  const control = (name: Name) => ({
    value: textOf(name),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...value, [name]: target.value }),
  });
  return (
    <FirstRunFrame step="You" onLeave={onLeave}>
      <PageHeading title="Say who you are" tab="You">
        This is the top of your site. Everything here is optional except your name.
      </PageHeading>
      <div className="grid gap-x-14 gap-y-9 md:grid-cols-2">
        <FieldErrorsContext value={errors}>
          <form
            id={id}
            ref={form}
            className="grid content-start gap-[18px]"
            onInput={clearError}
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            <Fields control={control} sentence={textOf('aboutMe')} stored={user.aboutMe} />
            <PhotoField
              value={value.photo}
              current={user.avatar.url}
              name={textOf('fullName')}
              error={errors['avatar']}
              onChange={(photo) => onChange({ ...value, photo })}
            />
          </form>
        </FieldErrorsContext>
        <SiteSketch
          textOf={textOf}
          photo={value.photo === undefined ? user.avatar.url : value.photo?.url}
        />
      </div>
      <StepFooter text="Step 3 of 4" onBack={onBack} onSkip={onNext}>
        <Button type="submit" form={id} size="lg" isPending={save.isPending}>
          {save.isPending ? 'Saving' : 'Continue'}
          {!save.isPending && <ArrowRight aria-hidden="true" />}
        </Button>
      </StepFooter>
    </FirstRunFrame>
  );
}

/** Only what has changed, and the name, which the host checks. */
async function toForm({ photo, ...texts }: Introduction, fullName: string): Promise<FormData> {
  const form = new FormData();
  for (const [name, text] of Object.entries({ ...texts, fullName })) form.set(name, text);
  if (photo === null) form.set('removeAvatar', 'true');
  else if (photo) form.set('avatar', await cropPhoto(photo));
  return form;
}

interface FieldsProps {
  readonly control: (name: Name) => {
    readonly value: string;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
  readonly sentence: string;
  readonly stored: string;
}

function Fields({ control, sentence, stored }: FieldsProps) {
  const isLong = stored.length > MAX_SENTENCE;
  return (
    <>
      <Field<UpdateProfile> name="fullName" label="Full Name">
        {(props) => <Input {...props} {...control('fullName')} autoComplete="name" />}
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field<UpdateProfile>
          name="headline"
          label="Headline"
          hint="What you do, in two to five words."
        >
          {(props) => <Input {...props} {...control('headline')} />}
        </Field>
        <Field<UpdateProfile> name="location" label="Location" hint="A city is enough.">
          {(props) => <Input {...props} {...control('location')} />}
        </Field>
      </div>
      <Field<UpdateProfile>
        name="aboutMe"
        label={isLong ? 'About Me' : 'One sentence about you'}
        hint={
          isLong
            ? 'The text from your import. You can shorten it.'
            : `${sentence.length} of ${MAX_SENTENCE} characters. Add a longer text later under About Me.`
        }
      >
        {(props) => (
          <Textarea
            {...props}
            {...control('aboutMe')}
            {...(!isLong && { maxLength: MAX_SENTENCE })}
            className="max-h-60 min-h-16!"
          />
        )}
      </Field>
    </>
  );
}
