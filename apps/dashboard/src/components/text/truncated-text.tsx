import { Tooltip } from '../../ui/tooltip.tsx';

interface TruncatedTextProps {
  readonly text: string;
  readonly className?: string;
}

/** At most two lines, with the full text in a tooltip. */
export function TruncatedText({ text, className = '' }: TruncatedTextProps) {
  return (
    <Tooltip text={text}>
      <span className={`line-clamp-2 min-w-0 wrap-anywhere ${className}`}>{text}</span>
    </Tooltip>
  );
}
