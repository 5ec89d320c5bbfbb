import { usePage } from './page-context.ts';
import { pageCount, pathOfPage } from './resolve-path.ts';

interface PageLinksProps {
  /** The path of the first page. */
  readonly list: string;
  readonly label: string;
  readonly number: number;
  /** How many items the list has on all pages. */
  readonly total: number;
}

/** The links to the pages of a list before and after this one. */
export function PageLinks({ list, label, number, total }: PageLinksProps) {
  const { words, href } = usePage();
  const count = pageCount(total);
  if (count === 1) return null;
  return (
    <nav className="neighbors" aria-label={label}>
      {number > 1 && (
        <a rel="prev" href={href(pathOfPage(list, number - 1))}>
          <span>{words.pageNumber(number - 1)}</span> {words.newerProjects}
        </a>
      )}
      {number < count && (
        <a rel="next" href={href(pathOfPage(list, number + 1))}>
          <span>{words.pageNumber(number + 1)}</span> {words.olderProjects}
        </a>
      )}
    </nav>
  );
}
