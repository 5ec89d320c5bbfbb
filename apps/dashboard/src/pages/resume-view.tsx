import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { StudioSkeleton } from '../components/page/studio-frame.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import { resumeQuery } from '../features/resume/resume-queries.ts';
import { ResumeFrame, ResumeStudio } from '../features/resume/resume-studio.tsx';
import { paths } from '../paths.ts';

/** The resume that is made from the portfolio. */
export function ResumeView() {
  const can = useCan();
  const resume = useQuery({ ...resumeQuery, enabled: can.resume });
  if (!can.resume) return <Navigate to={paths.home} replace />;
  if (resume.data) return <ResumeStudio resume={resume.data} />;
  return (
    <ResumeFrame
      settings={
        <div className="py-5">
          <QueryResult query={resume} skeleton={<StudioSkeleton />}>
            {() => null}
          </QueryResult>
        </div>
      }
      stage={() => null}
    />
  );
}
