import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { ApiError } from '../api/call-api.ts';
import type { QueryName } from '../api/query-types.ts';

/**
 * A dialog whose code is loaded when it first opens. A query instead of React.lazy, whose failure would
 * replace the page and what was typed in it.
 */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  queryKey: readonly [QueryName, string],
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const query = queryOptions({
    queryKey,
    queryFn: () =>
      load().catch(() => {
        throw new ApiError('Network Error');
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return function LazyDialog(props) {
    const { onClose } = props;
    const { data: Dialog, isError } = useQuery(query);
    useEffect(() => {
      // The query client has shown the error. Opening the dialog again loads it again.
      if (isError) onClose();
    }, [isError, onClose]);
    return Dialog ? <Dialog {...props} /> : null;
  };
}
