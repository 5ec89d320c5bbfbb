import type { UseQueryResult } from '@tanstack/react-query';
import type { CollectionName } from '@vitrine/contract/collections';
import { Plus } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { EmptyState } from '../../components/query/empty-state.tsx';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';

interface ListCardProps<Name extends CollectionName> {
  readonly name: Name;
  readonly query: UseQueryResult<readonly CollectionItem<Name>[]>;
  readonly List: ComponentType<{ readonly items: readonly CollectionItem<Name>[] }>;
  /** Whether it links to its Manage page. */
  readonly isManaged?: boolean;
  /** The text of that link, if not 'Manage' with a label that says what. */
  readonly manage?: string;
}

/** A collection on the dashboard, with links to add and to manage its items. */
export function ListCard<Name extends CollectionName>(props: ListCardProps<Name>) {
  const { name, query, List, isManaged = true, manage } = props;
  const { data } = query;
  const { one, title, words, empty } = COLLECTION_VIEWS[name];
  const add = [paths.add(name), `Add ${one}`] as const;
  const isFilled = data !== undefined && data.length > 0;
  return (
    <Card aria-label={title} className="@container flex flex-col">
      <CardHead title={title}>
        <div className="flex flex-wrap items-center gap-2">
          {isFilled && <AddLink to={add[0]} name={add[1]} />}
          {isManaged && (
            <Button asChild variant="outline" size="sm">
              <Link
                to={paths.manage(name)}
                aria-label={manage ? undefined : `Manage all ${words[1]}`}
              >
                {manage ?? 'Manage'}
              </Link>
            </Button>
          )}
        </div>
      </CardHead>
      {data === undefined ? (
        <LoadFailure query={query} />
      ) : isFilled ? (
        <List items={data} />
      ) : (
        <EmptyState text={empty} next={add} />
      )}
    </Card>
  );
}

/** In a narrow card, the link shows only its verb. */
function AddLink({ to, name }: { readonly to: string; readonly name: string }) {
  const [verb, ...noun] = name.split(' ');
  return (
    <Button asChild variant="ghost" size="sm" className="last:-mr-2.5">
      <Link to={to} aria-label={name}>
        <Plus aria-hidden="true" />
        <span>
          {verb}
          <span className="@max-[28rem]:hidden"> {noun.join(' ')}</span>
        </span>
      </Link>
    </Button>
  );
}
