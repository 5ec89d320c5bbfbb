import { isWebUrl } from '../../components/text/external-link.tsx';
import type { User } from '../../features/session/session.ts';
import type { Site } from '../../features/site/site-queries.ts';
import { paths } from '../../paths.ts';

export interface SetupStep {
  readonly kind: StepKind;
  readonly name: string;
  readonly hint: string;
  readonly isDone: boolean;
  /** The link to the step's page. Without one, a dialog explains how to connect a site. */
  readonly link?: readonly [path: string, name: string];
}

type StepKind = 'import' | 'photo' | 'text' | 'site' | 'project' | 'skill';

interface Counts {
  readonly projects: number;
  readonly skills: number;
}

/** What a new portfolio needs, in the order of the first run. */
export function setupSteps(user: User, counts: Counts, site: Site): readonly SetupStep[] {
  const content = contentSteps(user, counts);
  return [...content.slice(0, SITE_PLACE), siteStep(user, site), ...content.slice(SITE_PLACE)];
}

/** The site follows what introduces the owner. */
const SITE_PLACE = 3;

/** The steps that need no site. */
export function contentSteps(user: User, { projects, skills }: Counts): readonly SetupStep[] {
  const profile = [paths.section('update-profile'), 'Update Profile'] as const;
  return [
    {
      kind: 'import',
      name: 'Start from what you have',
      hint: 'A LinkedIn export, a JSON Resume file or a GitHub name saves most of the typing.',
      isDone: projects + skills > 0,
      link: [paths.import, 'Import'],
    },
    {
      kind: 'photo',
      name: 'Add your photo',
      hint: "Visitors like to see who they're writing to.",
      isDone: user.avatar.url !== '',
      link: profile,
    },
    {
      kind: 'text',
      name: 'Introduce yourself',
      hint: 'A few sentences about you and your work.',
      isDone: user.aboutMe !== '',
      link: profile,
    },
    {
      kind: 'project',
      name: 'Add your first project',
      hint: 'A title is enough. Pictures and text can follow.',
      isDone: projects > 0,
      link: [paths.add('project'), 'Add Project'],
    },
    {
      kind: 'skill',
      name: 'Add your first skill',
      hint: 'A name, an icon and your proficiency.',
      isDone: skills > 0,
      link: [paths.add('skill'), 'Add Skill'],
    },
  ];
}

/** Vitrine serves the site itself, or the owner has one elsewhere that loads the portfolio. */
function siteStep(user: User, { url, isChosen }: Site): SetupStep {
  if (url === '')
    return {
      kind: 'site',
      name: 'Connect your site',
      hint: 'Load your portfolio data into your site, then add its URL to your profile.',
      isDone: isWebUrl(user.portfolioURL),
    };
  return {
    kind: 'site',
    name: 'Design your site',
    hint: `Choose a theme and publish it. Your site is at ${new URL(url).host}.`,
    isDone: isChosen,
    link: [paths.view('site'), 'Open Site'],
  };
}
