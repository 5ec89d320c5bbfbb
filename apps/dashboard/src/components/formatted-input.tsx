import { type ClipboardEvent, type ComponentProps, useEffect, useRef } from 'react';
import { Input } from '../ui/input.tsx';

interface FormattedInputProps extends ComponentProps<'input'> {
  /** What the input holds once it is left, or the form is sent. Must not change between renders. */
  readonly format: (value: string) => string;
}

/** An input that writes what was typed or pasted as it will be stored. */
export function FormattedInput({ format, ...rest }: FormattedInputProps) {
  const input = useRef<HTMLInputElement>(null);

  // The browser's own event, and not React's: it comes on leaving the field and on Enter, before the form is sent.
  useEffect(() => {
    const element = input.current;
    const apply = () => {
      if (element) element.value = format(element.value);
    };
    element?.addEventListener('change', apply);
    return () => element?.removeEventListener('change', apply);
  }, [format]);

  /** Line breaks cannot be pasted into an input: they are formatted before the browser drops them. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text/plain').trim();
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    const { currentTarget: element } = event;
    const { selectionStart, selectionEnd, value } = element;
    element.setRangeText(format(text), selectionStart ?? 0, selectionEnd ?? value.length, 'end');
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return <Input ref={input} onPaste={paste} {...rest} />;
}
