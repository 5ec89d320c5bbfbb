import { useEffect } from 'react';

const forms = new Set<() => boolean>();

/** Registers a check for unsaved changes while the component is mounted. */
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
