import { COLLECTIONS, type CollectionName } from '@vitrine/contract/collections';
import { routes } from '@vitrine/contract/routes';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { Form } from '../form/form.tsx';
import type { FormButtons } from '../form/form-props.ts';
import type { Item } from './collection-query.ts';

interface CollectionFormProps extends FormButtons {
  readonly noun: CollectionName;
  /** The item to update. Without it, the form adds one. */
  readonly item?: Item | undefined;
  readonly onDone?: (() => void) | undefined;
  /** The fields, empty or with the values of the item. */
  readonly children: ReactNode;
}

/** The form that adds an item to a collection, or updates one. */
export function CollectionForm({ noun, item, onDone, ...rest }: CollectionFormProps) {
  const calls = routes[COLLECTIONS[noun].one];
  const add = useApiMutation(calls.add, { reloads: [noun] });
  const update = useApiMutation(calls.update, { reloads: [noun] });
  const common = { ...rest, ...(onDone && { onDone }), autosave: noun };
  if (!item) return <Form {...common} mutation={add} />;
  return <Form {...common} mutation={update} params={{ id: item._id }} resetOnSuccess={false} />;
}
