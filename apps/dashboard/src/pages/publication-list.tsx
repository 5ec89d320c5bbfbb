import { useQuery } from '@tanstack/react-query';
import type { CollectionItem } from '../components/collection/collection-query.ts';
import { ManagePublications } from '../features/publication/manage-publications.tsx';
import { userQuery } from '../features/session/session.ts';

interface PublicationListProps {
  readonly items: readonly CollectionItem<'publication'>[];
}

/** The list of publications, with the owner's name in bold. */
export function PublicationList({ items }: PublicationListProps) {
  const { data: user } = useQuery(userQuery);
  return <ManagePublications items={items} fullName={user?.fullName ?? ''} />;
}
