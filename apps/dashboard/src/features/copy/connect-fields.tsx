import { type CopyContact, type CopyKind, FORM_NEEDS_SITE } from '@vitrine/contract/options';
import type { routes } from '@vitrine/contract/routes';
import type { ComponentProps, FocusEvent } from 'react';
import { Field } from '../../components/field/field.tsx';
import { UrlInput } from '../../components/field/url-input.tsx';
import { setValue } from '../../components/form/set-value.ts';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Select } from '../../ui/select.tsx';
import type { Copies, Destination } from './copy-queries.ts';

type Route = typeof routes.copy.add;

interface ConnectFieldsProps extends Omit<Copies, 'success' | 'destinations'> {
  readonly kind: CopyKind;
  /** The saved one, if it is changed. */
  readonly destination: Destination | undefined;
}

export function ConnectFields({ kind, destination, ...options }: ConnectFieldsProps) {
  const Fields = FIELDS[kind];
  return (
    <>
      <Fields destination={destination} {...options} />
      <Field<Route> name="url" label="Address of the copy" hint="Where visitors open it.">
        {(control) => <UrlInput required defaultValue={destination?.url} {...control} />}
      </Field>
      <ContactField destination={destination} {...options} />
    </>
  );
}

type FieldsProps = Omit<ConnectFieldsProps, 'kind'>;

function GithubFields({ destination }: FieldsProps) {
  /** Where GitHub serves a repository, unless an address is there already. */
  function suggestAddress({ currentTarget: { value, form } }: FocusEvent<HTMLInputElement>) {
    const [, owner = '', name = ''] =
      /^([\w-]+)\/([\w.-]+)$/.exec(value.trim().toLowerCase()) ?? [];
    const address = form?.elements.namedItem('url');
    if (owner === '' || !(address instanceof HTMLInputElement) || address.value !== '') return;
    const host = `${owner}.github.io`;
    setValue(address, `https://${name === host ? host : `${host}/${value.trim().split('/')[1]}`}`);
  }
  return (
    <>
      <Field<Route> name="repository" label="Repository">
        {(control) => (
          <Plain
            placeholder="ada/portfolio"
            defaultValue={destination?.repository}
            onBlur={suggestAddress}
            {...control}
          />
        )}
      </Field>
      <Field<Route>
        name="branch"
        label="Branch"
        hint="For the copy only: Vitrine creates it, and replaces files on it. Don’t use your main branch."
      >
        {(control) => <Plain defaultValue={destination?.branch ?? 'gh-pages'} {...control} />}
      </Field>
      <SecretField
        name="token"
        label="Access token"
        isSaved={destination !== undefined}
        hint="Fine-grained, for this repository only, with the permission Contents: read and write."
        aside={
          <ExternalLink
            href="https://github.com/settings/personal-access-tokens/new"
            className="text-sm text-accent underline underline-offset-3"
          >
            Create one on GitHub
          </ExternalLink>
        }
      />
    </>
  );
}

function BucketFields({ destination }: FieldsProps) {
  const isSaved = destination !== undefined;
  return (
    <>
      <Field<Route> name="endpoint" label="Address of the object store">
        {(control) => (
          <UrlInput
            defaultValue={destination?.endpoint}
            {...control}
            placeholder="https://s3.eu-central-1.amazonaws.com"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field<Route> name="bucket" label="Bucket">
          {(control) => <Plain defaultValue={destination?.bucket} {...control} />}
        </Field>
        <Field<Route> name="region" label="Region" isOptional>
          {(control) => (
            <Plain placeholder="us-east-1" defaultValue={destination?.region} {...control} />
          )}
        </Field>
      </div>
      <Field<Route> name="prefix" label="Folder in the bucket" isOptional>
        {(control) => <Plain defaultValue={destination?.prefix} {...control} />}
      </Field>
      <SecretField name="accessKey" label="Access key" isSaved={isSaved} />
      <SecretField
        name="secretKey"
        label="Secret key"
        isSaved={isSaved}
        hint="With the right to read, write and delete in this bucket only."
      />
    </>
  );
}

function FolderFields({ destination, folderRoot }: FieldsProps) {
  return (
    <Field<Route> name="folder" label="Folder" hint={`A name in ${folderRoot ?? 'COPY_DIR'}.`}>
      {(control) => <Plain defaultValue={destination?.folder} {...control} />}
    </Field>
  );
}

const FIELDS = { github: GithubFields, bucket: BucketFields, folder: FolderFields };

const CONTACT_NAMES: Readonly<Record<CopyContact, string>> = {
  form: 'With the contact form',
  mail: 'With an email link',
  none: 'Not at all',
};

function ContactField({ destination, canUseForm, canUseMail }: FieldsProps) {
  const isAllowed = { form: canUseForm, mail: canUseMail, none: true };
  const first = canUseForm ? 'form' : canUseMail ? 'mail' : 'none';
  const hint = canUseForm
    ? 'The form sends messages to this service. It has to be reachable for visitors.'
    : FORM_NEEDS_SITE;
  return (
    <Field<Route>
      name="contact"
      label="How visitors write to you"
      hint={
        canUseMail
          ? hint
          : `${hint} The link needs an email address in your profile that visitors see.`
      }
    >
      {(control) => (
        <Select defaultValue={destination?.contact ?? first} {...control}>
          {(['form', 'mail', 'none'] as const).map((contact) => (
            <option key={contact} value={contact} disabled={!isAllowed[contact]}>
              {CONTACT_NAMES[contact]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** For names that are typed exactly. */
function Plain(props: ComponentProps<'input'>) {
  return (
    <Input
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoComplete="off"
      {...props}
    />
  );
}

interface SecretFieldProps extends Pick<ComponentProps<typeof Field<Route>>, 'label' | 'aside'> {
  readonly name: 'accessKey' | 'secretKey' | 'token';
  readonly isSaved: boolean;
  readonly hint?: string;
}

/** The service stores it encrypted, and never returns it. */
function SecretField({ isSaved, hint = '', ...rest }: SecretFieldProps) {
  const kept = isSaved
    ? 'Saved. Leave it empty to keep it.'
    : 'Stored encrypted, and never shown again.';
  return (
    <Field<Route> hint={`${hint} ${kept}`.trim()} {...rest}>
      {(control) => <PasswordInput autoComplete="off" {...control} />}
    </Field>
  );
}
