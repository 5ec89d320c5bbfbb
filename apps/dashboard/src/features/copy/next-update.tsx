import { CloudUpload } from 'lucide-react';
import { formatTime } from '../../components/text/day.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Destination, isBusy } from './copy-queries.ts';
import { countOf } from './describe-copy.ts';

interface NextUpdateProps {
  readonly destinations: readonly Destination[];
  readonly isStarting: boolean;
  readonly onUpdate: () => void;
}

/** When the copies update next, and a button that does not wait for it. */
export function NextUpdate({ destinations, isStarting, onUpdate }: NextUpdateProps) {
  const isPending = isStarting || destinations.some(isBusy);
  const { title, text } = describeNext(destinations);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-5 sm:px-[22px]">
      <div role="status" className="min-w-0 flex-1 basis-80">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-1 max-w-[72ch] text-pretty text-ink-2">{text}</p>
      </div>
      <Button
        icon={CloudUpload}
        isPending={isPending}
        onClick={onUpdate}
        className="max-sm:h-11 max-sm:w-full"
      >
        {isPending ? 'Updating' : 'Update now'}
      </Button>
    </Card>
  );
}

const SOON_MS = 2 * 60 * 60 * 1000;
const TIMING =
  'After a change, Vitrine waits less than a minute for more, and then sends the files that differ.';

function describeNext(destinations: readonly Destination[]) {
  const busy = destinations.filter(isBusy).length;
  if (busy > 0)
    return { title: `Updating ${countOf(busy, 'copy')}`, text: 'You can leave this page.' };
  const failed = destinations.filter(({ state }) => state === 'failed').length;
  const [next] = destinations
    .flatMap(({ nextUpdateAt, failure }) => (nextUpdateAt && !failure ? [nextUpdateAt] : []))
    // Later, an update only deletes files that no page uses any more.
    .filter((time) => Date.parse(time) < Date.now() + SOON_MS)
    .sort();
  if (next) return { title: `Copies update at ${formatTime(next)}`, text: TIMING };
  const { length: all } = destinations;
  if (destinations.some(({ state }) => state === 'new'))
    return {
      title: 'Waiting for the first update',
      text: 'Copies are written once your site is public.',
    };
  if (failed > 0) return { title: `${all - failed} of ${all} up to date`, text: TIMING };
  return {
    title: all === 1 ? 'The copy is up to date' : 'All copies are up to date',
    text: TIMING,
  };
}
