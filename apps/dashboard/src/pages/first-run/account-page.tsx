import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { useSession } from '../../features/session/session.ts';
import { SetupForm } from '../../features/session/setup/setup-form.tsx';
import { setupQuery } from '../../features/session/setup/setup-query.ts';
import { paths } from '../../paths.ts';
import { FirstRunFrame } from './first-run-frame.tsx';

/** The first step of the first run. */
export function AccountPage() {
  const { user } = useSession();
  const { data: setup } = useQuery(setupQuery);
  if (user) return <Navigate to={paths.firstRun('start')} replace />;
  if (setup?.needed === false) return <Navigate to={paths.login} replace />;
  return (
    <FirstRunFrame step="Account">
      <PageHeading title="Create your account" tab="Set up">
        You are the only person who signs in here. Setting up takes about four minutes, and you can
        change everything later.
      </PageHeading>
      <div className="grid gap-x-14 gap-y-9 md:grid-cols-2">
        <SetupForm />
        <aside aria-labelledby="next-steps">
          <h2 id="next-steps" className="mb-3.5 text-xl">
            Then, if you like
          </h2>
          <ol className="grid gap-4">
            {NEXT.map(([title, text], index) => (
              <li key={title} className="flex gap-3">
                <span
                  aria-hidden="true"
                  className="grid size-6 shrink-0 place-items-center rounded-full border border-line-2 text-xs tabular-nums"
                >
                  {index + 2}
                </span>
                <div className="min-w-0">
                  <p className="font-medium">{title}</p>
                  <p className="text-sm text-ink-2">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="mt-4 text-xs text-ink-3">
            You can skip any of these and find them again on the dashboard.
          </p>
        </aside>
      </div>
    </FirstRunFrame>
  );
}

const NEXT = [
  [
    'Start from what you have',
    'A LinkedIn export, a JSON Resume file or a GitHub name saves most of the typing.',
  ],
  ['Say who you are', 'Your name, a headline, a place, a photo and one sentence.'],
  ['Choose a look', 'Five themes, shown with your own content.'],
] as const;
