import { LINK_ICONS } from '@vitrine/contract/link-icons';
import { recognizeLink } from '@vitrine/contract/link-services';

/** Icons are part of the page, so many of them would make it heavy. Then the names are enough. */
const MAX_CHARACTERS = 4000;

const CHAIN =
  'M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7L12 5M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7L12 19';
const ENVELOPE = 'M2 5h20v14H2zl10 8L22 5';
const SHEET = 'M5 2h9l5 5v15H5zm9 0v6h5';

/** Whether the icons of these links fit into a page. */
export function areLogosShown(links: readonly { readonly url: string }[]): boolean {
  const paths = links.map(({ url }) => pathOf(url) ?? CHAIN);
  return paths.join('').length <= MAX_CHARACTERS;
}

/** The icon of a service, or an outline. */
export function LinkLogo({ url }: { readonly url: string }) {
  const path = pathOf(url);
  if (path === undefined) return <Outline path={url.startsWith('mailto:') ? ENVELOPE : CHAIN} />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export function SheetLogo() {
  return <Outline path={SHEET} />;
}

function Outline({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="outline">
      <path d={path} />
    </svg>
  );
}

function pathOf(url: string): string | undefined {
  const service = recognizeLink(url);
  return service && LINK_ICONS[service.icon];
}
