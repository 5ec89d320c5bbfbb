import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { PlainProjectForm } from '../features/project/editor/plain-project-form.tsx';
import { ProjectEditor } from '../features/project/editor/project-editor.tsx';
import { ProjectSaved } from '../features/project/editor/project-saved.tsx';
import type { FullProject } from '../features/project/project-queries.ts';
import { paths } from '../paths.ts';
import { useSiteAddress } from './use-site-address.ts';

export function AddProjectView() {
  const can = useCan();
  const navigate = useNavigate();
  const { hasSite, publicUrl } = useSiteAddress() ?? { hasSite: false, publicUrl: '' };
  const [saved, setSaved] = useState<FullProject>();
  const wasSaved = useRef(false);
  const startAgain = useCallback(() => {
    wasSaved.current = true;
    setSaved(undefined);
  }, []);

  if (saved)
    return (
      <ProjectSaved
        project={saved}
        siteUrl={publicUrl}
        onAddAnother={startAgain}
        onUndone={startAgain}
      />
    );
  const heading = (
    <PageHeading title="Add a new project" takesFocus={wasSaved.current}>
      {can.drafts
        ? 'Only the title is required. Add the rest whenever you like.'
        : 'It appears on your portfolio as soon as you add it.'}
    </PageHeading>
  );
  if (!can.drafts)
    return (
      <div className="mx-auto max-w-[724px]">
        {heading}
        <PlainProjectForm />
      </div>
    );
  return (
    <>
      {heading}
      <ProjectEditor
        hasSite={hasSite}
        onFirstSave={(project, isWriting) => {
          if (isWriting) void navigate(paths.updateProject(project._id), { replace: true });
          else setSaved(project);
        }}
      />
    </>
  );
}
