import { STACKS } from '@vitrine/contract/options';
import { highlightsOf, technologiesOf } from '@vitrine/contract/text-format';
import { periodOfProject } from '@vitrine/resume/period';
import { CaseStudySlot } from '../case-study.tsx';
import { Document } from '../document.tsx';
import { EntryMetadata } from '../entry-metadata.tsx';
import { usePage } from '../page-context.ts';
import { Period } from '../period.tsx';
import { Cover, Picture } from '../picture.tsx';
import { ProjectQuotes } from '../quote-list.tsx';
import { projectPath } from '../resolve-path.ts';
import { shownSections } from '../sections.ts';
import type { SiteProject } from '../site.ts';
import { cut, moreLinksOf, summaryOf } from '../text.ts';

export function ProjectPage({ project }: { readonly project: SiteProject }) {
  const { words, portfolio } = usePage();
  const { title, slug, description, bodyHtml, projectBanner, gallery } = project;
  const [first, ...others] = highlightsOf(description).map(withoutPeriod);
  // The first sentence is the summary, unless there is one.
  const highlights = project.summary && first ? [first, ...others] : others;
  const technologies = technologiesOf(project.technologies);
  return (
    <Document
      kind="project"
      project={slug}
      current="/#work"
      title={words.byAuthor(title, portfolio.profile.fullName)}
      description={cut(summaryOf(project), 160)}
    >
      <article className="case h-entry">
        <Header project={project} />
        <Cover image={projectBanner} alt={project.bannerDecorative ? '' : project.bannerAlt} />
        {(highlights.length > 0 || bodyHtml !== '') && (
          <div className="body e-content">
            {highlights.length > 0 && (
              <ul className="highlights">
                {highlights.map((highlight) => (
                  <li key={highlight}>{highlight}</li>
                ))}
              </ul>
            )}
            <CaseStudySlot />
          </div>
        )}
        {technologies.length > 0 && (
          <ul className="tags" aria-label={words.technologies}>
            {technologies.map((name) => (
              <li key={name} className="p-category">
                {name}
              </li>
            ))}
          </ul>
        )}
        {gallery.length > 0 && <Gallery images={gallery} />}
        <ProjectQuotes id={project._id} />
      </article>
      <Neighbors slug={slug} />
    </Document>
  );
}

/** Splitting a text into sentences leaves a period at the end of the last one only. */
function withoutPeriod(sentence: string): string {
  return sentence.replace(/(?<!\.)\.$/, '');
}

function Header({ project }: { readonly project: SiteProject }) {
  const { words } = usePage();
  const { title, role, stack, deployed, projectLink, gitRepoLink } = project;
  const links = moreLinksOf(project);
  const summary = summaryOf(project);
  const dates = periodOfProject(project);
  const facts = [
    { name: words.when, value: dates && <Period dates={dates} /> },
    { name: words.role, value: role },
    {
      name: STACKS.some((one) => one === stack) ? words.stack : words.kind,
      value: stack,
    },
    { name: words.status, value: deployed === 'Yes' && words.live },
  ].filter(({ value }) => value);
  return (
    <header className="case-header">
      <EntryMetadata updatedAt={project.updatedAt} />
      <data className="dt-published" value={project.publishedAt} />
      <BackLink />
      <h1 className="p-name">{title}</h1>
      {summary && <p className="summary p-summary">{summary}</p>}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {(projectLink || gitRepoLink || links.length > 0) && (
        <ul className="links">
          {projectLink && (
            <li>
              <a className="primary" href={projectLink}>
                {words.visitProject(title)}
              </a>
            </li>
          )}
          {gitRepoLink && (
            <li>
              <a href={gitRepoLink}>{words.sourceCode}</a>
            </li>
          )}
          {links.map(({ url, label }) => (
            <li key={url}>
              <a href={url}>{label}</a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

/** Leads to the work on the home page or, if the owner hides that section, to all projects. */
function BackLink() {
  const { portfolio, settings, words, href } = usePage();
  const work = shownSections(portfolio, settings).find(({ name }) => name === 'work');
  return (
    <p className="back">
      {work ? (
        <a href={href('/#work')}>{work.heading}</a>
      ) : (
        <a href={href('/projects')}>{words.projects}</a>
      )}
    </p>
  );
}

function Gallery({ images }: { readonly images: SiteProject['gallery'] }) {
  const { words } = usePage();
  return (
    <section className="gallery" aria-label={words.gallery}>
      {images.map(({ name, image, alt, caption, decorative }) => (
        <figure key={`${name} ${alt} ${caption}`}>
          <Picture
            image={image}
            alt={decorative ? '' : alt}
            sizes="(min-width: 60rem) 50vw, 92vw"
          />
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      ))}
    </section>
  );
}

/** The projects before and after this one. The last leads to the first. */
function Neighbors({ slug }: { readonly slug: string }) {
  const { words, portfolio, href } = usePage();
  const { projects } = portfolio;
  const index = projects.findIndex((project) => project.slug === slug);
  if (projects.length < 2) return null;
  const previous = projects.at(index - 1);
  const next = projects[(index + 1) % projects.length];
  return (
    <nav className="neighbors" aria-label={words.moreWork}>
      {previous && previous !== next && (
        <a rel="prev" href={href(projectPath(previous))}>
          <span>{words.previous}</span> {previous.title}
        </a>
      )}
      {next && (
        <a rel="next" href={href(projectPath(next))}>
          <span>{words.next}</span> {next.title}
        </a>
      )}
    </nav>
  );
}
