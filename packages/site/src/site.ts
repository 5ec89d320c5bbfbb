import type { ResponseOf } from '@vitrine/contract/call';
import type { COLLECTIONS } from '@vitrine/contract/collections';
import type { ShownName } from '@vitrine/contract/options';
import type { PublicPostDetails } from '@vitrine/contract/post';
import type { PublicProjectDetails } from '@vitrine/contract/project';
import type { ProfileContent, publicCalls } from '@vitrine/contract/public';
import type { ResumeSettings } from '@vitrine/contract/resume';
import type { TimelineGroup } from '@vitrine/contract/timeline';
import type { ResumeContent } from '@vitrine/resume/resume-content';

type PublicDocument = ResponseOf<typeof publicCalls.portfolio>;

/** The lists of the sections, as in the public document. */
type Lists = {
  readonly [List in (typeof COLLECTIONS)[ShownName]['published']]: readonly PublicDocument[List][number][];
};

/** Everything that the site shows: the public document, with all of each project and post. */
export interface SitePortfolio extends Lists {
  readonly profile: ProfileContent;
  readonly projects: readonly SiteProject[];
  /** The newest first. */
  readonly posts: readonly SitePost[];
  readonly timelineGroups: readonly TimelineGroup[];
  readonly resumeSettings: ResumeSettings;
  /** The service cannot make one, so none is offered. */
  readonly withoutPdf?: boolean;
  /** What the resume is made from, if a view has chosen that apart from its pages. */
  readonly forResume?: ResumeContent;
}

/** What is known about an item with a page, besides its fields. */
export interface PublishedTimes {
  readonly oldSlugs: readonly string[];
  readonly publishedAt: string;
  readonly updatedAt: string;
}

export interface SiteProject extends PublicProjectDetails, PublishedTimes {}
export interface SitePost extends PublicPostDetails, PublishedTimes {}

/** An item that is shown as if it were published. */
export type ShownItem =
  | { readonly noun: 'project'; readonly item: SiteProject }
  | { readonly noun: 'post'; readonly item: SitePost };

/** Where and how a page is shown, besides the owner's settings. */
export interface PageOptions {
  /** The origin of the site, like https://example.com, for canonical links, or /site below the dashboard. */
  readonly origin: string;
  /**
   * live: on the site's origin. preview: below `base`, never indexed. export: as static files with
   * relative links.
   */
  readonly mode: 'live' | 'preview' | 'export';
  /** What precedes each path: empty, or /preview/<token>. */
  readonly base: string;
  /** The paths of the files that pages use. */
  readonly assets: PageAssets;
  /** Where the contact form sends a message: a URL, or a mail link. Empty without a form. */
  readonly contactUrl: string;
  /** The content security policy, for pages on hosts that may send no headers. */
  readonly policy?: string;
  /** Whether it is a page of a view. It is below `base`, and only its reader knows that. */
  readonly isView?: boolean;
  /** The path of the Open Graph image that is drawn for this page. */
  readonly cardPath?: string | undefined;
}

export interface PageAssets {
  readonly stylesheet: string;
  /** Sends the contact form or, in a preview, keeps the scroll position. */
  readonly script: string;
  /** The fonts that the first view needs. */
  readonly fonts: readonly string[];
}

/** A page, or another response of the site. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
