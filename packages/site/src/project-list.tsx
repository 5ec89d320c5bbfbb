import { technologiesOf } from '@vitrine/contract/text-format';
import { usePage } from './page-context.ts';
import { formatYears } from './period.tsx';
import { Picture } from './picture.tsx';
import { projectPath } from './resolve-path.ts';
import type { SiteProject } from './site.ts';
import { summaryOf } from './text.ts';

interface ProjectListProps {
  readonly projects: readonly SiteProject[];
  /** The level of the titles, below the heading of the list. Themes style them alike. */
  readonly level?: 2 | 3;
  /** The number of the first project, on a later page of a list. */
  readonly start?: number | undefined;
}

export function ProjectList({ projects, level = 3, start }: ProjectListProps) {
  return (
    <ol className="projects" start={start}>
      {projects.map((project, index) => (
        <li key={project._id} data-project={project.slug}>
          <ProjectCard project={project} isLarge={index === 0} level={level} />
        </li>
      ))}
    </ol>
  );
}

interface ProjectCardProps {
  readonly project: SiteProject;
  readonly isLarge: boolean;
  readonly level: 2 | 3;
}

/** The picture repeats the link of the title, so only the title is a link for screen readers. */
function ProjectCard({ project, isLarge, level }: ProjectCardProps) {
  const { words, href } = usePage();
  const { title, stack, projectBanner, projectLink, gitRepoLink } = project;
  const page = href(projectPath(project));
  const years = formatYears(project, words);
  const summary = summaryOf(project);
  const technologies = technologiesOf(project.technologies);
  return (
    <article className="project">
      {projectBanner.url !== '' && (
        <div className="cover" aria-hidden="true">
          <a href={page} tabIndex={-1}>
            <Picture
              image={projectBanner}
              alt=""
              sizes={isLarge ? '(min-width: 44rem) 90vw, 92vw' : '(min-width: 44rem) 50vw, 92vw'}
            />
          </a>
        </div>
      )}
      <div className="text">
        <h3 aria-level={level === 2 ? level : undefined}>
          <a href={page}>{title}</a>
        </h3>
        {summary && <p className="summary">{summary}</p>}
        {(years || stack) && (
          <p className="meta">
            {years && <span className="year">{years}</span>}{' '}
            {stack && <span className="stack">{stack}</span>}
          </p>
        )}
        {technologies.length > 0 && (
          <ul className="tags" aria-label={words.technologies}>
            {technologies.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
        {(projectLink || gitRepoLink) && (
          <ul className="links">
            {projectLink && (
              <li>
                <a href={projectLink} aria-label={words.visitProject(title)}>
                  {words.visit}
                </a>
              </li>
            )}
            {gitRepoLink && (
              <li>
                <a href={gitRepoLink} aria-label={words.codeOf(title)}>
                  {words.code}
                </a>
              </li>
            )}
          </ul>
        )}
      </div>
    </article>
  );
}
