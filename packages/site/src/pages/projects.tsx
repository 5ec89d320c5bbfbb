import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { ProjectList } from '../project-list.tsx';
import { firstOn, pageCount, pathOfPage, projectsOn } from '../resolve-path.ts';

/** All projects, over several pages. */
export function ProjectsPage({ number }: { readonly number: number }) {
  const { words, portfolio, href } = usePage();
  const { projects, profile } = portfolio;
  const count = pageCount(projects);
  const title = words.byAuthor(words.projects, profile.fullName);
  return (
    <Document
      kind="projects"
      current="/#work"
      title={number === 1 ? title : `${title} (${words.pageNumber(number)})`}
      description={title}
    >
      <section className="index" aria-labelledby="projects-title" data-section="projects">
        <h1 id="projects-title">{words.projects}</h1>
        <ProjectList
          projects={projectsOn(projects, number)}
          level={2}
          start={number === 1 ? undefined : firstOn(number)}
        />
      </section>
      {count > 1 && (
        <nav className="neighbors" aria-label={words.projects}>
          {number > 1 && (
            <a rel="prev" href={href(pathOfPage(number - 1))}>
              <span>{words.pageNumber(number - 1)}</span> {words.newerProjects}
            </a>
          )}
          {number < count && (
            <a rel="next" href={href(pathOfPage(number + 1))}>
              <span>{words.pageNumber(number + 1)}</span> {words.olderProjects}
            </a>
          )}
        </nav>
      )}
    </Document>
  );
}
