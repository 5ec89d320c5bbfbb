import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../api/capabilities.ts';
import { readLocalStorage, writeLocalStorage } from '../../components/local-storage.ts';
import { useFocusHeadingOnUnmount } from '../../components/page/use-focus-heading-on-unmount.ts';
import { isWebUrl } from '../../components/text/external-link.tsx';
import type { User } from '../../features/session/session.ts';
import { type Site, siteQuery } from '../../features/site/site-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { contentSteps, type SetupStep, setupSteps } from './setup-steps.ts';

interface SetupChecklistProps {
  readonly user: User;
  /** Undefined if the list did not load. */
  readonly projects: number | undefined;
  readonly skills: number | undefined;
  readonly site: Site | undefined;
}

/**
 * Wait for it before you show the lists: a checklist that appears later would move them. A portfolio
 * that is already set up needs no request for its site.
 */
export function useSetupSite(
  user: User | null,
  projects: number | undefined,
  skills: number | undefined,
) {
  const can = useCan();
  const isKnown = can.site && user && projects !== undefined && skills !== undefined;
  const isNeeded =
    isKnown &&
    readLocalStorage(KEY) === null &&
    !isSetUp(user, contentSteps(user, { projects, skills }));
  return useQuery({ ...siteQuery, enabled: isNeeded === true });
}

/** Whether the portfolio has its content and a link to a site. */
function isSetUp(user: User, content: readonly SetupStep[]): boolean {
  return isWebUrl(user.portfolioURL) && content.every(({ isDone }) => isDone);
}

/**
 * The steps that a new portfolio still needs. It never returns in this browser once all steps are
 * done or the owner hides it.
 */
export function SetupChecklist({ user, projects, skills, site }: SetupChecklistProps) {
  const [isHidden, setIsHidden] = useState(() => readLocalStorage(KEY) !== null);
  const isKnown = useCan().site && projects !== undefined && skills !== undefined;
  const counts = { projects: projects ?? 0, skills: skills ?? 0 };
  const content = contentSteps(user, counts);
  const steps = site && isKnown ? setupSteps(user, counts, site) : [];
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete =
    isKnown && (isSetUp(user, content) || (steps.length > 0 && done === steps.length));
  useEffect(() => {
    if (isComplete) writeLocalStorage(KEY, 'done');
  }, [isComplete]);

  if (steps.length === 0 || isHidden || isComplete) return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card aria-labelledby="setup-checklist">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4 sm:px-[22px]">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h2 id="setup-checklist" className="text-xl">
            Set up your portfolio
          </h2>
          <p className="mt-0.5 text-ink-2">Takes about 10 minutes. You can stop at any time.</p>
        </div>
        <div className="flex items-center gap-2 text-sm text-ink-2 tabular-nums">
          {done} of {steps.length}
          <Progress value={done} max={steps.length} aria-label="Setup progress" className="w-30" />
        </div>
        <HideButton
          onHide={() => {
            writeLocalStorage(KEY, 'hidden');
            setIsHidden(true);
          }}
        />
      </div>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.name} step={step} isNext={step === next} />
        ))}
      </ol>
    </Card>
  );
}

const KEY = 'setup-checklist';

function HideButton({ onHide }: { readonly onHide: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeadingOnUnmount(button);
  return (
    <Button ref={button} variant="ghost" size="sm" className="ml-auto" onClick={onHide}>
      Hide
    </Button>
  );
}

function StepRow({ step, isNext }: { readonly step: SetupStep; readonly isNext: boolean }) {
  const { name, hint, isDone, link } = step;
  const variant = isNext ? 'default' : 'outline';
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={`flex flex-wrap items-center gap-x-3.5 gap-y-3 border-t border-line px-4 py-3 sm:flex-nowrap sm:px-[22px] ${isNext ? 'bg-accent-soft/45' : ''}`}
    >
      <StepIcon isDone={isDone} isNext={isNext} />
      <div className="min-w-0 flex-1">
        <p className={`font-medium ${isDone ? 'text-ink-2' : ''}`}>
          {name}
          {isDone && <span className="sr-only">, done</span>}
        </p>
        {!isDone && <p className="text-ink-2">{hint}</p>}
      </div>
      {!isDone && (
        <div className="max-sm:w-full max-sm:pl-[34px]">
          {link ? (
            <Button asChild variant={variant}>
              <Link to={link[0]}>{link[1]}</Link>
            </Button>
          ) : (
            <ConnectDialog trigger={<Button variant={variant}>Show how</Button>} />
          )}
        </div>
      )}
    </li>
  );
}

function StepIcon({ isDone, isNext }: { readonly isDone: boolean; readonly isNext: boolean }) {
  const className = 'grid size-5 shrink-0 place-items-center rounded-full';
  if (isDone)
    return (
      <span aria-hidden="true" className={`${className} bg-accent text-accent-ink`}>
        <Check className="size-3 stroke-3" />
      </span>
    );
  return (
    <span
      aria-hidden="true"
      className={`${className} border-[1.5px] ${isNext ? 'border-accent' : 'border-dashed border-edge'}`}
    />
  );
}
