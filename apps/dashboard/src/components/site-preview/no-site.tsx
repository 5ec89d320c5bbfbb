import { SITE_ADVICE } from '@vitrine/contract/options';

/** In place of a preview: how to turn the site on. */
export function NoSite({ children }: { readonly children: string }) {
  return (
    <div className="row-span-2 grid content-center justify-items-center gap-2 px-6 py-16 text-center">
      <h2 className="text-xl">Your site is not online yet</h2>
      <p className="max-w-[46ch] text-ink-2">
        {SITE_ADVICE} The file docs/configuration.md explains how. {children}
      </p>
    </div>
  );
}
