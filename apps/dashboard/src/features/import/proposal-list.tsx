import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Choice } from './proposal-row.tsx';

interface ProposalListProps {
  readonly title: string;
  /** Shown in the head. */
  readonly aside?: ReactNode;
  readonly choices: readonly Choice[];
  readonly selectedIds: ReadonlySet<string>;
  readonly onSelect: (choices: readonly Choice[]) => void;
  readonly onDeselect: (choices: readonly Choice[]) => void;
  readonly children: (choice: Choice) => ReactNode;
}

/** A group of choices. Ctrl+A selects all of them. */
export function ProposalList(props: ProposalListProps) {
  const { title, aside, choices, selectedIds, onSelect, onDeselect, children } = props;
  if (choices.length === 0) return null;
  const count = choices.filter(({ _id }) => selectedIds.has(_id)).length;
  const areAllSelected = count === choices.length;
  return (
    <Card aria-label={title}>
      <CardHead title={title}>
        <p className="mr-auto pt-1 text-xs text-ink-2 tabular-nums">
          {count} of {choices.length} selected
        </p>
        {aside}
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2.5 max-sm:h-9"
          onClick={() => (areAllSelected ? onDeselect(choices) : onSelect(choices))}
        >
          {areAllSelected ? 'Select none' : 'Select all'}
        </Button>
      </CardHead>
      <ul
        onKeyDown={(event) => {
          const isSelectAll = event.key === 'a' && (event.ctrlKey || event.metaKey);
          const isText = event.target instanceof Element && event.target.matches('[type=number]');
          if (!isSelectAll || isText) return;
          event.preventDefault();
          onSelect(choices);
        }}
      >
        {choices.map(children)}
      </ul>
    </Card>
  );
}
