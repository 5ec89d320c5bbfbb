import { type ReactNode, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { EditSheet } from '../../components/edit-sheet.tsx';
import { Icon } from '../../components/icon.tsx';
import { ManagedList } from '../../components/managed-list.tsx';
import { useManagedList } from '../../components/use-managed-list.ts';
import { SkillCard } from './skill-card.tsx';
import { SkillForm } from './skill-form.tsx';
import { type Skill, skillOrder } from './skill-queries.ts';

interface ManageSkillsProps {
  readonly skills: readonly Skill[];
  /** More items for the menu of a skill. */
  readonly menuItems?: ((skill: Skill) => ReactNode) | undefined;
}

/** The skills as cards, grouped by category if there are categories. */
export function ManageSkills({ skills, menuItems }: ManageSkillsProps) {
  const [edited, setEdited] = useState<Skill>();
  const state = useManagedList({
    items: skills,
    noun: 'skill',
    nameOf: ({ title }) => title,
    textOf: ({ title, category }) => [title, category].join(' '),
    groupOf: categoryOf,
    order: skillOrder,
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
            onEdit={setEdited}
            isGrouped={isGrouped}
          >
            {menuItems?.(skill)}
          </SkillCard>
        ))}
    </div>
  );
  if (!isManaged) return cards('');
  return (
    <ManagedList
      state={state}
      names={['skill', 'skills']}
      pictureOf={({ svg }) => <Icon image={svg} className="size-8 shrink-0" />}
    >
      {isGrouped
        ? categoriesOf(state.shown).map((category) => (
            <section key={category} className="not-first:mt-7" aria-label={category || 'Other'}>
              <h2 className="mb-3 text-xl wrap-anywhere">{category || 'Other'}</h2>
              {cards(category)}
            </section>
          ))
        : cards('')}
      {edited && (
        <EditSheet title={`Edit ${edited.title}`} onClose={() => setEdited(undefined)}>
          <SkillForm skill={edited} onDone={() => setEdited(undefined)} />
        </EditSheet>
      )}
    </ManagedList>
  );
}

/** The gap is also in drag.ts. */
export const SKILL_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4';

function categoryOf({ category = '' }: Skill): string {
  return category;
}

/** In alphabetical order. Skills without a category come last. */
function categoriesOf(skills: readonly Skill[]): string[] {
  const categories = [...new Set(skills.map(categoryOf))];
  return categories.sort((a, b) => Number(a === '') - Number(b === '') || a.localeCompare(b));
}
