import { Button } from '../../ui/button.tsx';

interface NoMatchProps {
  /** As in 'No project matches.' */
  readonly name: string;
  readonly onClear: () => void;
}

/** Shown in place of a list when nothing in it matches the filter. */
export function NoMatch({ name, onClear }: NoMatchProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-9 text-center">
      <p className="text-ink-2">No {name} matches.</p>
      <Button variant="outline" size="sm" onClick={onClear}>
        Clear filter
      </Button>
    </div>
  );
}
