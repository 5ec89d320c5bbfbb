import type { Image } from '@vitrine/contract/media';
import type { SiteSettings } from '@vitrine/contract/site';
import { technologiesOf } from '@vitrine/contract/text-format';
import { resolvePath } from '@vitrine/site/resolve-path';
import type { SitePortfolio } from '@vitrine/site/site';
import { selectedProjects, summaryOf } from '@vitrine/site/text';
import { accentOf } from '@vitrine/site/themes';
import { FILE_NAME } from '../../media/media-files.ts';
import { SITE_BELOW } from '../../site-address.ts';
import { CAN_TYPESET } from '../../typeset/can-typeset.ts';
import { type Card, type CardPicture, cardKey } from '../../typeset/draw-card.ts';

interface CardSource {
  readonly portfolio: SitePortfolio;
  readonly settings: SiteSettings;
  readonly siteUrl: string;
}

/**
 * The path of the Open Graph image for a page: `/og/projects/<slug>-<key>.jpg` for a project, the same
 * below `/og/writing` for a post, and `/og/home-<key>.jpg` for all others. The key changes with the picture.
 * Below the dashboard there is none, because nobody shares such an address.
 */
export function cardPathOf(source: CardSource, path: string): string | undefined {
  if (!CAN_TYPESET || source.siteUrl === SITE_BELOW) return undefined;
  const page = hasCard(source.portfolio, path) ? path : '/home';
  return `/og${page}-${cardKey(describeCard(source, path))}.jpg`;
}

/** Returns the card with this path below /og, and whether its key is the current one. */
export function findCard(
  source: CardSource,
  path: string,
): { readonly card: Card; readonly isCurrent: boolean } | undefined {
  const [, page, key] =
    /^(\/home|\/(?:projects|writing)\/[^/]+)-([0-9a-f]+)\.jpg$/.exec(path) ?? [];
  if (page === undefined || source.siteUrl === SITE_BELOW) return undefined;
  const shown = page === '/home' ? '/' : page;
  if (shown !== '/' && !hasCard(source.portfolio, shown)) return undefined;
  const card = describeCard(source, shown);
  return { card, isCurrent: cardKey(card) === key };
}

/** Whether the page at a path has a card of its own. */
export function hasCard(portfolio: SitePortfolio, path: string): boolean {
  const { kind } = resolvePath(portfolio, path);
  return kind === 'project' || kind === 'post';
}

function describeCard({ portfolio, settings, siteUrl }: CardSource, path: string): Card {
  const { profile, projects } = portfolio;
  const target = resolvePath(portfolio, path);
  const common = {
    theme: settings.theme,
    accent: accentOf(settings).light.color,
    language: settings.language,
    name: profile.fullName,
    address: new URL(siteUrl).host,
  };
  if (target.kind === 'project')
    return {
      ...common,
      kind: 'project',
      title: target.project.title,
      line: summaryOf(target.project),
      details: technologiesOf(target.project.technologies).join(' · '),
      covers: findPictures(target.project.projectBanner),
    };
  if (target.kind === 'post')
    return {
      ...common,
      kind: 'project',
      title: target.post.title,
      line: target.post.summary,
      details: target.post.tags.join(' · '),
      covers: findPictures(target.post.coverImage),
    };
  return {
    ...common,
    kind: 'home',
    line: profile.headline,
    place: profile.location,
    details: profile.availability,
    portrait: findPictures(profile.avatar)[0],
    covers: selectedProjects(projects)
      .slice(0, 3)
      .flatMap(({ projectBanner }) => findPictures(projectBanner)),
  };
}

/** The narrowest copy that is wide enough. */
function findPictures({ url, variants = [], focalPoint }: Image): CardPicture[] {
  const copy = variants.find(({ width }) => width >= 900)?.url ?? url;
  const name = copy.split('/').at(-1) ?? '';
  return FILE_NAME.test(name) ? [{ name, focalPoint }] : [];
}
