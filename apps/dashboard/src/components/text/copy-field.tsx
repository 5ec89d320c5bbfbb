import { Copy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { canCopy, copyText } from './copy-text.ts';

interface CopyFieldProps {
  /** As in 'Token copied'. */
  readonly label: string;
  readonly value: string;
  readonly autoFocus?: boolean;
}

/** A text that is shown once, to be copied. */
export function CopyField({ label, value, autoFocus }: CopyFieldProps) {
  return (
    <div className="mt-4 flex gap-2">
      <Input
        readOnly
        aria-label={label}
        value={value}
        spellCheck={false}
        className="min-w-0 flex-1 font-mono"
        autoFocus={autoFocus}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {canCopy && (
        <Button
          variant="outline"
          className="h-[38px] max-sm:h-11"
          onClick={() => copyText(value, label)}
        >
          <Copy aria-hidden="true" /> Copy
        </Button>
      )}
    </div>
  );
}
