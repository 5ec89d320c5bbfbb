import { type ClipboardEvent, type ComponentProps, useEffect, useRef } from 'react';
import { Input } from '../../ui/input.tsx';

interface FormattedInputProps extends ComponentProps<'input'> {
  /** Applied on blur and on submit. Must be stable between renders. */
  readonly format: (value: string) => string;
}

/** An input that formats its value as it will be stored. */
export function FormattedInput({ format, ...rest }: FormattedInputProps) {
  const input = useRef<HTMLInputElement>(null);

  // The native change event, unlike React's, fires on blur and on Enter, before the form is submitted.
  useEffect(() => {
    const element = input.current;
    const apply = () => {
      if (element) element.value = format(element.value);
    };
    element?.addEventListener('change', apply);
    return () => element?.removeEventListener('change', apply);
  }, [format]);

  /** Formats pasted lines before the browser drops the line breaks. */
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
