import { Tooltip } from '../ui/tooltip.tsx';

interface WholeTextProps {
  readonly text: string;
  readonly className?: string;
}

/** Two lines of a text; the whole of it in a tooltip. */
export function WholeText({ text, className = '' }: WholeTextProps) {
  return (
    <Tooltip text={text}>
      <span className={`line-clamp-2 min-w-0 wrap-anywhere ${className}`}>{text}</span>
    </Tooltip>
  );
}
