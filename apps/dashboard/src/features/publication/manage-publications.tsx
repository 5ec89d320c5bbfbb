import { groupByYear, toBibtexFile } from '@vitrine/contract/citation';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { hasUnsavedChanges, useFormKey } from '../../components/form/unsaved-changes.ts';
import { HistoryButton } from '../../components/history/history-button.tsx';
import { NoMatch } from '../../components/list/no-match.tsx';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { UpdatePublicationForm } from './publication-form.tsx';
import { KindOptions } from './publication-kind.tsx';
import { editId, PublicationRow } from './publication-row.tsx';

type Publication = CollectionItem<'publication'>;

interface ManagePublicationsProps {
  readonly items: readonly Publication[];
  readonly fullName: string;
}

/** The publications by year, with a filter, and a panel for the one that the URL names. */
export function ManagePublications({ items, fullName }: ManagePublicationsProps) {
  const [search, setSearch] = useSearchParams();
  const openId = search.get('item') ?? undefined;
  const [filter, setFilter] = useState(NO_FILTER);
  const filterField = useRef<HTMLInputElement>(null);
  const shown = items.filter((item) => isMatch(item, filter));
  const open = items.find(({ _id }) => _id === openId);

  /** In the URL, so that Back closes the panel and leaving a changed form asks for confirmation. */
  function show(id: string | undefined) {
    setSearch(id === undefined ? {} : { item: id }, {
      replace: openId !== undefined,
      preventScrollReset: true,
    });
  }

  const isDeleted = openId !== undefined && !open;
  useEffect(() => {
    // Otherwise Undo would open the panel again.
    if (isDeleted) setSearch({}, { replace: true, preventScrollReset: true });
  }, [isDeleted, setSearch]);

  return (
    <>
      <Filters filter={filter} onChange={setFilter} field={filterField} shown={shown} />
      <Card>
        {groupByYear(shown).map(([year, some]) => (
          <section key={year} aria-labelledby={`year-${year}`}>
            <h2
              id={`year-${year}`}
              className="border-b border-line bg-sunk px-4 py-2 text-sm font-medium text-ink-2 tabular-nums sm:px-[22px]"
            >
              {year}
            </h2>
            <ul>
              {some.map((publication) => (
                <PublicationRow
                  key={publication._id}
                  publication={publication}
                  fullName={fullName}
                  isOpen={publication === open}
                  onOpen={() => show(publication._id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && (
          <NoMatch
            name="publication"
            onClear={() => {
              setFilter(NO_FILTER);
              filterField.current?.focus();
            }}
          />
        )}
      </Card>
      {open && <EditPanel publication={open} onClose={() => show(undefined)} />}
    </>
  );
}

interface EditPanelProps {
  readonly publication: Publication;
  readonly onClose: () => void;
}

function EditPanel({ publication, onClose }: EditPanelProps) {
  const formKey = useFormKey();
  const [shown, setShown] = useState(publication);
  useEffect(() => {
    // Not while there are unsaved changes to an older version.
    if (!hasUnsavedChanges()) setShown(publication);
  }, [publication]);
  const { _id: id, title } = publication;
  return (
    <Panel
      title="Edit publication"
      onClose={onClose}
      onRestoreFocus={() => {
        const button = document.getElementById(editId(id));
        (button ?? document.querySelector('h1'))?.focus({ preventScroll: button === null });
      }}
      actions={<HistoryButton key={id} compact noun="publication" id={id} title={title} />}
    >
      <UpdatePublicationForm
        key={`${formKey} ${JSON.stringify(shown)}`}
        publication={shown}
        onClose={onClose}
      />
    </Panel>
  );
}

interface Filter {
  readonly text: string;
  /** Empty for all kinds. */
  readonly kind: string;
}

const NO_FILTER: Filter = { text: '', kind: '' };

function isMatch(publication: Publication, { text, kind }: Filter): boolean {
  const { title, authors, venue, publisher, publishedOn, note } = publication;
  const content = [title, ...authors, venue, publisher, publishedOn, note]
    .join(' ')
    .toLocaleLowerCase();
  const words = text.toLocaleLowerCase().split(/\s+/);
  return (
    (kind === '' || publication.kind === kind) && words.every((word) => content.includes(word))
  );
}

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly shown: readonly Publication[];
}

function Filters({ filter, onChange, field, shown }: FiltersProps) {
  return (
    <search className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="relative min-w-40 flex-1 sm:max-w-65">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-[11px] left-3 size-4 text-ink-3 max-sm:top-3.5"
        />
        <Input
          ref={field}
          type="search"
          aria-label="Filter publications"
          aria-keyshortcuts="/"
          placeholder="Filter publications"
          value={filter.text}
          maxLength={200}
          className="pl-9"
          onChange={({ target }) => onChange({ ...filter, text: target.value })}
        />
      </div>
      <div className="w-42">
        <Select
          aria-label="Kind"
          value={filter.kind}
          onChange={({ target }) => onChange({ ...filter, kind: target.value })}
        >
          <option value="">All kinds</option>
          <KindOptions />
        </Select>
      </div>
      {canCopy && shown.length > 0 && (
        <Button
          variant="ghost"
          className="ml-auto"
          onClick={() => copyText(toBibtexFile(shown), 'BibTeX')}
        >
          Copy all as BibTeX
        </Button>
      )}
    </search>
  );
}
