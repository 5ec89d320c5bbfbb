import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@vitrine/contract/call';
import { publicCalls } from '@vitrine/contract/public';
import type { ResumeSettings } from '@vitrine/contract/resume';
import type { PublishedTimes, SitePost, SiteProject } from '@vitrine/site/site';
import { createSerializer, isOwnMedia, type Origins } from '../../http/serialize-response.ts';
import { CAN_TYPESET } from '../../typeset/can-typeset.ts';
import type { Design } from './design-store.ts';
import type { NamedPortfolio } from './site-renderer.ts';

type PublicPortfolio = Omit<ResponseOf<typeof publicCalls.portfolio>, 'success'>;

/** What the site shows, as it was read from the database. */
export interface SiteContent extends PublicPortfolio {
  readonly projects: SiteProject[];
  readonly posts: SitePost[];
  readonly design: Design;
  readonly resumeSettings: ResumeSettings;
  /** Whether visitors see it. After a first run, only once the owner has published a design. */
  readonly isPublic: boolean;
}

/**
 * Drops every field that visitors must not see. The site serves media on its own host, unless it has
 * another origin, so that pages load nothing from elsewhere.
 */
export function nameSitePortfolio(content: SiteContent, origins: Origins): NamedPortfolio {
  const serialize = createSerializer(publicCalls.portfolio.response, siteOriginsOf(origins));
  const { success: _, ...portfolio } = publicCalls.portfolio.response.parse(
    serialize({ success: true, ...content, projects: [], posts: [] }),
  );
  const projects = content.projects.map(createProjectNamer(origins));
  const posts = content.posts.map(createPostNamer(origins));
  const { resumeSettings } = content;
  // The owner of a first run may not have entered a name yet.
  const profile = { ...portfolio.profile, fullName: portfolio.profile.fullName || 'Portfolio' };
  return {
    snapshot: randomUUID(),
    portfolio: {
      ...portfolio,
      profile,
      projects,
      posts,
      resumeSettings,
      withoutPdf: !CAN_TYPESET,
    },
  };
}

/** Does the same to a project. */
export function createProjectNamer(origins: Origins): (project: SiteProject) => SiteProject {
  const { response } = publicCalls.project;
  const serialize = createSerializer(response, siteOriginsOf(origins));
  return (project) =>
    asPage(project, response.parse(serialize({ success: true, project })).project, origins);
}

/** Does the same to a post. */
export function createPostNamer(origins: Origins): (post: SitePost) => SitePost {
  const { response } = publicCalls.post;
  const serialize = createSerializer(response, siteOriginsOf(origins));
  return (post) => asPage(post, response.parse(serialize({ success: true, post })).post, origins);
}

/** Pages show the HTML. Without its source, half as much is sent to the process that renders. */
function asPage<Visible extends { readonly bodyHtml: string }>(
  { oldSlugs, publishedAt, updatedAt }: PublishedTimes,
  visible: Visible,
  origins: Origins,
) {
  const bodyHtml = isOwnMedia(origins)
    ? visible.bodyHtml.replaceAll(`${origins.mediaOrigin}/media/`, '/media/')
    : visible.bodyHtml;
  return { ...visible, body: '', bodyHtml, oldSlugs, publishedAt, updatedAt };
}

export function siteOriginsOf(origins: Origins): Origins {
  return { publicUrl: '', mediaOrigin: isOwnMedia(origins) ? '' : origins.mediaOrigin };
}
