import { useNavigate } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { PageHeading } from '../components/page/page-heading.tsx';
import { PlainProjectForm } from '../features/project/editor/plain-project-form.tsx';
import { ProjectEditor } from '../features/project/editor/project-editor.tsx';
import { paths } from '../paths.ts';

export function AddProjectView() {
  const can = useCan();
  const navigate = useNavigate();
  const heading = (
    <PageHeading title="Add a new project">
      It appears on your portfolio as soon as you add it
      {can.drafts && ', unless you save a draft'}.
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
        onDraftAdded={(id) => void navigate(paths.updateProject(id), { replace: true })}
      />
    </>
  );
}
