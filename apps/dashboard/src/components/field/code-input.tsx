import { type ComponentProps, type RefObject, useEffect } from 'react';
import { Input } from '../../ui/input.tsx';

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'ref'> {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly focusOnMount?: boolean;
  /** Takes a recovery code, which has letters too, instead of the six digits of an app. */
  readonly isRecoveryCode?: boolean;
}

/** One field for the whole code, so that pasting and filling in work. */
export function CodeInput(props: CodeInputProps) {
  const { ref, focusOnMount = false, isRecoveryCode = false, className = '', ...rest } = props;
  useEffect(() => {
    if (focusOnMount) ref.current?.focus();
  }, [ref, focusOnMount]);
  const kind = isRecoveryCode
    ? ({ inputMode: 'text', autoComplete: 'off', maxLength: 40 } as const)
    : ({ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 8 } as const);
  const style = isRecoveryCode ? '' : 'min-h-11 text-[1.375rem]! tracking-[0.3em]';
  return (
    <Input
      ref={ref}
      type="text"
      required
      {...kind}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className={`font-mono ${style} ${className}`}
      {...rest}
    />
  );
}
