import type { CssError, SiteSettings } from '@vitrine/contract/site';
import type { Resume } from '@vitrine/resume/resume';
import type { DocxLook } from '@vitrine/resume/to-docx';
import type { SiteView } from '@vitrine/site/apply-view';
import type { FormState } from '@vitrine/site/render-page';
import type { Page, PageOptions, ShownItem, SitePortfolio } from '@vitrine/site/site';
import type { WorkerRequest, WorkerResponse } from '@vitrine/site/worker';
import { limitInFlight } from '../../concurrency.ts';
import { ExpectedError } from '../../expected-error.ts';
import { reusableProcess } from '../../media/reusable-process.ts';
import { SITE_WORKER } from '../../paths.ts';

/** A portfolio with a name that no other one has. */
export interface NamedPortfolio {
  readonly snapshot: string;
  readonly portfolio: SitePortfolio;
}

export interface PageRequest {
  readonly settings: SiteSettings;
  readonly path: string;
  readonly options: PageOptions;
  readonly form?: FormState | undefined;
  /** Shown as if it were published. */
  readonly shown?: ShownItem | undefined;
  /** Only what the reader of a view gets. */
  readonly view?: SiteView | undefined;
}

export type SiteRenderer = ReturnType<typeof createSiteRenderer>;

/**
 * Renders in a process that ends after a pause: React takes 15 MB of memory, and a page with 2,000
 * projects would block all other requests.
 */
export function createSiteRenderer() {
  const process = reusableProcess<WorkerRequest, WorkerResponse>(SITE_WORKER, {
    idleMs: 30_000,
    timeoutMs: 10_000,
    // On a busy machine, the start takes seconds.
    startMs: 10_000,
    // Lightning CSS.
    loadsNativeCode: true,
  });
  const run = limitInFlight(100);

  async function ask(request: WorkerRequest): Promise<WorkerResponse> {
    const response = await run(() => process.ask(request));
    if (!response) {
      const message =
        request.kind === 'docx'
          ? 'The Word file cannot be written right now. Please try again shortly.'
          : 'This page cannot be shown right now. Please try again shortly.';
      throw new ExpectedError(503, message, { retryAfterSeconds: 5 });
    }
    return response;
  }

  return {
    /** Checks the owner's CSS. */
    async checkCss(css: string): Promise<CssError[]> {
      if (css.trim() === '') return [];
      const response = await ask({ kind: 'check-css', css });
      if (response.kind !== 'css') throw unexpected(response);
      return response.errors;
    },

    /** Builds the stylesheet of a design. Leaves out the owner's CSS if the check finds an error in it. */
    async stylesheet(settings: SiteSettings, css: string): Promise<string> {
      const response = await ask({ kind: 'stylesheet', settings, css });
      if (response.kind !== 'stylesheet') throw unexpected(response);
      return response.css;
    },

    async page({ snapshot, portfolio }: NamedPortfolio, page: PageRequest): Promise<Page> {
      const request = { kind: 'page', snapshot, ...page } as const;
      let response = await ask(request);
      if (response.kind === 'unknown-snapshot') response = await ask({ ...request, portfolio });
      if (response.kind !== 'page') throw unexpected(response);
      return response.page;
    },

    /** Writes a resume for Word. */
    async docx(resume: Resume, look: DocxLook): Promise<Buffer> {
      const response = await ask({ kind: 'docx', resume, look });
      if (response.kind !== 'docx') throw unexpected(response);
      const { buffer, byteOffset, byteLength } = response.bytes;
      return Buffer.from(buffer, byteOffset, byteLength);
    },

    /** The ID of the process while it runs. */
    pid: process.pid,
  };
}

function unexpected({ kind }: WorkerResponse): Error {
  return new Error(`The process responded with ${kind}.`);
}
