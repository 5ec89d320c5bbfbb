import type { SiteSettings } from '@vitrine/contract/site';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { adaptCaseStudy, insertCaseStudy, siteLinks } from './case-study.tsx';
import type { ContactState } from './contact-form.tsx';
import { enlargePictures } from './enlarge-pictures.ts';
import { renderFile } from './files.ts';
import { createPageContext, type PageContext, PageProvider } from './page-context.ts';
import { ContactPage } from './pages/contact.tsx';
import { EndedViewPage } from './pages/ended-view.tsx';
import { HomePage } from './pages/home.tsx';
import { KindWordsPage, type KindWordsState } from './pages/kind-words.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { PostPage } from './pages/post.tsx';
import { ProjectPage } from './pages/project.tsx';
import { ProjectsPage } from './pages/projects.tsx';
import { PublicationsPage } from './pages/publications.tsx';
import { ResumePage } from './pages/resume.tsx';
import { TagPage, WritingPage } from './pages/writing.tsx';
import { mediaUrl } from './picture.tsx';
import { resolvePath, type Target } from './resolve-path.ts';
import { withSafeLinks } from './safe-links.ts';
import type { Page, PageOptions, SitePortfolio } from './site.ts';
import { escapeXml } from './xml.ts';

/**
 * Renders a page of the site. The live site, the preview, the static export and the tests all call this
 * function. The path has no trailing slash and no query. `form` is the state of a page with a form.
 */
export function renderPage(
  unsafePortfolio: SitePortfolio,
  settings: SiteSettings,
  path: string,
  options: PageOptions,
  form: FormState = {},
): Page {
  const portfolio = withSafeLinks(unsafePortfolio);
  const target: Target =
    form.words || form.isEndedView ? { kind: 'kind-words', path } : resolvePath(portfolio, path);
  // The service makes these itself.
  if (target.kind === 'resume-file') return renderPage(unsafePortfolio, settings, '/404', options);
  if (target.kind === 'file') {
    const file = renderFile(portfolio, settings, target.path, options);
    return file ?? renderPage(unsafePortfolio, settings, '/404', options);
  }
  const context = createPageContext(portfolio, settings, target, options);
  if (target.kind === 'moved') {
    const location = context.href(target.path);
    return { status: 301, headers: { location, 'content-type': 'text/plain' }, body: '' };
  }
  if (target.kind === 'resume-upload') {
    const location = mediaUrl(target.file, context.href);
    return { status: 302, headers: { location, 'content-type': 'text/plain' }, body: '' };
  }
  return {
    status: form.isEndedView ? 410 : target.kind === 'not-found' ? 404 : 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: renderHtml(context, target, form),
  };
}

/** What somebody sent, or is about to send. */
export interface FormState {
  readonly contact?: ContactState | undefined;
  /** The page of an author. */
  readonly words?: KindWordsState | undefined;
  /** Whether it is behind the link of a view that has ended. */
  readonly isEndedView?: boolean;
}

function renderHtml(context: PageContext, target: Target, form: FormState): string {
  const page = choosePage(target, form);
  const markup = renderToStaticMarkup(<PageProvider value={context}>{page}</PageProvider>);
  const html = context.policy ? insertPolicy(markup, context.policy) : markup;
  const item = target.kind === 'project' ? target.project : target.kind === 'post' && target.post;
  if (!item) return `<!doctype html>${html}`;
  const link = siteLinks(target.path, context.href);
  const caseStudy = adaptCaseStudy(item.bodyHtml, link, context.words);
  return `<!doctype html>${enlargePictures(insertCaseStudy(html, caseStudy), context.words)}`;
}

/** A policy applies to what follows, and React moves other elements to the start of the head. */
function insertPolicy(html: string, policy: string): string {
  const element = `<meta http-equiv="Content-Security-Policy" content="${escapeXml(policy)}"/>`;
  return html.replace('<head>', () => `<head>${element}`);
}

function choosePage(target: Target, { contact, words, isEndedView }: FormState): ReactElement {
  if (isEndedView) return <EndedViewPage />;
  switch (target.kind) {
    case 'home':
      return <HomePage />;
    case 'projects':
      return <ProjectsPage number={target.number} />;
    case 'project':
      return <ProjectPage project={target.project} />;
    case 'posts':
      return <WritingPage number={target.number} />;
    case 'post':
      return <PostPage post={target.post} />;
    case 'tag':
      return <TagPage tag={target.tag} posts={target.posts} />;
    case 'publications':
      return <PublicationsPage />;
    case 'resume':
      return <ResumePage />;
    case 'contact':
      return <ContactPage state={contact} />;
    case 'kind-words':
      return words ? <KindWordsPage state={words} /> : <NotFoundPage />;
    default:
      return <NotFoundPage />;
  }
}
