import { useState } from 'react';
import { writeLocalStorage } from '../local-storage.ts';

/** Wide screens show names in the navigation bar, until the owner chooses only icons in this browser. */
export function useBar(): { readonly hasNames: boolean; readonly toggle: () => void } {
  const { dataset } = document.documentElement;
  const [hasNames, setHasNames] = useState(dataset['bar'] !== 'icons');
  function toggle() {
    const choice = hasNames ? 'icons' : '';
    dataset['bar'] = choice;
    writeLocalStorage('bar', choice);
    setHasNames(!hasNames);
  }
  return { hasNames, toggle };
}
