import { SAMPLE_MARK } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { useApiMutation } from '../../api/query-client.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface SampleNoteProps {
  readonly projects: readonly CollectionItem<'project'>[];
}

/** Removes the sample projects of the first run together. Those that the owner renamed stay. */
export function SampleNote({ projects }: SampleNoteProps) {
  const remove = useApiMutation(routes.trash.add, { reloads: ['project', 'trash'] });
  const samples = projects.filter(
    ({ title, state }) => state === 'draft' && title.startsWith(SAMPLE_MARK),
  );
  if (samples.length === 0) return null;
  const items = samples.map(({ _id: id }) => ({ noun: 'project' as const, id }));
  return (
    <Card
      aria-labelledby="sample-content"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-[22px]"
    >
      <div className="min-w-0 flex-[1_1_18rem]">
        <h2 id="sample-content" className="text-xl">
          Sample content
        </h2>
        <p className="mt-0.5 text-ink-2">
          {samples.length === 1
            ? '1 project is a sample.'
            : `${samples.length} projects are samples.`}{' '}
          Visitors don’t see them. Rename one to keep it.
        </p>
      </div>
      <Button
        variant="outline"
        isPending={remove.isPending}
        onClick={() => remove.mutate({ body: { items } })}
      >
        Remove sample content
      </Button>
    </Card>
  );
}
