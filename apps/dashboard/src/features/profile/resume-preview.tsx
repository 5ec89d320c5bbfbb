import { FileText } from 'lucide-react';
import { Picture } from '../../components/image/picture.tsx';
import type { Profile } from './profile.ts';

/** The image itself, or the first page of a PDF. */
export function ResumePreview({ resume }: Pick<Profile, 'resume'>) {
  const image = resume.preview ?? resume;
  const look = 'mx-auto aspect-[1/1.414] w-full max-w-40 rounded-sm border border-line';
  if (image.url === '' || /\.pdf$/i.test(image.url))
    return (
      <div className={`grid place-items-center bg-sunk text-ink-3 ${look}`}>
        <FileText aria-hidden="true" className="size-8" strokeWidth={1.5} />
      </div>
    );
  return <Picture image={image} alt="Resume" sizes="160px" className={`object-top! ${look}`} />;
}
