import {
  DatabaseBackup,
  FileUser,
  FolderPlus,
  ImageUp,
  type LucideIcon,
  PenLine,
  ShieldCheck,
  Sparkles,
} from 'lucide-react';
import { Link } from 'react-router';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import type { User } from '../../features/session/session.ts';
import type { Site } from '../../features/site/site-queries.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { setupSteps } from '../dashboard/setup-steps.ts';

interface DoneSuggestionsProps {
  readonly user: User;
  readonly site: Site;
  readonly projects: readonly CollectionItem<'project'>[];
  /** How many there are. */
  readonly skills: number;
}

export function DoneSuggestions(props: DoneSuggestionsProps) {
  return (
    <section aria-labelledby="next" className="mt-6">
      <h2 id="next" className="mb-2.5 text-xl">
        What next
      </h2>
      <Card>
        <ul>
          {suggestionsFor(props).map(({ name, hint, Icon, link }) => (
            <li
              key={name}
              className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-4 py-4 first:border-t-0 sm:flex-nowrap sm:px-5"
            >
              <Icon
                aria-hidden="true"
                className="size-[19px] shrink-0 text-ink-2"
                strokeWidth={1.7}
              />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{name}</p>
                <p className="text-sm text-ink-2">{hint}</p>
              </div>
              <div className="max-sm:w-full max-sm:pl-[35px]">
                <Button asChild variant="outline" size="sm" className="max-sm:h-9">
                  <Link to={link[0]}>{link[1]}</Link>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

interface Suggestion {
  readonly name: string;
  readonly hint: string;
  readonly Icon: LucideIcon;
  readonly link: readonly [path: string, name: string];
}

/** The steps of the checklist that can be missing here. */
const ICONS = { photo: ImageUp, text: PenLine, project: FolderPlus, skill: Sparkles };

/** What is missing, first of all what the checklist of the dashboard asks for. */
function suggestionsFor(props: DoneSuggestionsProps): readonly Suggestion[] {
  const { user, site, projects, skills } = props;
  const steps = setupSteps(user, { projects: projects.length, skills }, site);
  const missing = steps.flatMap(({ kind, isDone, link, ...step }): Suggestion[] =>
    // The import was offered a moment ago, and the outcome above is about the site.
    isDone || !link || kind === 'import' || kind === 'site'
      ? []
      : [{ ...step, link, Icon: ICONS[kind] }],
  );
  return [...missing, ...picturesStep(projects), ...LATER].slice(0, 3);
}

function picturesStep(projects: readonly CollectionItem<'project'>[]): readonly Suggestion[] {
  const bare = projects.filter(({ projectBanner }) => projectBanner.url === '');
  const [first] = bare;
  if (!first) return [];
  return [
    {
      name:
        bare.length === 1
          ? 'Add a picture to a project'
          : `Add pictures to ${bare.length} projects`,
      hint: `${first.title}${bare.length > 1 ? ' and others have' : ' has'} none.`,
      Icon: ImageUp,
      link: [paths.updateProject(first._id), bare.length === 1 ? 'Add picture' : 'Add pictures'],
    },
  ];
}

/** For every portfolio. */
const LATER: readonly Suggestion[] = [
  {
    name: 'Protect your account',
    hint: 'Sign in with a fingerprint, a face or a device PIN.',
    Icon: ShieldCheck,
    link: [paths.section('security'), 'Add passkey'],
  },
  {
    name: 'Look through your resume',
    hint: 'Vitrine makes it from your content.',
    Icon: FileUser,
    link: [paths.view('resume'), 'Open Resume'],
  },
  {
    name: 'Download a backup',
    hint: 'Store it on another machine.',
    Icon: DatabaseBackup,
    link: [paths.section('backup'), 'Open Backup'],
  },
];
