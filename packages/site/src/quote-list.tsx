import { usePage } from './page-context.ts';
import { mediaUrl } from './picture.tsx';
import { projectPath } from './resolve-path.ts';
import type { SitePortfolio } from './site.ts';

/** What somebody says about the owner. */
export type Quote = Omit<SitePortfolio['testimonials'][number], '_id' | 'onHome'>;

/** The testimonials of the home page. */
export function KindWords() {
  const { portfolio } = usePage();
  return <QuoteList quotes={portfolio.testimonials.filter(({ onHome }) => onHome)} />;
}

/** The testimonials about a project, on its page. */
export function ProjectQuotes({ id }: { readonly id: string }) {
  const { portfolio, words } = usePage();
  const quotes = portfolio.testimonials.filter(({ projects }) => projects.includes(id));
  if (quotes.length === 0) return null;
  return (
    <section className="said" aria-label={words.sections['kind-words']}>
      <QuoteList quotes={quotes.map((quote) => ({ ...quote, projects: [] }))} />
    </section>
  );
}

/** Also the preview that an author sees. */
export function QuoteList({ quotes }: { readonly quotes: readonly Quote[] }) {
  const { portfolio, href } = usePage();
  return (
    <ul className="quotes">
      {quotes.map(({ quote, name, role, organization, photo, projects }) => (
        <li key={`${name} ${quote}`}>
          <figure>
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <figcaption>
              <Face photo={photo} />
              <b>{name}</b>{' '}
              {(role || organization) && (
                <span className="role">{[role, organization].filter(Boolean).join(', ')}</span>
              )}{' '}
              {portfolio.projects
                .filter(({ _id }) => projects.includes(_id))
                .slice(0, 1)
                .map((project) => (
                  <a key={project._id} href={href(projectPath(project))}>
                    {project.title}
                  </a>
                ))}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** In its narrowest copy, because it is small. The name beside it says who it is. */
function Face({ photo }: Pick<Quote, 'photo'>) {
  const { href } = usePage();
  const { url } = photo.variants?.[0] ?? photo;
  if (url === '') return null;
  return (
    <img className="face" src={mediaUrl(url, href)} width={48} height={48} alt="" loading="lazy" />
  );
}
