import { useEffect } from 'react';

const forms = new Set<() => boolean>();

/** A form that is on the screen says whether it holds something that nobody has yet. */
export function useUnsavedChanges(isChanged: () => boolean): void {
  useEffect(() => {
    forms.add(isChanged);
    return () => {
      forms.delete(isChanged);
    };
  }, [isChanged]);
}

export function hasUnsavedChanges(): boolean {
  return [...forms].some((isChanged) => isChanged());
}
