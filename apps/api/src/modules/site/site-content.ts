import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@vitrine/contract/call';
import { publicCalls } from '@vitrine/contract/public';
import type { ResumeSettings } from '@vitrine/contract/resume';
import type { SiteProject } from '@vitrine/site/site';
import { createSerializer, type Origins } from '../../http/serialize-response.ts';
import type { Design } from './design-store.ts';
import type { NamedPortfolio } from './site-renderer.ts';

type PublicPortfolio = Omit<ResponseOf<typeof publicCalls.portfolio>, 'success'>;

/** What the site shows, as it was read from the database. */
export interface SiteContent extends PublicPortfolio {
  readonly projects: SiteProject[];
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
    serialize({ success: true, ...content, projects: [] }),
  );
  const projects = content.projects.map(createProjectNamer(origins));
  const { resumeSettings } = content;
  // The owner of a first run may not have entered a name yet.
  const profile = { ...portfolio.profile, fullName: portfolio.profile.fullName || 'Portfolio' };
  return { snapshot: randomUUID(), portfolio: { ...portfolio, profile, projects, resumeSettings } };
}

/** Does the same to a project. */
export function createProjectNamer(origins: Origins): (project: SiteProject) => SiteProject {
  const serialize = createSerializer(publicCalls.project.response, siteOriginsOf(origins));
  return (project) => {
    const { oldSlugs, publishedAt, updatedAt } = project;
    const visible = publicCalls.project.response.parse(
      serialize({ success: true, project }),
    ).project;
    const bodyHtml = isOwnMedia(origins)
      ? visible.bodyHtml.replaceAll(`${origins.mediaOrigin}/media/`, '/media/')
      : visible.bodyHtml;
    // Pages show the HTML. Without its source, half as much is sent to the process that renders.
    return { ...visible, body: '', bodyHtml, oldSlugs, publishedAt, updatedAt };
  };
}

function siteOriginsOf(origins: Origins): Origins {
  return { publicUrl: '', mediaOrigin: isOwnMedia(origins) ? '' : origins.mediaOrigin };
}

function isOwnMedia({ mediaOrigin, publicUrl }: Origins): boolean {
  return mediaOrigin === publicUrl;
}
