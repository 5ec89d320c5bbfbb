import { Eye, EyeOff } from 'lucide-react';
import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { Input } from './input.tsx';

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  readonly ref?: RefObject<HTMLInputElement | null>;
}

/** A password field with a button to show the password. */
export function PasswordInput({ ref, ...props }: PasswordInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const [isShown, setIsShown] = useState(false);
  const caret = useRef<readonly [number, number]>(undefined);

  // Restore the caret, which browsers move when the type changes.
  useLayoutEffect(() => {
    if (caret.current) input.current?.setSelectionRange(...caret.current);
    caret.current = undefined;
  });

  // Hide the password on submit: browsers may store the value of a plain text field for autofill.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [input]);

  function toggle() {
    const { selectionStart, selectionEnd } = input.current ?? {};
    caret.current = [selectionStart ?? 0, selectionEnd ?? 0];
    setIsShown(!isShown);
  }

  return (
    <div className="relative">
      <Input
        {...props}
        ref={input}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-11"
      />
      <Button
        variant="ghost"
        size="icon"
        aria-pressed={isShown}
        aria-controls={props.id}
        // Keep the focus in the field, so that a phone's keyboard stays open.
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggle}
        className="absolute inset-y-[3px] right-[3px] h-auto hover:bg-transparent"
      >
        {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        {/* Not an aria-label, so that only the field matches the label Password. */}
        <span className="sr-only">Show password</span>
      </Button>
    </div>
  );
}
