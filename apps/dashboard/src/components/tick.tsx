import { useRef } from 'react';

interface TickProps {
  readonly name: string;
  readonly label: string;
  /** What it is about, for those who do not see what it stands under. */
  readonly about?: string;
  readonly isOn: boolean;
}

/** Yes or no in a form. A box that is not ticked sends nothing, so the answer travels beside it. */
export function Tick({ name, label, about, isOn }: TickProps) {
  const answer = useRef<HTMLInputElement>(null);
  return (
    <label className="flex items-center gap-2 text-sm text-ink-2">
      <input
        type="checkbox"
        defaultChecked={isOn}
        onChange={({ target }) => {
          if (answer.current) answer.current.value = String(target.checked);
        }}
        className="size-4 accent-accent"
      />
      <input ref={answer} type="hidden" name={name} defaultValue={String(isOn)} />
      <span>
        {label}
        {about && <span className="sr-only">: {about}</span>}
      </span>
    </label>
  );
}
