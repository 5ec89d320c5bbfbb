import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type RefObject, useEffect, useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { useFormReset } from '../form/use-form-reset.ts';

/** What the owner types as the title, after a pause, and the icon with that name. */
export function useSuggestedIcon(
  button: RefObject<HTMLButtonElement | null>,
  titleField: string,
  isWanted: boolean,
) {
  const [title, setTitle] = useState<string>();
  const search = title ?? '';
  useFormReset(button, () => setTitle(undefined));

  useEffect(() => {
    const form = button.current?.form;
    let timer: number | undefined;
    function read({ target }: Event) {
      if (!(target instanceof HTMLInputElement) || target.name !== titleField) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => setTitle(target.value.trim()), PAUSE_MS);
    }
    form?.addEventListener('input', read);
    return () => {
      clearTimeout(timer);
      form?.removeEventListener('input', read);
    };
  }, [button, titleField]);

  const { data } = useQuery({
    queryKey: ['icons', 'exact', search],
    queryFn: ({ signal }) =>
      callApi(routes.icon.search, { query: { search, exact: 'true' }, signal }),
    enabled: isWanted && search !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // An item needs no icon.
    meta: { quiet: true },
  });
  return { title, suggested: isWanted ? data?.icons[0] : undefined };
}

const PAUSE_MS = 200;
