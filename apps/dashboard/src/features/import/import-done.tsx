import type { ImportItem } from '@vitrine/contract/import';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
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
  const counts = KINDS.flatMap(({ kind, text, to }) => {
    const count = items.filter((item) => item.kind === kind).length;
    return count > 0 ? [{ kind, text: text(count), to }] : [];
  });
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
          {counts.map(({ kind, text, to }) => (
            <li key={kind}>
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

interface Kind {
  readonly kind: ImportItem['kind'];
  readonly text: (count: number) => string;
  readonly to: string;
}

const KINDS: readonly Kind[] = [
  {
    kind: 'add-timeline',
    text: (count) => `${countOf(count, 'timeline entry', 'timeline entries')} added`,
    to: paths.manageTimeline,
  },
  {
    kind: 'update-timeline',
    text: (count) => `${countOf(count, 'timeline entry', 'timeline entries')} changed`,
    to: paths.manageTimeline,
  },
  {
    kind: 'add-project',
    text: (count) =>
      count === 1 ? '1 project added as a draft' : `${count} projects added as drafts`,
    to: paths.manageProjects,
  },
  {
    kind: 'add-skill',
    text: (count) => `${countOf(count, 'skill', 'skills')} added`,
    to: paths.manageSkills,
  },
  {
    kind: 'update-skill',
    text: (count) => `${countOf(count, 'skill', 'skills')} changed`,
    to: paths.manageSkills,
  },
  {
    kind: 'add-software-application',
    text: (count) => `${countOf(count, 'application', 'applications')} added`,
    to: paths.manageApplications,
  },
  { kind: 'update-profile', text: () => 'Profile changed', to: paths.section('profile') },
];

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
