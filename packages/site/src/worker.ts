/**
 * Renders pages, and resumes for Word, in a process of its own, which the service starts when it needs
 * one and which ends after a pause: React takes more memory than an idle service may use.
 */
import { readFileSync } from 'node:fs';
import type { CssError, SiteSettings } from '@vitrine/contract/site';
import type { Resume } from '@vitrine/resume/resume';
import type { DocxLook } from '@vitrine/resume/to-docx';
import { applyView, type SiteView, withItem } from './apply-view.ts';
import { checkCss } from './check-css.ts';
import { type FormState, renderPage } from './render-page.tsx';
import type { Page, PageOptions, ShownItem, SitePortfolio } from './site.ts';
import { makeStylesheet, type StyleSources } from './stylesheet.ts';

export type WorkerRequest =
  | { readonly kind: 'check-css'; readonly css: string }
  | { readonly kind: 'stylesheet'; readonly settings: SiteSettings; readonly css: string }
  | {
      readonly kind: 'page';
      /** Names the portfolio, which is sent once. */
      readonly snapshot: string;
      readonly portfolio?: SitePortfolio;
      readonly settings: SiteSettings;
      readonly path: string;
      readonly options: PageOptions;
      readonly form?: FormState | undefined;
      /** Shown as if it were published. */
      readonly shown?: ShownItem | undefined;
      /** Only what the reader of a view gets. */
      readonly view?: SiteView | undefined;
    }
  | { readonly kind: 'docx'; readonly resume: Resume; readonly look: DocxLook };

export type WorkerResponse =
  | { readonly kind: 'css'; readonly errors: CssError[] }
  | { readonly kind: 'stylesheet'; readonly css: string }
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'docx'; readonly bytes: Uint8Array }
  /** Send the request again with the portfolio. */
  | { readonly kind: 'unknown-snapshot' };

let known: { readonly snapshot: string; readonly portfolio: SitePortfolio } | undefined;
let sources: StyleSources | undefined;

async function respond(request: WorkerRequest): Promise<WorkerResponse> {
  switch (request.kind) {
    case 'check-css':
      return { kind: 'css', errors: checkCss(request.css).errors };
    case 'stylesheet':
      sources ??= JSON.parse(readFileSync(new URL('styles.json', import.meta.url), 'utf8'));
      if (!sources) throw new Error('The build has no styles.');
      return {
        kind: 'stylesheet',
        css: makeStylesheet(request.settings, checkCss(request.css).css, sources),
      };
    case 'page': {
      const { snapshot, portfolio, settings, path, options, form, shown, view } = request;
      if (portfolio) known = { snapshot, portfolio };
      if (known?.snapshot !== snapshot) return { kind: 'unknown-snapshot' };
      const all = shown ? withItem(known.portfolio, shown) : known.portfolio;
      const seen = view ? applyView(all, settings, view) : { portfolio: all, settings };
      return {
        kind: 'page',
        page: renderPage(seen.portfolio, seen.settings, path, options, form),
      };
    }
    case 'docx': {
      // In a file of its own, because few processes need it.
      const { toDocx } = await import('@vitrine/resume/to-docx');
      return { kind: 'docx', bytes: await toDocx(request.resume, request.look) };
    }
  }
}

process.on('message', async (request: WorkerRequest) => {
  // The service may have stopped. Without a callback, that would be an uncaught error.
  process.send?.(await respond(request), () => {});
});
process.on('disconnect', () => process.exit());
