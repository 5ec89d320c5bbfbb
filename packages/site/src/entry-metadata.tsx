import { absoluteUrl } from './absolute-url.ts';
import { usePage } from './page-context.ts';

/** What a reader of microformats needs besides the text (h-entry). */
export function EntryMetadata({ updatedAt }: { readonly updatedAt: string }) {
  const page = usePage();
  return (
    <>
      <data className="u-url" value={absoluteUrl(page, page.path)} />
      <data className="dt-updated" value={updatedAt} />
      <div className="p-author h-card" hidden>
        <data className="p-name" value={page.portfolio.profile.fullName} />
        <data className="u-url" value={absoluteUrl(page, '/')} />
      </div>
    </>
  );
}
