import type { routes } from '@vitrine/contract/routes';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { useId } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { Field } from '../../components/field/field.tsx';
import { UrlInput } from '../../components/field/url-input.tsx';
import { useFieldError } from '../../components/form/field-errors.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { HighlightsField } from './highlights-field.tsx';
import { MONTHS } from './timeline-date.ts';
import { KindOptions } from './timeline-kind.tsx';

type AddTimeline = typeof routes.timeline.add;

interface TimelineFieldsProps {
  readonly entry?: TimelineEntry | undefined;
}

/** The fields of a timeline entry, empty or with the values of an entry. */
export function TimelineFields({ entry }: TimelineFieldsProps) {
  const { details: hasDetails } = useCan();
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-x-3.5 gap-y-[18px] @xs:grid-cols-2 [&>.wide]:col-span-full">
        <div className="wide">
          <Field<AddTimeline> name="title" label="Title">
            {(control) => (
              <Input
                {...control}
                defaultValue={entry?.title}
                placeholder={hasDetails ? 'Design engineer' : 'Design engineer, Loom and Bloom'}
              />
            )}
          </Field>
        </div>
        {hasDetails && <OrganizationFields entry={entry} />}
        <DateField
          name="from"
          label="From"
          month={hasDetails ? { name: 'fromMonth', label: 'Start month' } : undefined}
          {...(!hasDetails && { hint: 'The year it started.' })}
          placeholder="2019"
          entry={entry}
        />
        <DateField
          name="to"
          label="To"
          month={hasDetails ? { name: 'toMonth', label: 'End month' } : undefined}
          hint="Leave empty if it continues."
          placeholder={hasDetails ? 'Year' : '2023'}
          entry={entry}
        />
        {hasDetails && <PlaceFields entry={entry} />}
        <div className="wide">
          <Field<AddTimeline> name="description" label="Description">
            {(control) => (
              <Textarea
                {...control}
                defaultValue={entry?.description}
                placeholder="What you did there"
              />
            )}
          </Field>
        </div>
        {hasDetails && (
          <div className="wide">
            <HighlightsField initial={entry?.highlights} />
          </div>
        )}
      </div>
    </div>
  );
}

interface EntryProps {
  readonly entry: TimelineEntry | undefined;
}

function OrganizationFields({ entry }: EntryProps) {
  return (
    <>
      <Field<AddTimeline> name="kind" label="Kind">
        {(control) => (
          <Select {...control} defaultValue={entry?.kind ?? 'work'}>
            <KindOptions />
          </Select>
        )}
      </Field>
      <Field<AddTimeline> name="organization" label="Organization">
        {(control) => (
          <Input
            {...control}
            autoComplete="organization"
            defaultValue={entry?.organization}
            placeholder="Loom and Bloom"
          />
        )}
      </Field>
    </>
  );
}

function PlaceFields({ entry }: EntryProps) {
  return (
    <>
      <Field<AddTimeline> name="location" label="Location">
        {(control) => <Input {...control} defaultValue={entry?.location} placeholder="Bristol" />}
      </Field>
      <Field<AddTimeline> name="link" label="Link">
        {(control) => <UrlInput {...control} defaultValue={entry?.link} />}
      </Field>
    </>
  );
}

interface DateFieldProps extends EntryProps {
  readonly name: 'from' | 'to';
  readonly label: string;
  /** Without one, the field asks for the year only. */
  readonly month: { readonly name: 'fromMonth' | 'toMonth'; readonly label: string } | undefined;
  readonly hint?: string;
  readonly placeholder: string;
}

/** A year, after its optional month. The label belongs to the year, which is the specified field. */
function DateField({ name, label, month, hint, placeholder, entry }: DateFieldProps) {
  const id = useId();
  const monthError = useFieldError<AddTimeline>(month?.name ?? name);
  const isMonthInvalid = month !== undefined && monthError !== undefined;
  return (
    <div className="grid grid-cols-1 content-start gap-1.5 @max-sm:col-span-full">
      <Field<AddTimeline> name={name} label={label} {...(hint && { hint })}>
        {(control) => (
          <div className={month && 'grid grid-cols-[minmax(0,1fr)_4.75rem] gap-2'}>
            {month && (
              <Select
                name={month.name}
                aria-label={month.label}
                aria-invalid={isMonthInvalid}
                aria-describedby={isMonthInvalid ? id : undefined}
                defaultValue={entry?.timeline[month.name] ?? ''}
              >
                <option value="">Month</option>
                {MONTHS.map((text, index) => (
                  <option key={text} value={index + 1}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              defaultValue={entry?.timeline[name] ?? ''}
              placeholder={placeholder}
            />
          </div>
        )}
      </Field>
      {isMonthInvalid && (
        <p id={id} className="text-sm text-danger">
          {monthError}
        </p>
      )}
    </div>
  );
}
