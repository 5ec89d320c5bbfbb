import { type CollectionName, namesOf } from '@vitrine/contract/collections';
import type { ImportItem } from '@vitrine/contract/import';
import { PROFILE_IMPORTS } from '@vitrine/contract/options';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface ImportDoneProps {
  readonly items: readonly ImportItem[];
  readonly isUndone: boolean;
  readonly onRestart: () => void;
}

/** What was imported, with links to it. */
export function ImportDone({ items, isUndone, onRestart }: ImportDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="p-5 sm:p-[22px]">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {isUndone ? 'Import undone' : 'Import complete'}
      </h2>
      {isUndone ? (
        <p className="mt-2 text-ink-2">
          What was added is in the trash. What you changed since the import stays.
        </p>
      ) : (
        <ul className="mt-3 grid gap-1.5">
          {linesOf(items).map(({ text, to }) => (
            <li key={text}>
              <Link
                to={to}
                className="text-accent underline decoration-1 underline-offset-3 hover:decoration-2"
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button variant="outline" className="mt-5" onClick={onRestart}>
        {isUndone ? 'Start again' : 'Import more'}
      </Button>
    </Card>
  );
}

interface Line {
  readonly text: string;
  readonly to: string;
}

/** How many items of each collection were added and changed, in the order of the import. */
function linesOf(items: readonly ImportItem[]): readonly Line[] {
  const kinds: readonly string[] = items.map(({ kind }) => kind);
  const names = namesOf(COLLECTION_VIEWS).toSorted((a, b) => firstOf(kinds, a) - firstOf(kinds, b));
  const lines = names.flatMap((name) =>
    (['add', 'update'] as const).flatMap((verb) => {
      const count = kinds.filter((kind) => kind === `${verb}-${name}`).length;
      return count > 0 ? [{ text: textOf(name, verb, count), to: paths.manage(name) }] : [];
    }),
  );
  const hasProfile = PROFILE_IMPORTS.some((kind) => kinds.includes(kind));
  return hasProfile ? [...lines, { text: 'Profile changed', to: paths.section('profile') }] : lines;
}

function firstOf(kinds: readonly string[], name: CollectionName): number {
  return kinds.findIndex((kind) => kind === `add-${name}` || kind === `update-${name}`);
}

function textOf(name: CollectionName, verb: 'add' | 'update', count: number): string {
  const text = `${count} ${COLLECTION_VIEWS[name].words[count === 1 ? 0 : 1]}`;
  if (verb === 'update') return `${text} changed`;
  if (name !== 'project') return `${text} added`;
  return count === 1 ? `${text} added as a draft` : `${text} added as drafts`;
}
