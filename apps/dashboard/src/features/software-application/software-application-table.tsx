import { useState } from 'react';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import { Icon } from '../../components/image/icon.tsx';
import { ShowAllToggle } from '../../components/list/show-all-toggle.tsx';
import { TruncatedText } from '../../components/text/truncated-text.tsx';

type SoftwareApplication = CollectionItem<'software-application'>;

interface SoftwareApplicationTableProps {
  readonly items: readonly SoftwareApplication[];
}

/**
 * Shows six rows at first, in one or two columns. CSS alone picks the columns by the card's width, so
 * that nothing shifts after the first paint. The icon is before the name only visually.
 */
export function SoftwareApplicationTable({ items }: SoftwareApplicationTableProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { length } = items;
  return (
    <>
      <table aria-label="Software Applications" className="block">
        <thead className="block border-y border-line bg-sunk text-xs text-ink-3">
          <tr className="flex gap-3 px-4 py-2 sm:px-[22px]">
            <th scope="col" className="order-2 font-medium">
              Name
            </th>
            <th scope="col" className="w-6 font-medium">
              Icon
            </th>
            <th scope="col" className="sr-only">
              Actions
            </th>
          </tr>
        </thead>
        <tbody className={`-mb-px grid @min-[34rem]:grid-cols-2 ${isExpanded ? '' : FIRST_ROWS}`}>
          {items.map((application) => (
            <Row key={application._id} application={application} />
          ))}
        </tbody>
      </table>
      {length > 6 && (
        <ShowAllToggle
          count={length}
          isExpanded={isExpanded}
          onChange={setIsExpanded}
          className={length > 12 ? '' : '@min-[34rem]:hidden'}
        />
      )}
    </>
  );
}

const FIRST_ROWS = '@max-[34rem]:[&>tr:nth-child(n+7)]:hidden [&>tr:nth-child(n+13)]:hidden';

function Row({ application }: { readonly application: SoftwareApplication }) {
  const { name, svg } = application;
  return (
    <tr className="flex min-h-[45px] min-w-0 items-center gap-3 border-b border-line pr-1.5 pl-4 transition-colors hover:bg-sunk/60 sm:pr-3 sm:pl-[22px] @min-[34rem]:even:border-l">
      <td className="order-2 min-w-0 flex-1 py-1.5 font-medium">
        <TruncatedText text={name} />
      </td>
      <td className="order-1 shrink-0">
        <Icon image={svg} title={name} className="size-6" />
      </td>
      <td className="order-3 shrink-0">
        <DeleteButton noun="software-application" item={application} />
      </td>
    </tr>
  );
}
