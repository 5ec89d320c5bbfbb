import { groupByYear, toBibtexFile } from '@vitrine/contract/citation';
import { useRef, useState } from 'react';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { useEditedVersion, useFormKey } from '../../components/form/unsaved-changes.ts';
import { HistoryButton } from '../../components/history/history-button.tsx';
import { isMatch, KindFilter, NO_FILTER } from '../../components/list/kind-filter.tsx';
import { NoMatch } from '../../components/list/no-match.tsx';
import { focusButton, useOpenItem } from '../../components/list/use-open-item.ts';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Panel } from '../../ui/panel.tsx';
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
  const { open, show } = useOpenItem('item', items);
  const [filter, setFilter] = useState(NO_FILTER);
  const filterField = useRef<HTMLInputElement>(null);
  const shown = items.filter((item) => isMatch(filter, item.kind, textsOf(item)));

  return (
    <>
      <KindFilter
        label="Filter publications"
        filter={filter}
        onChange={setFilter}
        field={filterField}
        kinds={<KindOptions />}
        className="w-42"
      >
        {canCopy && shown.length > 0 && (
          <Button
            variant="ghost"
            className="ml-auto"
            onClick={() => copyText(toBibtexFile(shown), 'BibTeX')}
          >
            Copy all as BibTeX
          </Button>
        )}
      </KindFilter>
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

function textsOf(publication: Publication): string[] {
  const { title, authors, venue, publisher, publishedOn, note } = publication;
  return [title, ...authors, venue, publisher, publishedOn, note];
}

interface EditPanelProps {
  readonly publication: Publication;
  readonly onClose: () => void;
}

function EditPanel({ publication, onClose }: EditPanelProps) {
  const formKey = useFormKey();
  const shown = useEditedVersion(publication);
  const { _id: id, title } = publication;
  return (
    <Panel
      title="Edit publication"
      onClose={onClose}
      onRestoreFocus={() => focusButton(editId(id))}
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
