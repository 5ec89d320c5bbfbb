import { measureContrast } from '@vitrine/site/accent';
import { accentOf, THEME_MANIFESTS } from '@vitrine/site/themes';
import { useId } from 'react';
import { HexField } from '../../components/field/hex-field.tsx';
import type { Design } from './site-queries.ts';

/** Suggestions besides the color of the theme. */
const COLORS: readonly (readonly [color: string, name: string])[] = [
  ['#19b5a5', 'Lagoon'],
  ['#2f5fa8', 'Harbor blue'],
  ['#6a4f8f', 'Heather'],
  ['#c2410c', 'Rust'],
  ['#d39a10', 'Marigold'],
  ['#3b3632', 'Ink'],
];

interface AccentFieldProps {
  readonly design: Design;
  readonly onChange: (changed: Pick<Design, 'accent'>) => void;
  /** The text that shows the color, like the title of a project. */
  readonly sample: string;
}

/** The color of links and marks. Pages use a readable shade of it, which this shows. */
export function AccentField({ design, onChange, sample }: AccentFieldProps) {
  const id = useId();
  const theme = THEME_MANIFESTS[design.theme];
  const accent = design.accent || theme.accent;
  const colors = [['', 'The color of the theme'] as const, ...COLORS];
  return (
    <>
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Suggested colors</legend>
        {colors.map(([color, name]) => (
          <input
            key={color}
            type="radio"
            name={id}
            aria-label={name}
            title={name}
            checked={color === design.accent}
            onChange={() => onChange({ accent: color })}
            style={{ background: color || theme.accent }}
            className="size-7 shrink-0 cursor-pointer appearance-none rounded-full border border-ink/20 outline-offset-2 checked:outline-2 checked:outline-ink focus-visible:outline-3 focus-visible:outline-accent max-sm:size-9"
          />
        ))}
      </fieldset>
      <HexField value={accent} onChange={(color) => onChange({ accent: color })} />
      <AccentTiles design={design} accent={accent} sample={sample} />
    </>
  );
}

interface AccentTilesProps {
  readonly design: Design;
  readonly accent: string;
  readonly sample: string;
}

/** The colors that pages use, on the grounds of the theme. */
function AccentTiles({ design, accent, sample }: AccentTilesProps) {
  const { grounds, softs } = THEME_MANIFESTS[design.theme];
  const pair = accentOf(design);
  const kept = design.accent === '' ? 'As in the theme,' : 'As chosen,';
  const changed = SCHEMES.find((scheme) => pair[scheme].color !== accent);
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        {SCHEMES.map((scheme) => {
          const { color, ratio } = pair[scheme];
          const change = scheme === 'light' ? 'Darkened to' : 'Lightened to';
          return (
            <div
              key={scheme}
              style={{ background: grounds[scheme], color: softs[scheme] }}
              className="min-w-0 rounded-md border border-ink/15 px-3 py-2.5 text-xs"
            >
              <span
                style={{ color }}
                className="mb-1.5 block truncate font-display text-xl underline decoration-1 underline-offset-3"
              >
                {sample}
              </span>
              <p>
                {scheme === 'light' ? 'Light' : 'Dark'}:{' '}
                <span className="font-medium tabular-nums">{color.toUpperCase()}</span>
              </p>
              <p>
                {color === accent ? kept : change} {ratioText(ratio)}
              </p>
            </div>
          );
        })}
      </div>
      {changed && (
        <p className="text-xs text-ink-3">
          {design.accent === '' ? 'The color of the theme' : 'Your color'} has a contrast of{' '}
          {ratioText(measureContrast(accent, grounds[changed]))} on a {changed} page, too low for
          text.{' '}
          {changed === 'light'
            ? 'Light pages use the darker shade.'
            : 'Dark pages use the lighter shade.'}
        </p>
      )}
    </>
  );
}

const SCHEMES = ['light', 'dark'] as const;

/** Rounded down, so that 4.49 is not shown as 4.5. */
function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
}
