import { SETUP_STEPS, type SetupStep, type Theme } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { useState } from 'react';
import { Navigate, ScrollRestoration, useNavigate, useParams } from 'react-router';
import { queryClient, useApiMutation } from '../../api/query-client.ts';
import { useAskBeforeUnload } from '../../components/form/unsaved-changes.ts';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { type User, userQuery, useSession } from '../../features/session/session.ts';
import { SessionEndedDialog } from '../../features/session/session-ended-dialog.tsx';
import { paths } from '../../paths.ts';
import { DoneStep } from './done-step.tsx';
import { type Introduction, keepIntroduction, readIntroduction } from './introduction.ts';
import { LookStep } from './look-step.tsx';
import { type StartChoice, StartStep } from './start-step.tsx';
import { YouStep } from './you-step.tsx';

/** What follows the account. The host knows the step, so that another browser continues there. */
export function FirstRunPage() {
  const session = useSession();
  const { user } = session;
  const { step: name } = useParams();
  const step = SETUP_STEPS.find((one) => one === name);
  if (session.error)
    return (
      <main className="mx-auto max-w-md pt-[20vh]">
        <LoadFailure query={session} />
      </main>
    );
  if (session.loading) return null;
  if (!user) return <Navigate to={paths.login} replace />;
  // The owner was created without a first run.
  if (!user.setupStep) return <Navigate to={paths.home} replace />;
  const isAhead = step === 'done' && user.setupStep !== 'done';
  if (!step || isAhead) return <Navigate to={paths.firstRun(user.setupStep)} replace />;
  return (
    <>
      <FirstRun user={user} step={step} />
      <SessionEndedDialog email={user.email} />
      <ScrollRestoration />
    </>
  );
}

interface FirstRunProps {
  readonly user: User;
  readonly step: SetupStep;
}

/** Holds what the owner has chosen and typed, so that Back does not lose it. */
function FirstRun({ user, step }: FirstRunProps) {
  const navigate = useNavigate();
  const saveStep = useSaveStep();
  const [choice, setChoice] = useState<StartChoice>({ source: 'linkedin' });
  const [introduction, setIntroduction] = useState(readIntroduction);
  const [theme, setTheme] = useState<Theme>();
  useAskBeforeUnload();

  function goTo(next: SetupStep) {
    saveStep(next);
    void navigate(paths.firstRun(next));
  }

  function introduce(next: Introduction) {
    keepIntroduction(next);
    setIntroduction(next);
  }

  function leave() {
    keepIntroduction({});
    saveStep('done');
    void navigate(paths.home);
  }

  switch (step) {
    case 'start':
      return (
        <StartStep
          onLeave={leave}
          choice={choice}
          onChange={setChoice}
          onNext={() => goTo('you')}
        />
      );
    case 'you':
      return (
        <YouStep
          onLeave={leave}
          user={user}
          value={introduction}
          onChange={introduce}
          onBack={() => goTo('start')}
          onNext={() => goTo('look')}
        />
      );
    case 'look':
      return (
        <LookStep
          onLeave={leave}
          theme={theme}
          onChange={setTheme}
          onBack={() => goTo('you')}
          onNext={() => goTo('done')}
        />
      );
    case 'done':
      return <DoneStep user={user} />;
  }
}

/** Saves where the first run continues. The dashboard does not wait for the host. */
function useSaveStep() {
  const save = useApiMutation(routes.setup.saveStep, { quiet: true });
  return (step: SetupStep) => {
    // The user may have been reloaded since the last render.
    queryClient.setQueryData(userQuery.queryKey, (user) => user && { ...user, setupStep: step });
    save.mutate({ body: { step } });
  };
}
