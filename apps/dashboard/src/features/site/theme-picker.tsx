import { THEMES, type Theme } from '@vitrine/contract/options';
import { THEME_MANIFESTS } from '@vitrine/site/themes';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** By their paths, so that a new theme needs only a file. */
const PICTURES = import.meta.glob<string>('./pictures/*.webp', { eager: true, import: 'default' });

interface ThemePickerProps {
  readonly value: Theme;
  readonly onChange: (theme: Theme) => void;
  /** What to show instead of the small picture. */
  readonly pictureOf?: (theme: Theme) => ReactNode;
  /** Shown below the name. */
  readonly noteOf?: (theme: Theme) => string;
  readonly className: string;
}

/** The themes, each with a picture. One Tab stop, and the arrow keys choose. */
export function ThemePicker(props: ThemePickerProps) {
  const { value, onChange, pictureOf = themeImage, noteOf, className } = props;
  const id = useId();
  return (
    <fieldset className={`grid min-w-0 ${className}`}>
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} className="group relative block min-w-0 cursor-pointer">
          <input
            type="radio"
            name={id}
            checked={theme === value}
            aria-describedby={noteOf && `${id}-${theme}`}
            aria-label={THEME_MANIFESTS[theme].name}
            onChange={() => onChange(theme)}
            className="absolute inset-0 z-1 cursor-pointer appearance-none outline-none"
          />
          <span className="block overflow-clip rounded-md border border-line-2 bg-sunk outline-offset-3 outline-accent group-has-checked:border-accent group-has-checked:shadow-[0_0_0_1px_var(--accent),0_0_0_4px_var(--accent-soft)] group-has-focus-visible:outline-2">
            {pictureOf(theme)}
          </span>
          <span
            className={`flex min-h-[26px] items-center gap-2 ${noteOf ? 'mt-3 font-display text-xl' : 'mt-1 text-sm font-medium'}`}
          >
            {THEME_MANIFESTS[theme].name}
            <span className="ml-auto hidden size-[18px] shrink-0 place-items-center rounded-full bg-accent text-accent-ink group-has-checked:grid">
              <Check aria-hidden="true" className="size-3 stroke-3" />
            </span>
          </span>
          {noteOf && (
            <span id={`${id}-${theme}`} className="block text-sm text-ink-2">
              {noteOf(theme)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** A small picture of a site in a theme. A theme without one has an empty box. */
export function themeImage(theme: Theme) {
  const picture = PICTURES[`./pictures/${theme}.webp`];
  return (
    <span className="block aspect-352/242">
      {picture && <img src={picture} alt="" className="block size-full" draggable={false} />}
    </span>
  );
}
