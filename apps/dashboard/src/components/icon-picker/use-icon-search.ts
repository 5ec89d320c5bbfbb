import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Icon as NamedIcon } from '@vitrine/contract/icon';
import { routes } from '@vitrine/contract/routes';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/call-api.ts';

export type Style = NamedIcon['style'];

/** The search, its icons, and which of them the arrow keys have reached. */
export function useIconSearch(start: string, choose: (icon: NamedIcon) => void) {
  const [search, setSearch] = useState(start);
  const [style, setStyle] = useState<Style>('color');
  const [active, setActive] = useState(0);
  const [isChoosing, setIsChoosing] = useState(false);
  const query = useIcons(search, style);
  const icons = search === '' ? [] : (query.data?.icons ?? []);
  // While it loads, the icons of the search before are shown.
  const isLoaded = query.data !== undefined && !query.isPlaceholderData;

  useEffect(() => {
    if (!isChoosing || !isLoaded) return;
    setIsChoosing(false);
    const icon = icons[active];
    if (icon) choose(icon);
  });

  function changeSearch(text: string) {
    if (text === search) return;
    setSearch(text);
    setActive(0);
    setIsChoosing(false);
  }

  return {
    search,
    style,
    active,
    icons,
    query,
    setActive,
    setSearch: changeSearch,
    setStyle(next: Style) {
      setStyle(next);
      setActive(0);
    },
    /** Chooses from the icons for this text, as soon as they are loaded. */
    chooseActive(text: string) {
      changeSearch(text);
      setIsChoosing(text !== '');
    },
  };
}

function useIcons(search: string, style: Style) {
  return useQuery({
    queryKey: ['icons', style, search],
    queryFn: ({ signal }) => callApi(routes.icon.search, { query: { search, style }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // The picker shows the error.
    meta: { quiet: true },
  });
}

export type IconsQuery = ReturnType<typeof useIcons>;

/** As in '12 icons for “react”'. */
export function statusOf(search: string, { data, isPlaceholderData }: IconsQuery): string {
  if (search === '' || !data || isPlaceholderData) return '';
  const { icons, total } = data;
  const count = total > icons.length ? `${icons.length} of ${total}` : total;
  return `${count} ${total === 1 ? 'icon' : 'icons'} for “${search}”`;
}
