import { ImageUp, type LucideIcon, PenLine } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { FullProject } from '../project-queries.ts';

/** What the project does not have yet. */
export function SavedSuggestions({ project }: { readonly project: FullProject }) {
  const { projectBanner, body } = project.draft ?? project;
  if (projectBanner?.url && body) return null;
  return (
    <section aria-labelledby="suggestions" className="mt-8">
      <h2 id="suggestions" className="mb-3 text-xl">
        Make it richer
      </h2>
      <Card className="divide-y divide-line">
        {!projectBanner?.url && (
          <Suggestion
            Icon={ImageUp}
            title="Add a banner"
            text="A picture for the page and for cards."
            to={`${paths.updateProject(project._id)}#project`}
            action="Add banner"
          />
        )}
        {!body && (
          <Suggestion
            Icon={PenLine}
            title="Tell the story"
            text="A case study with pictures, in Markdown."
            to={`${paths.updateProject(project._id)}#case-study`}
            action="Write"
          />
        )}
      </Card>
    </section>
  );
}

interface SuggestionProps {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly action: string;
}

function Suggestion({ Icon, title, text, to, action }: SuggestionProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-[22px]">
      <Icon aria-hidden="true" className="size-[19px] shrink-0 stroke-[1.7] text-ink-2" />
      <div className="min-w-0 flex-1 max-sm:basis-3/4">
        <h3 className="font-medium">{title}</h3>
        <p className="text-ink-2">{text}</p>
      </div>
      <Button asChild variant="outline" size="sm" className="max-sm:ml-[35px] max-sm:h-9">
        <Link to={to}>{action}</Link>
      </Button>
    </div>
  );
}
