import { Navigate, Outlet, useLocation } from 'react-router';
import { Logo } from '../components/page/logo.tsx';
import { ThemeSwitch } from '../components/page/theme-switch.tsx';
import { useSession } from '../features/session/session.ts';
import { paths } from '../paths.ts';

/** The layout of the signed-out pages. A signed-in owner is redirected to the requested page. */
export function AuthLayout() {
  const { isAuthenticated } = useSession();
  const { state, pathname } = useLocation();
  if (isAuthenticated) return <Navigate to={destinationOf(state)} replace />;
  return (
    <div className="grid min-h-dvh md:grid-cols-[1fr_1.15fr]">
      <ThemeSwitch className="absolute top-3 left-3 md:top-4 md:left-4" />
      {/* The form's top is fixed, so that an error below the fields does not move them. */}
      <main className="px-6 pt-[max(4rem,calc(50svh-13rem))] pb-16">
        {/* Remount for each page, so that it does not count as a layout shift. */}
        <div key={pathname} className="mx-auto w-full max-w-[340px]">
          <Logo className="mb-7 size-8 text-[1.1875rem]" />
          <Outlet />
        </div>
      </main>
      <Illustration />
    </div>
  );
}

/** The page that redirected here, stored in the history state. */
function destinationOf(state: unknown): string {
  const hasFrom = typeof state === 'object' && state !== null && 'from' in state;
  return hasFrom && typeof state.from === 'string' ? state.from : paths.home;
}

function Illustration() {
  return (
    <div className="hidden bg-[oklch(0.2_0.012_195)] md:block">
      {/* Centered in the window, because a long form makes the page taller. */}
      <div className="sticky top-0 grid h-svh place-items-center">
        <svg
          aria-hidden="true"
          viewBox="50 50 320 310"
          fill="none"
          stroke="#8fc6c3"
          strokeWidth="1.2"
          className="w-[min(48%,24rem)]"
        >
          <circle cx="205" cy="200" r="46" fill="#d8a35d" stroke="none" />
          <path
            d="M70 130h210v210H70zM140 70h210v210H140zM70 130l70-60M280 130l70-60M280 340l70-60M70 340l70-60"
            opacity=".75"
          />
          <path d="M128 318c20-46 52-64 77-64s57 18 77 64" opacity=".6" />
        </svg>
      </div>
    </div>
  );
}
