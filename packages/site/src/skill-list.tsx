import type { Skill } from '@vitrine/contract/skill';
import { usePage } from './page-context.ts';
import { postPath, projectPath } from './resolve-path.ts';
import { shownSections } from './sections.ts';
import { findEvidence } from './skill-evidence.ts';

/** The style decides what is in the markup, so that no theme can show what the owner hides. */
export function SkillList() {
  const { portfolio, settings } = usePage();
  const { skillStyle } = settings;
  if (skillStyle === 'list') return <GroupedSkills />;
  return (
    <ul className="skills" data-style={skillStyle}>
      {portfolio.skills.map(({ _id, title, proficiency }) => (
        <li key={_id}>
          <span className="name">{title}</span>
          {skillStyle === 'bars' && (
            <>
              {' '}
              <progress max={100} value={proficiency} aria-label={title} />
            </>
          )}{' '}
          <span className="value">{proficiency}</span>
        </li>
      ))}
    </ul>
  );
}

/** By category. Skills without one are last, and need no name if there are no others. */
function GroupedSkills() {
  const { portfolio, words } = usePage();
  const groups = [...Map.groupBy(portfolio.skills, ({ category }) => category)];
  return (
    <dl className="skills" data-style="list">
      {groups
        .toSorted(([one], [other]) => Number(one === '') - Number(other === ''))
        .map(([category, skills]) => (
          <div key={category}>
            <dt hidden={category === '' && groups.length === 1}>{category || words.otherSkills}</dt>
            {skills.map((skill) => (
              <dd key={skill._id}>
                <span className="name">{skill.title}</span> <Evidence skill={skill} />
              </dd>
            ))}
          </div>
        ))}
    </dl>
  );
}

/** As in `in 4 projects, in 1 post, since 2017`. Leads to the first of these that there is, or to the timeline. */
function Evidence({ skill: { title } }: { readonly skill: Pick<Skill, 'title'> }) {
  const { portfolio, settings, words, href } = usePage();
  const { projects, posts, since } = findEvidence(title, portfolio);
  const text = [
    projects.length > 0 && words.inProjects(projects.length),
    posts.length > 0 && words.inPosts(posts.length),
    since !== undefined && words.since(since),
  ]
    .filter(Boolean)
    .join(', ');
  if (text === '') return null;
  const hasTimeline = shownSections(portfolio, settings).some(({ name }) => name === 'path');
  const path = evidencePath({ projects, posts }) ?? (hasTimeline ? '/#path' : undefined);
  return (
    <span className="evidence">
      {path ? (
        <a href={href(path)} aria-label={`${title}: ${text}`}>
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  );
}

/** The page of one project or post, or of all. */
function evidencePath({
  projects,
  posts,
}: Pick<ReturnType<typeof findEvidence>, 'projects' | 'posts'>): string | undefined {
  const [project, ...otherProjects] = projects;
  if (project) return otherProjects.length > 0 ? '/projects' : projectPath(project);
  const [post, ...otherPosts] = posts;
  if (post) return otherPosts.length > 0 ? '/writing' : postPath(post);
  return undefined;
}
