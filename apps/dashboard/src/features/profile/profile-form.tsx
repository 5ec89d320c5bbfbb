import { recognizeLink } from '@vitrine/contract/link-services';
import { routes } from '@vitrine/contract/routes';
import { BadgeCheck } from 'lucide-react';
import { useCan } from '../../api/capabilities.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { CheckboxField } from '../../components/field/checkbox-field.tsx';
import { Field } from '../../components/field/field.tsx';
import { FileField } from '../../components/field/file-field.tsx';
import { UrlInput } from '../../components/field/url-input.tsx';
import { Form } from '../../components/form/form.tsx';
import { LinkListField } from '../../components/links/link-list-field.tsx';
import { linkText } from '../../components/links/link-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { LanguagesField } from './languages-field.tsx';
import { INTRODUCTION, PROFILE_LINKS, type Profile } from './profile.ts';
import { ResumePreview } from './resume-preview.tsx';

type UpdateProfile = typeof routes.user.updateProfile;

interface ProfileProps {
  readonly profile: Profile;
}

export function ProfileForm({ profile }: ProfileProps) {
  const can = useCan();
  return (
    <Form
      mutation={useApiMutation(routes.user.updateProfile, { reloads: ['user'] })}
      autosave="profile"
      submit="Update Profile"
      pending="Updating"
      resetOnSuccess={false}
    >
      <FileFields profile={profile} />
      <Field<UpdateProfile> name="fullName" label="Full Name">
        {(control) => <Input {...control} autoComplete="name" defaultValue={profile.fullName} />}
      </Field>
      {can.details && <IntroductionFields profile={profile} />}
      <ContactFields profile={profile} />
      <Field<UpdateProfile>
        name="aboutMe"
        label="About Me"
        hint="**Bold**, *italic* and [links](https://example.com) work."
      >
        {(control) => <Textarea {...control} defaultValue={profile.aboutMe} />}
      </Field>
      {PROFILE_LINKS.map(([key, label]) => (
        <Field<UpdateProfile> key={key} name={key} label={label}>
          {(control) => <UrlInput {...control} defaultValue={linkText(profile[key])} />}
        </Field>
      ))}
      {can.details && <MoreLinks profile={profile} />}
      {can.details && <LanguagesField profile={profile} />}
      {can.details && (
        <CheckboxField<UpdateProfile>
          name="mailMessages"
          label="Email me when a visitor sends a message"
          defaultChecked={profile.mailMessages === true}
        />
      )}
    </Form>
  );
}

/** Beyond the specification. */
function MoreLinks({ profile }: ProfileProps) {
  const can = useCan();
  const isMastodon = ({ url }: { readonly url: string }) => recognizeLink(url)?.icon === 'mastodon';
  return (
    <LinkListField<UpdateProfile>
      name="links"
      label="More links"
      hint="Any address. Shown on your site in this order, after the ones above."
      initial={profile.links ?? []}
    >
      {(links) =>
        can.site &&
        links.some(isMastodon) && (
          <p className="mt-4 flex gap-2 rounded-md border border-line bg-sunk px-3 py-2.5 text-xs text-ink-2">
            <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
            <span>
              <b className="font-medium text-ink">Ready for Mastodon’s green mark.</b> Your site
              links to your profile with rel="me". Add the address of your site to your Mastodon
              profile to show it.
            </span>
          </p>
        )
      }
    </LinkListField>
  );
}

/** Beyond the specification. */
function IntroductionFields({ profile }: ProfileProps) {
  return (
    <div className="grid gap-[18px] sm:grid-cols-2">
      {INTRODUCTION.map(([key, label, placeholder]) => (
        <Field<UpdateProfile> key={key} name={key} label={label}>
          {(control) => (
            <Input {...control} defaultValue={profile[key]} placeholder={placeholder} />
          )}
        </Field>
      ))}
    </div>
  );
}

function FileFields({ profile }: ProfileProps) {
  // The specified calls can only replace files, by images.
  const { details: hasMore } = useCan();
  return (
    <div className="grid gap-[18px] sm:grid-cols-2">
      <FileField<UpdateProfile>
        name="avatar"
        label="Avatar"
        accept="image/*"
        {...(hasMore && { removeName: 'removeAvatar' })}
        {...(profile.avatar.url !== '' && {
          current: (
            <div className="grid h-44 place-items-center">
              <Avatar
                src={profile.avatar.url}
                name={profile.fullName}
                className="size-32 text-2xl"
              />
            </div>
          ),
        })}
      />
      <FileField<UpdateProfile>
        name="resume"
        label="Resume"
        {...(hasMore
          ? {
              accept: 'image/*,application/pdf',
              hint: 'A PDF works too.',
              removeName: 'removeResume',
            }
          : { accept: 'image/*' })}
        {...(profile.resume.url !== '' && {
          current: (
            <div className="grid h-44 place-items-center [&>*]:w-30">
              <ResumePreview resume={profile.resume} />
            </div>
          ),
        })}
      />
    </div>
  );
}

const CONTACTS = [
  {
    name: 'email',
    label: 'Email',
    flag: 'showEmail',
    input: { inputMode: 'email', autoComplete: 'email' },
  },
  { name: 'phone', label: 'Phone', flag: 'showPhone', input: { type: 'tel', autoComplete: 'tel' } },
] as const;

function ContactFields({ profile }: ProfileProps) {
  const can = useCan();
  return (
    <div className="grid gap-[18px] sm:grid-cols-2">
      {CONTACTS.map(({ name, label, flag, input }) => (
        <div key={name} className="grid content-start gap-2">
          <Field<UpdateProfile> name={name} label={label}>
            {(control) => <Input {...control} {...input} defaultValue={profile[name]} />}
          </Field>
          {can.details && (
            <CheckboxField<UpdateProfile>
              name={flag}
              label="Show on my site"
              about={label}
              defaultChecked={profile[flag] === true}
            />
          )}
        </div>
      ))}
    </div>
  );
}
