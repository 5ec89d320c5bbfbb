import type { FieldNameOf } from '@vitrine/contract/calls';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Field } from '../../components/field/field.tsx';
import { useRestorer } from '../../components/form/use-autosave.ts';
import { useFormReset } from '../../components/form/use-form-reset.ts';
import type { PostRoute } from './post-queries.ts';

const NAME: FieldNameOf<PostRoute> = 'tags';

/** Tags, each with a button that removes it. A hidden input sends them, one on each line. */
export function TagsField({ tags: stored }: { readonly tags: readonly string[] }) {
  const [tags, setTags] = useState(stored);
  const [typed, setTyped] = useState('');
  const hidden = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useRestorer(NAME, (value) => setTags(value.split('\n').filter(Boolean)));
  useFormReset(hidden, () => setTags([]));

  function change(next: readonly string[]) {
    setTags(next);
    // After the next render, so that the preview of the form has the new value.
    requestAnimationFrame(() =>
      hidden.current?.dispatchEvent(new Event('input', { bubbles: true })),
    );
  }

  /** What was typed or pasted can be several tags. */
  function add(text: string) {
    const known = new Set(tags.map((tag) => tag.toLowerCase()));
    const added = text
      .split(/[,\n]/)
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter((tag) => tag !== '' && !known.has(tag.toLowerCase()));
    setTyped('');
    if (added.length > 0) change([...tags, ...new Set(added)]);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '') change(tags.slice(0, -1));
  }

  return (
    <Field<PostRoute> name={NAME} label="Tags" isOptional hint="Press Enter or comma after each.">
      {({ name, ...control }) => (
        <div className="flex min-h-[38px] flex-wrap items-center gap-1.5 rounded-md border border-edge bg-card px-1.5 py-1 focus-within:border-accent focus-within:ring-3 focus-within:ring-accent-soft max-sm:min-h-11">
          {tags.map((tag) => (
            <span
              key={tag}
              className="flex max-w-full items-center rounded-sm border border-line bg-sunk pl-2 text-sm"
            >
              <span className="min-w-0 truncate">{tag}</span>
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                className="grid size-7 shrink-0 place-items-center text-ink-3 hover:text-ink"
                onClick={() => {
                  change(tags.filter((other) => other !== tag));
                  input.current?.focus();
                }}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </span>
          ))}
          <input
            {...control}
            ref={input}
            value={typed}
            autoCapitalize="none"
            placeholder="Add a tag"
            className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none max-sm:text-[1rem]"
            onChange={({ target }) => {
              if (target.value.includes(',')) add(target.value);
              else setTyped(target.value);
            }}
            onKeyDown={press}
            onBlur={() => add(typed)}
          />
          <input ref={hidden} type="hidden" name={name} value={tags.join('\n')} />
        </div>
      )}
    </Field>
  );
}
