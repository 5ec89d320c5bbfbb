import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { ReturnToDashboard } from '../components/return-to-dashboard.tsx';
import { SkillCard } from '../features/skill/skill-card.tsx';
import { skillsQuery } from '../features/skill/skill-queries.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';

export function ManageSkillsPage() {
  const query = useQuery(skillsQuery);
  return (
    <>
      <PageHeading title="Manage Your Skills" action={<ReturnToDashboard />}>
        A new proficiency is saved when you leave its field. Escape takes it back.
      </PageHeading>
      <Loaded query={query}>
        {(skills) =>
          skills.length === 0 ? (
            <Card>
              <EmptyState
                text="You have not added any skill."
                next={[paths.view('add-skill'), 'Add Skill']}
              />
            </Card>
          ) : (
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {skills.map((skill) => (
                <SkillCard key={skill._id} skill={skill} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
