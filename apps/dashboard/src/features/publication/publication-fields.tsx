import type { FieldNameOf } from '@vitrine/contract/calls';
import type { routes } from '@vitrine/contract/routes';
import { stripDoi } from '@vitrine/contract/text-format';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { Field } from '../../components/field/field.tsx';
import { FormattedInput } from '../../components/field/formatted-input.tsx';
import { UrlInput } from '../../components/field/url-input.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { KindOptions } from './publication-kind.tsx';

type Publication = CollectionItem<'publication'>;
type AddPublication = typeof routes.publication.add;

interface PublicationFieldsProps {
  readonly publication?: Publication | undefined;
}

/** The fields of a publication, empty or with its values. */
export function PublicationFields({ publication }: PublicationFieldsProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-x-3.5 gap-y-[18px] @xs:grid-cols-2 [&>.wide]:col-span-full">
        <div className="wide">
          <Field<AddPublication> name="title" label="Title">
            {(control) => <Textarea {...control} rows={2} defaultValue={publication?.title} />}
          </Field>
        </div>
        <div className="wide">
          <Field<AddPublication>
            name="authors"
            label="Authors"
            isOptional
            hint="One per line, in print order, like Lovelace, Ada. An organization has no comma."
          >
            {(control) => (
              <Textarea {...control} rows={3} defaultValue={publication?.authors.join('\n')} />
            )}
          </Field>
        </div>
        <Field<AddPublication> name="kind" label="Kind">
          {(control) => (
            <Select {...control} defaultValue={publication?.kind ?? 'article'}>
              <KindOptions />
            </Select>
          )}
        </Field>
        <Field<AddPublication> name="publishedOn" label="Year or month">
          {(control) => (
            <Input {...control} defaultValue={publication?.publishedOn} placeholder="2026-03" />
          )}
        </Field>
        <div className="wide">
          <TextField name="venue" label="Published in" publication={publication} />
        </div>
        <TextField name="volume" label="Volume" publication={publication} />
        <TextField name="issue" label="Issue" publication={publication} />
        <TextField name="pages" label="Pages" publication={publication} />
        <TextField name="publisher" label="Publisher" publication={publication} />
        <Links publication={publication} />
        <div className="wide">
          <Field<AddPublication> name="abstract" label="Abstract" isOptional>
            {(control) => <Textarea {...control} rows={4} defaultValue={publication?.abstract} />}
          </Field>
        </div>
        <TextField
          name="note"
          label="Award or note"
          placeholder="Best paper"
          publication={publication}
        />
        <TextField name="citationKey" label="Citation key" publication={publication} />
      </div>
    </div>
  );
}

function Links({ publication }: PublicationFieldsProps) {
  return (
    <>
      <div className="wide">
        <Field<AddPublication>
          name="doi"
          label="DOI"
          isOptional
          hint="Without a link, the title links to the DOI."
        >
          {(control) => (
            <FormattedInput
              {...control}
              format={stripDoi}
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={publication?.doi}
              placeholder="10.1000/182"
            />
          )}
        </Field>
      </div>
      {(['link', 'pdfLink'] as const).map((name) => (
        <div key={name} className="wide">
          <Field<AddPublication>
            name={name}
            label={name === 'link' ? 'Link' : 'PDF link'}
            isOptional
            {...(name === 'pdfLink' && { hint: 'Only if you may share it.' })}
          >
            {(control) => <UrlInput {...control} defaultValue={publication?.[name]} />}
          </Field>
        </div>
      ))}
    </>
  );
}

interface TextFieldProps extends PublicationFieldsProps {
  readonly name: Exclude<FieldNameOf<AddPublication> & keyof Publication, 'authors'>;
  readonly label: string;
  readonly placeholder?: string;
}

function TextField({ name, label, publication, placeholder }: TextFieldProps) {
  return (
    <Field<AddPublication> name={name} label={label} isOptional>
      {(control) => (
        <Input {...control} defaultValue={publication?.[name]} placeholder={placeholder} />
      )}
    </Field>
  );
}
