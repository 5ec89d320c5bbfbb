import type { FieldNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import { completeAddress } from '@vitrine/contract/text-format';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Input } from '../../ui/input.tsx';
import { describeError, RowItem, RowsField } from '../rows/rows-field.tsx';
import { type Row, type Rows, useRows } from '../rows/use-rows.ts';
import { LinkIcon } from './link-icon.tsx';
import { completeRow, errorOf, type LinkItem, linksInput, NEW_LINK, nameRow } from './link-rows.ts';

/** The limit of the contract's link-list.ts. */
const MAX_LINKS = 30;

/** The limit of a label in the contract's link-services.ts. */
const MAX_LABEL = 60;

interface LinkListFieldProps<R extends Route> {
  readonly name: FieldNameOf<R>;
  readonly label: string;
  readonly hint: string;
  readonly initial: readonly LinkItem[];
  /** Shown below the list, for example about one of the links. */
  readonly children?: (links: readonly LinkItem[]) => ReactNode;
}

/** Any number of links, in the order of the owner. */
export function LinkListField<R extends Route>(props: LinkListFieldProps<R>) {
  const { name, label, hint, initial, children } = props;
  const nameOf = (row: LinkItem) => nameRow(row) || 'Link';
  const rows = useRows<LinkItem>({ initial, max: MAX_LINKS, empty: NEW_LINK, nameOf });
  return (
    <RowsField
      {...{ name, label, hint, rows }}
      thing="link"
      input={linksInput(rows.all)}
      renderRow={(row, index, isRejected) => (
        <LinkRow key={row.key} row={row} index={index} rows={rows} isRejected={isRejected} />
      )}
    >
      {children?.(rows.all)}
    </RowsField>
  );
}

interface LinkRowProps {
  readonly row: Row<LinkItem>;
  readonly index: number;
  readonly rows: Rows<LinkItem>;
  /** Whether the host has rejected the links. */
  readonly isRejected: boolean;
}

function LinkRow({ row, index, rows, isRejected }: LinkRowProps) {
  const name = nameRow(row) || `link ${index + 1}`;
  const isChecked = row.isLeft !== false || isRejected;
  const error = isChecked ? errorOf(row, rows.all) : undefined;
  const before = useRef(row.url);

  /** Also before Enter sends the form. */
  function complete() {
    rows.write(row, completeRow(row, before.current));
    before.current = completeAddress(row.url);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') complete();
    rows.moveByKey(event, row);
  }

  return (
    <RowItem
      {...{ rows, row, index, name, error }}
      icon={
        <span className="grid size-9 place-items-center rounded-md border border-line bg-sunk text-ink-2">
          <LinkIcon url={completeAddress(row.url)} />
        </span>
      }
      first={
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          aria-label={`Address of ${name}`}
          {...describeError(row, error)}
          maxLength={2048}
          placeholder="https://"
          value={row.url}
          onChange={({ target }) => rows.write(row, { url: target.value })}
          onBlur={complete}
          onKeyDown={onKeyDown}
        />
      }
      second={
        <Input
          aria-label={`Label of ${name}`}
          maxLength={MAX_LABEL}
          placeholder="Label"
          value={row.label}
          onChange={({ target }) => rows.write(row, { label: target.value })}
          onKeyDown={onKeyDown}
        />
      }
    />
  );
}
