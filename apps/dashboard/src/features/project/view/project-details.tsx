import { highlightsOf, technologiesOf } from '@vitrine/contract/text-format';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Picture } from '../../../components/image/picture.tsx';
import { LinkList } from '../../../components/links/link-list.tsx';
import { ExternalLink, isWebUrl } from '../../../components/text/external-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { DeployedBadge } from '../deployed-badge.tsx';
import type { FullProject } from '../project-queries.ts';
import { CaseStudyView, GalleryView } from './content-view.tsx';

export function ProjectDetails({ project }: { readonly project: FullProject }) {
  return (
    <>
      {project.projectBanner.url && (
        <Picture
          image={project.projectBanner}
          alt={`Banner of ${project.title}`}
          sizes="(min-width: 60rem) 56rem, 100vw"
          className="mb-4 aspect-video w-full rounded-lg border border-line"
        />
      )}
      <Card>
        <dl className="divide-y divide-line">
          <Detail name="Description">
            <Texts
              texts={highlightsOf(project.description)}
              className="list-disc space-y-1 pl-4 marker:text-ink-3"
            />
          </Detail>
          <Detail name="Technologies">
            <Texts
              texts={technologiesOf(project.technologies)}
              className="flex flex-wrap gap-1.5"
              show={(text) => (
                <Badge
                  variant="outline"
                  className="h-auto! min-h-[22px] py-0.5 whitespace-normal! wrap-anywhere"
                >
                  {text}
                </Badge>
              )}
            />
          </Detail>
          <Detail name="Stack">{project.stack || NONE}</Detail>
          <Detail name="Deployed">
            <DeployedBadge deployed={project.deployed} />
          </Detail>
          <Detail name="Github Repository Link">
            <LinkOrNone value={project.gitRepoLink} />
          </Detail>
          <Detail name="Project Link">
            <LinkOrNone value={project.projectLink} />
          </Detail>
          {project.links && project.links.length > 0 && (
            <Detail name="More links">
              <LinkList links={project.links} />
            </Detail>
          )}
        </dl>
      </Card>
      {/* Only Vitrine's own service has them. */}
      {project.body && (
        <Card aria-label="Case study" className="mt-4">
          <CardHead title="Case study" />
          <div className="border-t border-line px-4 py-5 sm:px-[22px]">
            <CaseStudyView body={project.body} images={project.images} />
          </div>
        </Card>
      )}
      {project.gallery && project.gallery.length > 0 && (
        <Card aria-label="Gallery" className="mt-4">
          <CardHead title="Gallery" />
          <div className="border-t border-line px-4 py-5 sm:px-[22px]">
            <GalleryView gallery={project.gallery} />
          </div>
        </Card>
      )}
    </>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-1.5 px-4 py-4 sm:grid-cols-[12rem_1fr] sm:px-[22px]">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const NONE = <span className="text-ink-3">None</span>;

interface TextsProps {
  readonly texts: readonly string[];
  readonly className: string;
  readonly show?: (text: string) => ReactNode;
}

function Texts({ texts, className, show = (text) => text }: TextsProps) {
  if (texts.length === 0) return NONE;
  return (
    <ul className={className}>
      {keyed(texts).map(({ key, text }) => (
        <li key={key} className="min-w-0 wrap-anywhere">
          {show(text)}
        </li>
      ))}
    </ul>
  );
}

function LinkOrNone({ value }: { readonly value: string }) {
  if (!isWebUrl(value)) return NONE;
  return (
    <ExternalLink
      href={value}
      className="inline-flex min-h-6 max-w-full items-center gap-1 text-accent hover:underline"
    >
      <span className="min-w-0 break-all">{value}</span>
      <ArrowUpRight aria-hidden="true" className="size-4 shrink-0" />
    </ExternalLink>
  );
}

/** Adds the index to each key, because a text can occur twice. */
function keyed(texts: readonly string[]): { key: string; text: string }[] {
  return texts.map((text, index) => ({ key: `${index} ${text}`, text }));
}
