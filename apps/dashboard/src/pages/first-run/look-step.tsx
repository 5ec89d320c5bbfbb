import { useQuery } from '@tanstack/react-query';
import type { Theme } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { THEME_MANIFESTS } from '@vitrine/site/themes';
import { ArrowRight } from 'lucide-react';
import { useApiMutation } from '../../api/query-client.ts';
import { collectionQuery } from '../../components/collection/collection-query.ts';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { previewQuery } from '../../components/site-preview/preview-query.ts';
import { type Site, siteQuery } from '../../features/site/site-queries.ts';
import { ThemePicker, themeImage } from '../../features/site/theme-picker.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FirstRunFrame, StepFooter, type StepProps } from './first-run-frame.tsx';
import { ScaledPreview } from './scaled-preview.tsx';

interface LookStepProps extends StepProps {
  /** Undefined if the owner has not chosen one yet. */
  readonly theme: Theme | undefined;
  readonly onChange: (theme: Theme) => void;
  readonly onBack: () => void;
}

/** The themes with the owner's content, or with sample projects if there is none. */
export function LookStep(props: LookStepProps) {
  const site = useQuery(siteQuery);
  const projects = useQuery(collectionQuery('project'));
  const isLoaded = site.data && projects.isFetched;
  const hasProjects = projects.data?.some(({ state }) => state === 'published') ?? false;
  return (
    <FirstRunFrame step="Look" onLeave={props.onLeave} isWide>
      <PageHeading title="Choose a look">
        {hasProjects || !isLoaded
          ? 'This is your site in each theme, with what you just added. You can change the theme at any time.'
          : 'You have no projects yet, so the pictures show sample projects. Visitors never see those. You can change the theme at any time.'}
      </PageHeading>
      {site.error && <LoadFailure query={site} />}
      {isLoaded ? (
        <Themes {...props} site={site.data} hasProjects={hasProjects} />
      ) : (
        <StepFooter
          text={STEP}
          onBack={props.onBack}
          onSkip={props.onNext}
          skip="Decide later"
          isWide
        >
          {null}
        </StepFooter>
      )}
    </FirstRunFrame>
  );
}

const STEP = 'Step 4 of 4';

interface ThemesProps extends LookStepProps {
  readonly site: Site;
  readonly hasProjects: boolean;
}

function Themes({ site, hasProjects, onChange, onBack, onNext, ...props }: ThemesProps) {
  const design = site.draft ?? site.settings;
  const { theme = design.theme } = props;
  const hasAddress = site.url !== '';
  const preview = useQuery({ ...previewQuery, enabled: hasAddress });
  const save = useApiMutation(routes.site.saveDraft, { quiet: true });
  const publish = useApiMutation(routes.site.publish, { reloads: ['site'] });
  const isPending = save.isPending || publish.isPending;
  const { name } = THEME_MANIFESTS[theme];

  function publishTheme() {
    const onSuccess = () => publish.mutate({}, { onSuccess: onNext });
    save.mutate({ body: { ...design, theme } }, { onSuccess });
  }

  return (
    <>
      <ThemePicker
        value={theme}
        onChange={onChange}
        noteOf={(one) => THEME_MANIFESTS[one].note}
        pictureOf={(one) => (
          <span className="relative block aspect-4/5 overflow-clip [container-type:size] sm:aspect-800/1040">
            {preview.data && (
              <ScaledPreview
                title={`Your site in the theme ${THEME_MANIFESTS[one].name}`}
                url={`${preview.data.url}?theme=${one}&samples`}
              />
            )}
            {(preview.error || !hasAddress) && themeImage(one)}
            {preview.data && !hasProjects && (
              <Badge variant="secondary" className="absolute right-2.5 bottom-2.5">
                Sample projects
              </Badge>
            )}
          </span>
        )}
        className="grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-3 md:gap-x-5 xl:grid-cols-5"
      />
      <StepFooter
        isWide
        text={
          hasAddress
            ? `Publishing makes your site visible to everyone at ${new URL(site.url).host}.`
            : 'Your site has no address yet, so nobody can open it.'
        }
        onBack={onBack}
        onSkip={onNext}
        skip="Decide later"
      >
        <Button size="lg" isPending={isPending} onClick={publishTheme}>
          {hasAddress ? `Publish with ${name}` : `Continue with ${name}`}
          {!isPending && <ArrowRight aria-hidden="true" />}
        </Button>
      </StepFooter>
    </>
  );
}
