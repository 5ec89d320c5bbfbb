import { useQuery } from '@tanstack/react-query';
import type { Theme } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { THEME_MANIFESTS } from '@vitrine/site/themes';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useApiMutation } from '../api/query-client.ts';
import { Logo } from '../components/page/logo.tsx';
import { PageHeading } from '../components/page/page-heading.tsx';
import { LoadFailure } from '../components/query/load-failure.tsx';
import { useSession } from '../features/session/session.ts';
import { previewQuery, type Site, siteQuery } from '../features/site/site-queries.ts';
import { ThemePicker, themeImage } from '../features/site/theme-picker.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** The second step of the setup, if there is a public site. */
export function ChooseThemePage() {
  const session = useSession();
  const site = useQuery({ ...siteQuery, enabled: session.isAuthenticated });
  if (!session.loading && !session.user) return <Navigate to={paths.login} replace />;
  if (site.error)
    return (
      <main className="mx-auto max-w-md pt-[20vh]">
        <LoadFailure query={site} />
      </main>
    );
  if (!site.data) return null;
  if (site.data.url === '') return <Navigate to={paths.home} replace />;
  return <ThemeChoice site={site.data} />;
}

function ThemeChoice({ site: { settings } }: { readonly site: Site }) {
  const [theme, setTheme] = useState(settings.theme);
  const navigate = useNavigate();
  const preview = useQuery(previewQuery);
  const save = useApiMutation(routes.site.saveDraft, { quiet: true });
  const publish = useApiMutation(routes.site.publish, { reloads: ['site'] });
  const isPending = save.isPending || publish.isPending;

  const goOn = () => void navigate(paths.view('add-project'));
  const publishTheme = () => publish.mutate({}, { onSuccess: goOn });

  return (
    <>
      <main className="mx-auto max-w-[1360px] px-4 pt-6 pb-44 sm:px-8 sm:pt-11 md:px-12">
        <div className="mb-7 flex items-center justify-between">
          <Logo className="size-8 text-[1.1875rem]" />
          <p className="text-sm text-ink-2">Step 2 of 3</p>
        </div>
        <PageHeading title="Choose a theme for your site" tab="Choose a theme">
          This is your site in each theme, with room for your work. You can change the theme at any
          time.
        </PageHeading>
        <ThemePicker
          value={theme}
          onChange={setTheme}
          noteOf={(one) => THEME_MANIFESTS[one].note}
          pictureOf={(one) => (
            <span className="relative block aspect-4/5 overflow-clip [container-type:size] sm:aspect-800/1075">
              {preview.data && <ThemePreview theme={one} url={preview.data.url} />}
              {preview.error && themeImage(one)}
            </span>
          )}
          className="grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-4 md:gap-x-5"
        />
      </main>
      <footer className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-paper px-4 py-3 sm:px-8 md:px-12">
        <div className="mx-auto flex max-w-[1264px] flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
          <p className="text-ink-2">Next, you add your first project.</p>
          <div className="flex gap-2 max-sm:w-full">
            <Button variant="ghost" className="max-sm:h-11!" onClick={goOn}>
              Decide later
            </Button>
            <Button
              type="submit"
              aria-disabled={isPending}
              className="max-sm:h-11! max-sm:flex-1"
              onClick={() =>
                !isPending &&
                save.mutate({ body: { ...settings, theme } }, { onSuccess: publishTheme })
              }
            >
              {isPending && <Spinner />}
              Continue with {THEME_MANIFESTS[theme].name}
              {!isPending && <ArrowRight aria-hidden="true" />}
            </Button>
          </div>
        </div>
      </footer>
    </>
  );
}

/** The owner's site in a theme, scaled down. The radio button on top of it takes the clicks. */
function ThemePreview({ theme, url }: { readonly theme: Theme; readonly url: string }) {
  return (
    <iframe
      title={`Your site in the theme ${THEME_MANIFESTS[theme].name}`}
      src={`${url}?theme=${theme}`}
      tabIndex={-1}
      aria-hidden="true"
      className="absolute top-0 left-0 h-[calc(100cqh/var(--scale))] w-[960px] origin-top-left scale-(--scale) [--scale:tan(atan2(100cqw,960px))]"
    />
  );
}
