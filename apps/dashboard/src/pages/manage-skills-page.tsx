import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { ManageActions } from '../components/manage-actions.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { ManageSkills, SKILL_GRID } from '../features/skill/manage-skills.tsx';
import { skillsQuery } from '../features/skill/skill-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { useHistoryMenu } from './use-history-menu.tsx';

const ADD = [paths.view('add-skill'), 'Add Skill'] as const;

export function ManageSkillsPage() {
  const query = useQuery(skillsQuery);
  const { historyItem, history } = useHistoryMenu('skill');
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
            <ManageSkills
              skills={skills}
              menuItems={({ _id: id, title }) => historyItem({ id, title })}
            />
          )
        }
      </QueryResult>
      {history}
    </>
  );
}

function SkillsSkeleton() {
  return (
    <div className={SKILL_GRID}>
      {[...Array(9).keys()].map((index) => (
        <CardSkeleton key={index} rows={1} />
      ))}
    </div>
  );
}
