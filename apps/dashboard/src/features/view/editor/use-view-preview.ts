import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { previewPath } from '../../../components/site-preview/preview-address.ts';
import { useLater } from '../../../components/use-later.ts';
import { previewQuery, type Settings } from '../view-queries.ts';

/** How long the owner must pause before the preview follows. */
const PAUSE_MS = 250;

/** The preview of a view with what is in the editor. Its address stays the same. */
export function useViewPreview(settings: Settings, hasSite: boolean) {
  const base = useRef<string>(undefined);
  const preview = useQuery({
    ...previewQuery(useLater(settings, PAUSE_MS), () => base.current),
    placeholderData: keepPreviousData,
    enabled: hasSite,
  });
  const url = preview.data?.url;
  useEffect(() => {
    if (url) base.current = previewPath(url);
  }, [url]);
  return preview;
}
