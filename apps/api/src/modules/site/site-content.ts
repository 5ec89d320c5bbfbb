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
  const isOwnMedia = origins.mediaOrigin === origins.publicUrl;
  const siteOrigins = { publicUrl: '', mediaOrigin: isOwnMedia ? '' : origins.mediaOrigin };
  const serialize = createSerializer(publicCalls.portfolio.response, siteOrigins);
  const serializeProject = createSerializer(publicCalls.project.response, siteOrigins);
  const { success: _, ...portfolio } = publicCalls.portfolio.response.parse(
    serialize({ success: true, ...content, projects: [] }),
  );
  const projects = content.projects.map((project) => {
    const { oldSlugs, publishedAt, updatedAt } = project;
    const visible = publicCalls.project.response.parse(
      serializeProject({ success: true, project }),
    ).project;
    const bodyHtml = isOwnMedia
      ? visible.bodyHtml.replaceAll(`${origins.mediaOrigin}/media/`, '/media/')
      : visible.bodyHtml;
    // Pages show the HTML. Without its source, half as much is sent to the process that renders.
    return { ...visible, body: '', bodyHtml, oldSlugs, publishedAt, updatedAt };
  });
  const { resumeSettings } = content;
  // The owner of a first run may not have entered a name yet.
  const profile = { ...portfolio.profile, fullName: portfolio.profile.fullName || 'Portfolio' };
  return { snapshot: randomUUID(), portfolio: { ...portfolio, profile, projects, resumeSettings } };
}
