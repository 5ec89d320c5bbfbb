import { routes } from '@vitrine/contract/routes';
import { type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import { useUnsavedChanges } from '../../components/form/unsaved-changes.ts';
import { Icon } from '../../components/image/icon.tsx';
import {
  EditButton,
  ROW_STATES,
  RowControls,
  rowAttributes,
} from '../../components/list/managed-row.tsx';
import { RowMenu } from '../../components/list/row-menu.tsx';
import type { ManagedListState } from '../../components/list/use-managed-list.ts';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { Spinner } from '../../ui/spinner.tsx';

type Skill = CollectionItem<'skill'>;

interface SkillCardProps {
  readonly skill: Skill;
  /** Undefined on a host with only the specified calls. */
  readonly state: ManagedListState<Skill> | undefined;
  /** Whether the card is below the heading of its category. */
  readonly isGrouped: boolean;
}

/** A skill whose proficiency is saved on blur. */
export function SkillCard({ skill, state, isGrouped }: SkillCardProps) {
  const Heading = isGrouped ? 'h3' : 'h2';
  return (
    <Card
      {...(state && rowAttributes(state, skill))}
      className={`flex gap-2.5 py-3 pr-2.5 transition-colors ${state ? 'pl-2' : 'pl-4'} ${ROW_STATES}`}
    >
      {state && (
        <div className="flex flex-col items-center justify-between pt-0.5 pb-2.5 max-sm:pt-0 max-sm:pb-1.5">
          <RowControls state={state} item={skill} />
        </div>
      )}
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex items-center gap-3">
          <Icon image={skill.svg} title={skill.title} className="size-8 shrink-0" />
          <div className="min-w-0 flex-1">
            <Heading className="line-clamp-2 font-sans text-base font-medium tracking-normal wrap-anywhere">
              {skill.title}
            </Heading>
          </div>
          {state && <RowMenu state={state} item={skill} />}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-1.5">
          <div className="mr-auto">
            <ProficiencyField skill={skill} />
          </div>
          {state && <EditButton state={state} item={skill} />}
          <DeleteButton compact noun="skill" item={skill} />
        </div>
      </div>
    </Card>
  );
}

function ProficiencyField({ skill }: { readonly skill: Skill }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { save, undo, isPending } = useAutosave(skill, input);
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
      <label htmlFor={id}>Proficiency</label>
      <Input
        ref={input}
        id={id}
        type="number"
        inputMode="numeric"
        aria-label={`Proficiency of ${skill.title}`}
        defaultValue={skill.proficiency}
        className="h-8! w-20! tabular-nums"
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Escape') undo();
          if (event.key !== 'Enter') return;
          save();
          // Keep the field ready for the next value.
          event.currentTarget.select();
        }}
      />
      {isPending && (
        <span className="flex items-center gap-1 [&_svg]:size-3.5">
          <Spinner /> Updating
        </span>
      )}
    </div>
  );
}

/** Saves the proficiency when its field loses the focus, and restores it if that fails. */
function useAutosave(skill: Skill, input: RefObject<HTMLInputElement | null>) {
  const update = useApiMutation(routes.skill.update, { reloads: ['skill'] });

  /** The value that the host has, or is about to have. */
  const saved = useRef(String(skill.proficiency));
  useEffect(() => {
    const before = saved.current;
    saved.current = String(skill.proficiency);
    // Show a value that was saved elsewhere, such as in the form, but keep what is being typed.
    if (input.current?.value === before) input.current.value = saved.current;
  }, [skill.proficiency, input]);
  useUnsavedChanges(
    useCallback(() => input.current !== null && input.current.value !== saved.current, [input]),
  );

  function undo() {
    if (input.current) input.current.value = saved.current;
  }

  function save() {
    const value = input.current?.value ?? '';
    const before = saved.current;
    if (value === before) return;
    saved.current = value;
    const proficiency = value === '' ? value : Number(value);
    update.mutate(
      { params: { id: skill._id }, body: { proficiency } },
      {
        onError() {
          saved.current = before;
          // Keep a value that was typed in the meantime.
          if (input.current?.value === value) undo();
        },
      },
    );
  }

  return { save, undo, isPending: update.isPending };
}
