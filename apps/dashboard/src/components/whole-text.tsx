import { Tooltip } from '../ui/tooltip.tsx';

interface WholeTextProps {
  readonly text: string;
  readonly className?: string;
}

/** One line of a text; the whole of it in a tooltip. */
export function WholeText({ text, className = '' }: WholeTextProps) {
  return (
    <Tooltip text={text}>
      <span className={`block truncate max-sm:whitespace-normal ${className}`}>{text}</span>
    </Tooltip>
  );
}
