import { routes } from '@vitrine/contract/routes';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.ts';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Skill } from './skill-queries.ts';

/** A skill of its own: what is typed here is saved on leaving the field, and nowhere else. */
export function SkillCard({ skill }: { readonly skill: Skill }) {
  const update = useApiMutation(routes.skill.update, { reloads: ['skills'] });
  const remove = useApiMutation(routes.skill.remove, { reloads: ['skills'] });
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const params = { id: skill._id };

  /** What the host has, or is being told. */
  const told = useRef(String(skill.proficiency));
  useEffect(() => {
    told.current = String(skill.proficiency);
  }, [skill.proficiency]);
  useUnsavedChanges(
    useCallback(() => input.current !== null && input.current.value !== told.current, []),
  );

  function putBack() {
    if (input.current) input.current.value = told.current;
  }

  function save() {
    const value = input.current?.value ?? '';
    const before = told.current;
    if (value === before) return;
    told.current = value;
    const proficiency = value === '' ? value : Number(value);
    update.mutate(
      { params, body: { proficiency } },
      {
        onError() {
          told.current = before;
          // Unless something else was typed since.
          if (input.current?.value === value) putBack();
        },
      },
    );
  }

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
              if (event.key === 'Escape') putBack();
              if (event.key !== 'Enter') return;
              save();
              // The field stays ready for the next value.
              event.currentTarget.select();
            }}
          />
          {update.isPending && (
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
        onDelete={() => remove.mutate({ params })}
      />
    </Card>
  );
}
