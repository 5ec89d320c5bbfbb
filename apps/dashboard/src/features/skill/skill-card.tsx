import { routes } from '@vitrine/contract/routes';
import { type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.ts';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Skill } from './skill-queries.ts';

/** A skill whose proficiency is saved on blur. */
export function SkillCard({ skill }: { readonly skill: Skill }) {
  const remove = useApiMutation(routes.skill.remove, { reloads: ['skills'] });
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { save, undo, isPending } = useAutosave(skill, input);

  return (
    <Card className="flex items-center gap-4 p-4">
      <Icon image={skill.svg} className="size-8 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 font-sans text-base font-medium tracking-normal wrap-anywhere">
          {skill.title}
        </h2>
        <div className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-ink-3">
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
      </div>
      <DeleteButton
        compact
        name={skill.title}
        isPending={remove.isPending}
        onDelete={() => remove.mutate({ params: { id: skill._id } })}
      />
    </Card>
  );
}

/** Saves the proficiency when its field loses the focus, and restores it if that fails. */
function useAutosave(skill: Skill, input: RefObject<HTMLInputElement | null>) {
  const update = useApiMutation(routes.skill.update, { reloads: ['skills'] });

  /** The value that the host has, or is about to have. */
  const saved = useRef(String(skill.proficiency));
  useEffect(() => {
    saved.current = String(skill.proficiency);
  }, [skill.proficiency]);
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
