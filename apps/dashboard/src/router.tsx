import { createBrowserRouter } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { messagesQuery } from './features/message/message-queries.ts';
import { projectsQuery } from './features/project/project-queries.ts';
import { isResetLinkExpired } from './features/session/reset-link.ts';
import { userQuery } from './features/session/session.ts';
import { skillsQuery } from './features/skill/skill-queries.ts';
import { softwareApplicationsQuery } from './features/software-application/software-application-queries.ts';
import { timelinesQuery } from './features/timeline/timeline-queries.ts';
import { AuthLayout } from './pages/auth-layout.tsx';
import { ErrorPage, WholeErrorPage } from './pages/error-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { paths } from './paths.ts';

/** The nine routes, and what else a person can come upon. Each page is a file of its own. */
export const router = createBrowserRouter([
  {
    // Without a loader: the login is there with the first render, and asks for the session then.
    Component: AuthLayout,
    ErrorBoundary: WholeErrorPage,
    // Its other pages come with their code: until then nothing, not a layout that grows.
    HydrateFallback: Nothing,
    children: [
      { path: paths.login, Component: LoginPage, ErrorBoundary: ErrorPage },
      page(paths.setup, () => import('./pages/setup-page.tsx').then(({ SetupPage }) => SetupPage)),
      page(paths.forgotPassword, () =>
        import('./pages/forgot-password-page.tsx').then((file) => file.ForgotPasswordPage),
      ),
      {
        ...page(paths.resetPassword(':token'), () =>
          import('./pages/reset-password-page.tsx').then((file) => file.ResetPasswordPage),
        ),
        // Known before the page is shown: no form appears that could not work.
        loader: ({ params: { token = '' } }) => isResetLinkExpired(token),
      },
    ],
  },
  {
    lazy: {
      Component: () =>
        import('./pages/shell.tsx').then(
          ({ Shell }) => Shell,
          () => WholeErrorPage,
        ),
    },
    ErrorBoundary: WholeErrorPage,
    loader: loadEverything,
    HydrateFallback: Nothing,
    children: [
      page(paths.home, () => import('./pages/home-page.tsx').then(({ HomePage }) => HomePage)),
      page(paths.manageSkills, () =>
        import('./pages/manage-skills-page.tsx').then((file) => file.ManageSkillsPage),
      ),
      page(paths.manageTimeline, () =>
        import('./pages/manage-timeline-page.tsx').then((file) => file.ManageTimelinePage),
      ),
      page(paths.manageProjects, () =>
        import('./pages/manage-projects-page.tsx').then((file) => file.ManageProjectsPage),
      ),
      page(paths.viewProject(':id'), () =>
        import('./pages/view-project-page.tsx').then((file) => file.ViewProjectPage),
      ),
      page(paths.updateProject(':id'), () =>
        import('./pages/update-project-page.tsx').then((file) => file.UpdateProjectPage),
      ),
    ],
  },
  ...(import.meta.env.DEV
    ? [page('/__ui', () => import('./pages/ui-page.tsx').then(({ UiPage }) => UiPage))]
    : []),
  { path: '*', Component: NotFoundPage, ErrorBoundary: WholeErrorPage },
]);

/** Code that does not arrive is told in the page's place: left to the router, the place stays empty. */
function page(path: string, load: () => Promise<() => React.ReactNode>) {
  const Component = () => load().catch(() => ErrorPage);
  return { path, ErrorBoundary: ErrorPage, lazy: { Component } };
}

/**
 * Asks for the owner and the five lists, together, while the code of the page is still on its way.
 * It does not wait: the page shows what is known.
 */
function loadEverything() {
  void queryClient.prefetchQuery(userQuery);
  const isSignedOut = queryClient.getQueryData(userQuery.queryKey) === null;
  if (isSignedOut) return null;
  void queryClient.prefetchQuery(projectsQuery);
  void queryClient.prefetchQuery(skillsQuery);
  void queryClient.prefetchQuery(softwareApplicationsQuery);
  void queryClient.prefetchQuery(timelinesQuery);
  void queryClient.prefetchInfiniteQuery(messagesQuery);
  return null;
}

function Nothing() {
  return null;
}
