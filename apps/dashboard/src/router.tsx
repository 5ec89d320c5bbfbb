import { COLLECTIONS, type CollectionName, namesOf } from '@vitrine/contract/collections';
import { createBrowserRouter } from 'react-router';
import { EXPECTED } from './api/capabilities.ts';
import { queryClient } from './api/query-client.ts';
import { collectionQuery } from './components/collection/collection-query.ts';
import { messagesQuery } from './features/message/message-queries.ts';
import { isResetLinkExpired } from './features/session/password-reset/reset-link.ts';
import { userQuery } from './features/session/session.ts';
import { AuthLayout } from './pages/auth-layout.tsx';
import { LIST_LOADERS } from './pages/collection-parts.ts';
import { ErrorPage, StandaloneErrorPage } from './pages/error-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { paths } from './paths.ts';

/** The nine specified routes, the pages beyond them and the error pages. Each page is a chunk of its own. */
export const router = createBrowserRouter([
  {
    // No loader: the login page renders immediately and checks the session afterward.
    Component: AuthLayout,
    ErrorBoundary: StandaloneErrorPage,
    // Show nothing until a page's chunk has loaded, so that the layout does not grow.
    HydrateFallback: Empty,
    children: [
      { path: paths.login, Component: LoginPage, ErrorBoundary: ErrorPage },
      page(paths.forgotPassword, () =>
        import('./pages/forgot-password-page.tsx').then((file) => file.ForgotPasswordPage),
      ),
      {
        ...page(paths.resetPassword(':token'), () =>
          import('./pages/reset-password-page.tsx').then((file) => file.ResetPasswordPage),
        ),
        // Check the link before showing the page, so that an expired link shows no form.
        loader: ({ params: { token = '' } }) => isResetLinkExpired(token),
      },
    ],
  },
  {
    lazy: {
      Component: () =>
        import('./pages/shell.tsx').then(
          ({ Shell }) => Shell,
          () => StandaloneErrorPage,
        ),
    },
    ErrorBoundary: StandaloneErrorPage,
    loader: loadEverything,
    HydrateFallback: Empty,
    children: [
      page(paths.home, () => import('./pages/home-page.tsx').then(({ HomePage }) => HomePage)),
      ...namesOf(COLLECTIONS).map(managePage),
      page(paths.item('project', ':id'), () =>
        import('./pages/view-project-page.tsx').then((file) => file.ViewProjectPage),
      ),
      page(paths.updateProject(':id'), () =>
        import('./pages/update-project-page.tsx').then((file) => file.UpdateProjectPage),
      ),
      page(paths.updatePost(':id'), () =>
        import('./pages/update-post-page.tsx').then((file) => file.UpdatePostPage),
      ),
      page(paths.updateView(':id'), () =>
        import('./pages/update-view-page.tsx').then((file) => file.UpdateViewPage),
      ),
      page(paths.importPublications, () =>
        import('./pages/import-pages.tsx').then((file) => file.ImportPublicationsPage),
      ),
      page(paths.importPosts, () =>
        import('./pages/import-pages.tsx').then((file) => file.ImportPostsPage),
      ),
      page(paths.import, () => import('./pages/import-pages.tsx').then((file) => file.ImportPage)),
    ],
  },
  {
    HydrateFallback: Empty,
    children: [
      page(paths.setup, () =>
        import('./pages/first-run/account-page.tsx').then((file) => file.AccountPage),
      ),
      page(`${paths.setup}/:step`, () =>
        import('./pages/first-run/first-run-page.tsx').then((file) => file.FirstRunPage),
      ),
    ],
  },
  page('/preview/project', () =>
    import('./pages/project-preview-page.tsx').then((file) => file.ProjectPreviewPage),
  ),
  ...(import.meta.env.DEV
    ? [page('/__ui', () => import('./pages/ui-page.tsx').then(({ UiPage }) => UiPage))]
    : []),
  { path: '*', Component: NotFoundPage, ErrorBoundary: StandaloneErrorPage },
]);

/** Shows the error page if a chunk does not load. The router alone would show nothing. */
function page(path: string, load: () => Promise<() => React.ReactNode>) {
  const Component = () => load().catch(() => ErrorPage);
  return { path, ErrorBoundary: ErrorPage, lazy: { Component } };
}

function managePage<Name extends CollectionName>(name: Name) {
  return page(paths.manage(name), async () => {
    const [{ ManagePage }, parts] = await Promise.all([
      import('./pages/manage-page.tsx'),
      LIST_LOADERS[name](),
    ]);
    return () => <ManagePage name={name} {...parts} />;
  });
}

/** Loads the user and the lists while the page's chunk is loading. Does not wait for them. */
function loadEverything() {
  void queryClient.prefetchQuery(userQuery);
  const isSignedOut = queryClient.getQueryData(userQuery.queryKey) === null;
  if (isSignedOut) return null;
  for (const name of namesOf(COLLECTIONS))
    if (EXPECTED[name]) void queryClient.prefetchQuery(collectionQuery(name));
  void queryClient.prefetchInfiniteQuery(messagesQuery);
  return null;
}

function Empty() {
  return null;
}
