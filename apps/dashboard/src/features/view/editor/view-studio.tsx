import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { StudioFrame } from '../../../components/page/studio-frame.tsx';
import { useSaveKeys } from '../../../components/publishing/use-save-keys.ts';
import { NoSite } from '../../../components/site-preview/no-site.tsx';
import { type PreviewPage, PreviewStage } from '../../../components/site-preview/preview-stage.tsx';
import type { Choices, View } from '../../../components/view/view-queries.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { RevokeDialog } from '../revoke-dialog.tsx';
import { useViewMutations } from '../use-view-mutations.ts';
import { useViewEditor } from './use-view-editor.ts';
import { useViewPreview } from './use-view-preview.ts';
import { ViewActions, ViewBar, ViewState } from './view-actions.tsx';
import { ViewSettings } from './view-settings.tsx';

interface ViewStudioProps {
  /** Undefined for a new view. */
  readonly view: View | undefined;
  readonly choices: Choices;
  /** The pages of the projects and posts that are shown, by their IDs. */
  readonly pages: ReadonlyMap<string, PreviewPage>;
  readonly onAdded: (view: View) => void;
}

/** The settings of a view, with its preview beside them or behind a tab. */
export function ViewStudio({ view, choices, pages, onAdded }: ViewStudioProps) {
  const editor = useViewEditor({ view, onAdded });
  const { settings } = editor;
  const hasSite = choices.siteUrl !== '';
  const preview = useViewPreview(settings, hasSite);
  const { revoke } = useViewMutations();
  const [isRevoking, setIsRevoking] = useState(false);
  const actions = { editor, onRevoke: () => setIsRevoking(true) };
  useSaveKeys(editor.form, (way) => {
    if (way === 'publish') editor.publish();
    else if (view?.state !== 'active') editor.saveDraft();
  });
  const shown = settings.sections.flatMap((section) => (section.shown ? section.included : []));
  return (
    <>
      <ViewFrame
        title={settings.name || 'New view'}
        head={
          <>
            <ViewState editor={editor} />
            <ViewActions {...actions} />
          </>
        }
        settings={<ViewSettings {...actions} choices={choices} />}
        stage={
          hasSite ? (
            <PreviewStage
              title="Preview of the view"
              pages={[
                { name: 'View', path: '' },
                ...shown.flatMap((id) => pages.get(id) ?? []),
                { name: 'Resume', path: 'resume' },
              ]}
              preview={preview}
              version={preview.dataUpdatedAt}
            />
          ) : (
            <NoSite>Readers open views on your site. You can prepare them until then.</NoSite>
          )
        }
        bar={<ViewBar {...actions} />}
      />
      <RevokeDialog
        name={view?.name ?? ''}
        isOpen={isRevoking}
        onRevoke={() => view && revoke.mutate({ params: { id: view._id } })}
        onClose={() => setIsRevoking(false)}
      />
    </>
  );
}

interface ViewFrameProps {
  readonly title: string;
  readonly head?: ReactNode;
  readonly settings: ReactNode;
  readonly stage: ReactNode;
  readonly bar?: ReactNode;
}

const TABS = [
  { value: 'settings', name: 'Settings' },
  { value: 'preview', name: 'Preview' },
] as const;

export function ViewFrame({ stage, ...rest }: ViewFrameProps) {
  return (
    <StudioFrame
      tabs={TABS}
      back={
        <Button asChild variant="ghost" size="icon" className="-mr-2.5 -ml-2.5">
          <Link to={paths.view('views')} aria-label="Back to Views">
            <ArrowLeft aria-hidden="true" />
          </Link>
        </Button>
      }
      stage={() => stage}
      {...rest}
    />
  );
}
