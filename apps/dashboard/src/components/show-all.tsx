import { Button } from '../ui/button.tsx';
import { CardFoot } from '../ui/card.tsx';

interface ShowAllProps {
  readonly count: number;
  readonly isWhole: boolean;
  readonly onChange: (isWhole: boolean) => void;
  readonly className?: string;
}

/** The foot of a card that shows the first rows of a long list. */
export function ShowAll({ count, isWhole, onChange, className = '' }: ShowAllProps) {
  return (
    <CardFoot className={className}>
      <Button
        variant="link"
        size="sm"
        className="-ml-2.5"
        aria-expanded={isWhole}
        onClick={() => onChange(!isWhole)}
      >
        {isWhole ? 'Show fewer' : `Show all ${count}`}
      </Button>
    </CardFoot>
  );
}
