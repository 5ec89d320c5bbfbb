import type { ReactNode } from 'react';
import type { Name } from './introduction.ts';

interface SketchProps {
  readonly textOf: (name: Name) => string;
  readonly photo: string | undefined;
}

/** Roughly how the site begins. The next step shows the site itself. */
export function SiteSketch({ textOf, photo }: SketchProps) {
  return (
    <aside aria-labelledby="sketch" className="min-w-0">
      <div className="mb-2.5 flex items-baseline justify-between gap-3">
        <h2 id="sketch" className="font-sans text-base font-medium">
          The top of your site
        </h2>
        <span className="text-xs text-ink-3">Updates as you type</span>
      </div>
      <div className="overflow-clip rounded-lg border border-line-2 bg-card p-6">
        <p className="line-clamp-3 min-h-12 font-display text-[clamp(2.25rem,5vw,4rem)] leading-none wrap-anywhere">
          <Placeholder text={textOf('fullName')}>Your name</Placeholder>
        </p>
        <div className="mt-5 flex gap-4">
          <div className="size-24 shrink-0 overflow-clip rounded-md bg-sunk">
            {photo && <img src={photo} alt="" className="size-full object-cover" />}
          </div>
          <div className="min-w-0">
            <p className="line-clamp-2 font-display text-xl wrap-anywhere">
              <Placeholder text={textOf('headline')}>Your headline</Placeholder>
            </p>
            <p className="line-clamp-1 text-sm wrap-anywhere text-ink-2">
              <Placeholder text={textOf('location')}>Your place</Placeholder>
            </p>
            <p className="mt-2 line-clamp-4 text-sm wrap-anywhere text-ink-2">
              <Placeholder text={textOf('aboutMe')}>One sentence about you</Placeholder>
            </p>
          </div>
        </div>
      </div>
      <p className="mt-2.5 text-xs text-ink-3">You choose the look in the next step.</p>
    </aside>
  );
}

interface PlaceholderProps {
  readonly text: string;
  readonly children: ReactNode;
}

function Placeholder({ text, children }: PlaceholderProps) {
  return text.trim() === '' ? <span className="text-ink-3">{children}</span> : text;
}
