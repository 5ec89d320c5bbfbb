import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { ManageActions } from '../components/manage-actions.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { SkillCard } from '../features/skill/skill-card.tsx';
import { skillsQuery } from '../features/skill/skill-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';

const ADD = [paths.view('add-skill'), 'Add Skill'] as const;

export function ManageSkillsPage() {
  const query = useQuery(skillsQuery);
  return (
    <>
      <PageHeading title="Manage Your Skills" action={<ManageActions query={query} add={ADD} />}>
        Changes save when you leave the field. Press Escape to undo.
      </PageHeading>
      <QueryResult query={query} skeleton={<SkillsSkeleton />}>
        {(skills) =>
          skills.length === 0 ? (
            <Card>
              <EmptyState text="You have not added any skill." next={ADD} />
            </Card>
          ) : (
            <div className={GRID}>
              {skills.map((skill) => (
                <SkillCard key={skill._id} skill={skill} />
              ))}
            </div>
          )
        }
      </QueryResult>
    </>
  );
}

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4';

function SkillsSkeleton() {
  return (
    <div className={GRID}>
      {[...Array(9).keys()].map((index) => (
        <CardSkeleton key={index} rows={1} />
      ))}
    </div>
  );
}
