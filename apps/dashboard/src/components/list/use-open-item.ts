import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The item that a parameter of the URL names, so that Back closes its panel and leaving a changed form
 * asks for confirmation.
 */
export function useOpenItem<T extends { readonly _id: string }>(
  parameter: string,
  items: readonly T[],
) {
  const [search, setSearch] = useSearchParams();
  const openId = search.get(parameter);
  const open = items.find(({ _id }) => _id === openId);

  const isDeleted = openId !== null && !open;
  useEffect(() => {
    // Otherwise Undo would open the panel again.
    if (isDeleted) setSearch({}, { replace: true, preventScrollReset: true });
  }, [isDeleted, setSearch]);

  return {
    open,
    show(id: string | undefined) {
      setSearch(id === undefined ? {} : { [parameter]: id }, {
        replace: openId !== null,
        preventScrollReset: true,
      });
    },
  };
}

/** After the panel has closed: to the button that opened it, which may be gone. */
export function focusButton(id: string): void {
  const button = document.getElementById(id);
  (button ?? document.querySelector('h1'))?.focus({ preventScroll: button === null });
}
