import { addScheme } from '@vitrine/contract/text-format';
import type { ComponentProps } from 'react';
import { FormattedInput } from './formatted-input.tsx';

/** An input for an address, which may be typed without https://. */
export function UrlInput(props: ComponentProps<'input'>) {
  return <FormattedInput format={addScheme} inputMode="url" placeholder="https://" {...props} />;
}
