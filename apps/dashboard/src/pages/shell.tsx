import { useEffect, useRef, useState } from 'react';
import {
  type Location,
  Navigate,
  Outlet,
  ScrollRestoration,
  useBlocker,
  useLocation,
} from 'react-router';
import { CapabilitiesContext, capabilitiesFor, EXPECTED, useCan } from '../api/capabilities.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import {
  discardUnsavedChanges,
  hasUnsavedChanges,
  useAskBeforeUnload,
} from '../components/form/unsaved-changes.ts';
import { setUnreadCount } from '../components/page/document-title.ts';
import { LoadFailure } from '../components/query/load-failure.tsx';
import { useUnread } from '../features/message/message-queries.ts';
import { useLiveMessages } from '../features/message/use-live-messages.ts';
import { ConfirmPasswordDialog } from '../features/session/confirm-password-dialog.tsx';
import { useLogout, useSession } from '../features/session/session.ts';
import { SessionEndedDialog } from '../features/session/session-ended-dialog.tsx';
import { paths } from '../paths.ts';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { NavigationBar } from './navigation/navigation-bar.tsx';
import { useCommandPalette } from './palette/use-command-palette.tsx';
import { useSiteAddress } from './use-site-address.ts';

/** The layout of every page that needs a session. Redirects to the login page without one. */
export function Shell() {
  const session = useSession();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (session.isAuthenticated) wasSignedIn.current = true;
  }, [session.isAuthenticated]);

  if (session.error)
    return (
      <main className="mx-auto max-w-md pt-[20vh]">
        <LoadFailure query={session} />
      </main>
    );
  if (!session.loading && !session.user) {
    // After a login, return to the requested page, unless the owner has just logged out.
    const from = wasSignedIn.current ? undefined : `${location.pathname}${location.search}`;
    return <Navigate to={paths.login} replace state={{ from }} />;
  }
  const step = session.user?.setupStep;
  if (step && step !== 'done') return <Navigate to={paths.firstRun(step)} replace />;
  // Without a report of a missing session with the page, the host must respond first.
  const isExpected = !session.loading || EXPECTED.signedOut;
  return (
    <CapabilitiesContext value={capabilitiesFor(session.user)}>
      <TooltipProvider>
        <UnsavedChangesGuard>
          {(logout) => (
            <>
              {isExpected && <SkipLink />}
              {isExpected && <LiveNavigationBar onLogout={logout} />}
              <main
                id={CONTENT}
                tabIndex={-1}
                data-shell=""
                className="mx-auto max-w-[calc(1240px+var(--bar))] px-4 pt-[22px] pb-16 outline-none sm:pt-10 sm:pr-8 sm:pb-20 sm:pl-[calc(var(--bar)+2rem)] lg:pr-12 lg:pl-[calc(var(--bar)+3rem)]"
              >
                {isExpected ? <Outlet /> : <PageSkeleton />}
              </main>
            </>
          )}
        </UnsavedChangesGuard>
        {session.user && <SessionEndedDialog email={session.user.email} />}
        {session.user && <ConfirmPasswordDialog email={session.user.email} />}
        <ScrollRestoration />
      </TooltipProvider>
    </CapabilitiesContext>
  );
}

const CONTENT = 'content';

/** The first Tab stop. It does not change the URL, which holds the view. */
function SkipLink() {
  return (
    <a
      href={`#${CONTENT}`}
      className="fixed top-2 left-2 z-30 rounded-md bg-ink px-3.5 py-2 text-sm font-medium text-paper not-focus:sr-only"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(CONTENT)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}

interface LiveNavigationBarProps {
  readonly onLogout: () => void;
}

/** The navigation bar with a live count of unread messages, and the command palette. */
function LiveNavigationBar({ onLogout }: LiveNavigationBarProps) {
  const can = useCan();
  const { unread } = useUnread();
  const { open, palette } = useCommandPalette(onLogout);
  useLiveMessages(can.folders && unread !== undefined);
  useEffect(() => {
    setUnreadCount(unread ?? 0);
    return () => setUnreadCount(0);
  }, [unread]);
  return (
    <>
      <NavigationBar
        unread={unread ?? 0}
        siteUrl={useSiteAddress()?.publicUrl}
        onSearch={open}
        onLogout={onLogout}
      />
      {palette}
    </>
  );
}

interface UnsavedChangesGuardProps {
  readonly children: (logout: () => void) => React.ReactNode;
}

/** Asks before unsaved changes are lost by navigating, closing the tab or logging out. */
function UnsavedChangesGuard({ children }: UnsavedChangesGuardProps) {
  const logout = useLogout();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== paths.login &&
      locationKey(currentLocation) !== locationKey(nextLocation) &&
      hasUnsavedChanges(),
  );

  useAskBeforeUnload();

  return (
    <>
      {children(() => (hasUnsavedChanges() ? setIsLoggingOut(true) : logout()))}
      <ConfirmDialog
        isOpen={blocker.state === 'blocked' || isLoggingOut}
        title="Leave without saving?"
        description="Your changes will be lost."
        action="Leave"
        cancel="Stay"
        onConfirm={() => {
          setIsLoggingOut(false);
          discardUnsavedChanges();
          if (isLoggingOut) logout();
          else blocker.proceed?.();
        }}
        onCancel={() => {
          setIsLoggingOut(false);
          blocker.reset?.();
        }}
      />
    </>
  );
}

function locationKey({ pathname, search }: Location): string {
  return pathname + search;
}

function PageSkeleton() {
  return (
    <div aria-busy="true">
      <CardSkeleton hasHead rows={8} />
    </div>
  );
}
