import { useCan } from '../../api/capabilities.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { Icon } from '../../components/image/icon.tsx';
import { ManagedList } from '../../components/list/managed-list.tsx';
import { useManagedList } from '../../components/list/use-managed-list.ts';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { SkillCard } from './skill-card.tsx';
import { SkillForm } from './skill-form.tsx';

type Skill = CollectionItem<'skill'>;

/** The skills as cards, grouped by category if there are categories. */
export function ManageSkills({ items: skills }: { readonly items: readonly Skill[] }) {
  const state = useManagedList({
    items: skills,
    noun: 'skill',
    textsOf: ({ title, category }) => [title, category],
    groupOf: categoryOf,
  });
  const { order: isManaged } = useCan();
  const isGrouped = skills.some((skill) => categoryOf(skill) !== '');
  const cards = (category: string) => (
    <div className={SKILL_GRID}>
      {state.shown
        .filter((skill) => categoryOf(skill) === category)
        .map((skill) => (
          <SkillCard
            key={skill._id}
            skill={skill}
            state={isManaged ? state : undefined}
            isGrouped={isGrouped}
          />
        ))}
    </div>
  );
  if (!isManaged) return cards('');
  return (
    <ManagedList
      state={state}
      pictureOf={({ svg, title }) => <Icon image={svg} title={title} className="size-8 shrink-0" />}
      formOf={(skill, close) => <SkillForm skill={skill} onDone={close} />}
    >
      {isGrouped
        ? categoriesOf(state.shown).map((category) => (
            <section key={category} className="not-first:mt-7" aria-label={category || 'Other'}>
              <h2 className="mb-3 text-xl wrap-anywhere">{category || 'Other'}</h2>
              {cards(category)}
            </section>
          ))
        : cards('')}
    </ManagedList>
  );
}

/** The gap is also in drag.ts. */
const SKILL_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4';

export function SkillsSkeleton() {
  return (
    <div className={SKILL_GRID}>
      {[...Array(9).keys()].map((index) => (
        <CardSkeleton key={index} rows={1} />
      ))}
    </div>
  );
}

function categoryOf({ category = '' }: Skill): string {
  return category;
}

/** In alphabetical order. Skills without a category come last. */
function categoriesOf(skills: readonly Skill[]): string[] {
  const categories = [...new Set(skills.map(categoryOf))];
  return categories.sort((a, b) => Number(a === '') - Number(b === '') || a.localeCompare(b));
}
