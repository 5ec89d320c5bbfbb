import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { PageLinks } from '../page-links.tsx';
import { ProjectList } from '../project-list.tsx';
import { firstOn, itemsOn } from '../resolve-path.ts';

/** All projects, over several pages. */
export function ProjectsPage({ number }: { readonly number: number }) {
  const { words, portfolio } = usePage();
  const { projects, profile } = portfolio;
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
          projects={itemsOn(projects, number)}
          level={2}
          start={number === 1 ? undefined : firstOn(number)}
        />
      </section>
      <PageLinks list="/projects" label={words.projects} number={number} total={projects.length} />
    </Document>
  );
}
