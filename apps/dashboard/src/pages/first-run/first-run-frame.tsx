import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormError } from '../../components/form/form-error.tsx';
import { Logo } from '../../components/page/logo.tsx';
import { Button } from '../../ui/button.tsx';

/** What every step can do. */
export interface StepProps {
  /** Opens the dashboard. */
  readonly onLeave: () => void;
  readonly onNext: () => void;
}

const STEPS = ['Account', 'Start', 'You', 'Look'] as const;
type StepName = (typeof STEPS)[number];

interface FirstRunFrameProps {
  readonly step: StepName;
  /** Opens the dashboard. Undefined before there is an account. */
  readonly onLeave?: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The layout of the steps of the first run. */
export function FirstRunFrame({ step, onLeave, isWide, children }: FirstRunFrameProps) {
  const current = STEPS.indexOf(step);
  return (
    <>
      <header className="flex min-h-[76px] items-center gap-3 px-4 py-3 sm:gap-6 sm:px-12">
        <Logo className="size-8 text-[1.1875rem]" />
        <ol aria-label="Steps" className="ml-auto flex gap-1.5 sm:gap-7">
          {STEPS.map((name, index) => (
            <StepMark
              key={name}
              name={name}
              number={index + 1}
              place={Math.sign(index - current)}
            />
          ))}
        </ol>
        {onLeave && (
          <Button
            variant="ghost"
            aria-label="Finish later"
            className="-mr-2 max-sm:size-9 max-sm:px-0 sm:-mr-3.5"
            onClick={onLeave}
          >
            <X aria-hidden="true" className="sm:hidden" />
            <span className="max-sm:hidden">Finish later</span>
          </Button>
        )}
      </header>
      <main
        className={`mx-auto px-4 pt-4 pb-36 sm:px-12 sm:pt-9 ${isWide ? 'max-w-[1360px]' : 'max-w-[1200px]'}`}
      >
        {children}
      </main>
    </>
  );
}

interface StepMarkProps {
  readonly name: StepName;
  readonly number: number;
  /** Negative if it is done, 0 if it is the current one. */
  readonly place: number;
}

function StepMark({ name, number, place }: StepMarkProps) {
  const look =
    place < 0
      ? 'border-transparent bg-accent-soft text-accent'
      : place === 0
        ? 'border-ink bg-ink text-paper'
        : 'border-line-2';
  return (
    <li
      aria-current={place === 0 ? 'step' : undefined}
      className={`flex items-center gap-2 text-sm ${place === 0 ? 'font-medium max-sm:not-last:mr-1.5' : 'text-ink-2'}`}
    >
      <span
        aria-hidden="true"
        className={`grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular-nums ${look}`}
      >
        {place < 0 ? <Check className="size-3 stroke-3" /> : number}
      </span>
      <span className={place === 0 ? '' : 'max-sm:sr-only'}>
        {name}
        {place < 0 && <span className="sr-only">, done</span>}
      </span>
    </li>
  );
}

interface StepFooterProps {
  readonly text: string;
  readonly error?: string | undefined;
  readonly onBack?: (() => void) | undefined;
  readonly onSkip?: () => void;
  readonly skip?: string;
  readonly isWide?: boolean;
  /** The button that continues. */
  readonly children: ReactNode;
}

/** Stays at the bottom of the window: see `data-dock` in styles.css. */
export function StepFooter(props: StepFooterProps) {
  const { text, error, onBack, onSkip, skip = 'Skip', isWide, children } = props;
  return (
    <footer
      data-dock=""
      data-selection-bar=""
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-paper px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-12"
    >
      <div className={`mx-auto grid gap-2.5 ${isWide ? 'max-w-[1264px]' : 'max-w-[1104px]'}`}>
        {error && <FormError>{error}</FormError>}
        <div className="flex items-center justify-between gap-4">
          <p className="min-w-0 text-sm text-ink-2 max-sm:hidden">{text}</p>
          <div className="flex gap-2 max-sm:w-full max-sm:flex-wrap max-sm:*:h-11 max-sm:*:last:flex-1">
            {onBack && (
              <Button variant="ghost" size="lg" className="max-sm:px-3" onClick={onBack}>
                Back
              </Button>
            )}
            {onSkip && (
              <Button variant="ghost" size="lg" className="max-sm:px-3" onClick={onSkip}>
                {skip}
              </Button>
            )}
            {children}
          </div>
        </div>
      </div>
    </footer>
  );
}
