import { Copy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { canCopy, copyText } from './copy-text.ts';

interface CopyButtonProps {
  readonly text: string;
  /** As in 'Link copied.' */
  readonly name: string;
  readonly label: string;
  /** Without it, the label is shown. */
  readonly tooltip?: string;
  readonly className?: string;
}

/** An icon that copies a text. */
export function CopyButton({ text, name, label, tooltip = label, className }: CopyButtonProps) {
  if (!canCopy) return null;
  return (
    <Tooltip text={tooltip}>
      <Button
        variant="ghost"
        size="icon"
        className={className}
        aria-label={label}
        onClick={() => copyText(text, name)}
      >
        <Copy aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}
