import type { Icon as NamedIcon } from '@vitrine/contract/icon';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Icon } from '../image/icon.tsx';
import { LoadFailure } from '../query/load-failure.tsx';
import type { IconsQuery } from './use-icon-search.ts';

export const GRID = 'grid grid-cols-3 gap-1 sm:grid-cols-6';

interface PickerResultProps {
  readonly search: string;
  readonly query: IconsQuery;
  readonly onUpload: () => void;
}

/** What is shown instead of icons. */
export function PickerResult({ search, query, onUpload }: PickerResultProps) {
  if (search === '')
    return <p className="py-9 text-center text-ink-2">Type a name, such as React or Figma.</p>;
  if (query.isError) return <LoadFailure query={query} />;
  if (query.isPending)
    return (
      <div className={GRID}>
        {[...Array(12).keys()].map((index) => (
          <Skeleton key={index} className="h-[5.5rem]" />
        ))}
      </div>
    );
  if (query.data.icons.length > 0) return null;
  return (
    <div className="grid justify-items-center gap-3 py-9">
      <p className="text-ink-2">No icon matches.</p>
      <Button variant="outline" size="sm" onClick={onUpload}>
        Upload a file
      </Button>
    </div>
  );
}

interface IconOptionProps {
  readonly id: string;
  readonly icon: NamedIcon;
  readonly url: string;
  readonly search: string;
  readonly isActive: boolean;
  /** Whether the set of the chosen style lacks the icon. */
  readonly isOther: boolean;
  readonly onChoose: () => void;
}

export function IconOption(props: IconOptionProps) {
  const { id, icon, url, search, isActive, isOther, onChoose } = props;
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="grid min-h-[5.5rem] cursor-pointer content-start justify-items-center gap-2 rounded-md border border-transparent px-1.5 py-3 hover:bg-hover aria-selected:border-accent aria-selected:bg-accent-soft"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon image={{ url }} className="h-8 w-12" />
      <span className="max-w-full text-center text-xs wrap-anywhere text-ink-2">
        <Highlighted text={icon.title} part={search} />
        {isOther && (
          <span className="block text-ink-3">{icon.style === 'ink' ? 'Ink' : 'Color'}</span>
        )}
      </span>
    </button>
  );
}

function Highlighted({ text, part }: { readonly text: string; readonly part: string }) {
  const start = text.toLowerCase().indexOf(part.toLowerCase());
  if (start < 0) return text;
  const end = start + part.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className="bg-transparent font-medium text-ink">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
