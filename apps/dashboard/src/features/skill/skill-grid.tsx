import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { Progress } from '../../ui/progress.tsx';

/** Skills with progress bars. The negative margins hide the outer borders under the card's edge. */
export function SkillGrid({ items }: { readonly items: readonly CollectionItem<'skill'>[] }) {
  return (
    <ul className="-mr-px -mb-px grid border-t border-line @xs:grid-cols-2 @xl:grid-cols-3 @3xl:grid-cols-4">
      {items.map(({ _id, title, proficiency }) => (
        <li
          key={_id}
          className="min-w-0 border-r border-b border-line px-4 pt-3.5 pb-4 sm:px-[22px]"
        >
          <div className="mb-2 flex justify-between gap-2">
            <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{title}</span>
            <span className="text-ink-3 tabular-nums">{proficiency}</span>
          </div>
          <Progress value={proficiency} aria-label={`Proficiency in ${title}`} />
        </li>
      ))}
    </ul>
  );
}
