import { Button } from '../../ui/button.tsx';
import { CardFoot } from '../../ui/card.tsx';

interface ShowAllToggleProps {
  readonly count: number;
  readonly isExpanded: boolean;
  readonly onChange: (isExpanded: boolean) => void;
  readonly className?: string;
}

/** The footer of a card that shows only the first rows of a long list. */
export function ShowAllToggle({ count, isExpanded, onChange, className = '' }: ShowAllToggleProps) {
  return (
    <CardFoot className={className}>
      <Button
        variant="link"
        size="sm"
        className="-ml-2.5"
        aria-expanded={isExpanded}
        onClick={() => onChange(!isExpanded)}
      >
        {isExpanded ? 'Show fewer' : `Show all ${count}`}
      </Button>
    </CardFoot>
  );
}
