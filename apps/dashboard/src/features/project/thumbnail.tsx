import { firstLetter } from '../../components/image/icon.tsx';
import { Picture } from '../../components/image/picture.tsx';
import type { Project } from './project-queries.ts';

interface ThumbnailProps {
  readonly project: Pick<Project, 'title' | 'projectBanner'>;
  readonly sizes: string;
  /** Must set the size. */
  readonly className: string;
}

/** The banner in a list, or the first letter of the title if there is none. */
export function Thumbnail({ project, sizes, className }: ThumbnailProps) {
  const { title, projectBanner } = project;
  if (projectBanner.url !== '')
    return <Picture image={projectBanner} alt="" sizes={sizes} className={className} />;
  return (
    <div
      aria-hidden="true"
      className={`grid place-items-center bg-line font-display text-lg text-ink-2 ${className}`}
    >
      {firstLetter(title)}
    </div>
  );
}
