import { routes } from '@vitrine/contract/routes';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { urlOf } from '../../api/call-api.ts';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTrigger } from '../../ui/dialog.tsx';

/** Explains how the owner's site loads the portfolio. */
export function ConnectDialog({ trigger }: { readonly trigger: ReactNode }) {
  const { origin } = location;
  const code = `<script type="module">
  import { createVitrine } from '${origin}/client.js';

  const { profile, projects } = await createVitrine('${origin}').portfolio();
</script>`;
  return (
    <Dialog>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        title="Connect your site"
        description="Add this to your page. It loads your portfolio data, without a build step."
      >
        <pre className="mt-4 rounded-md border border-line bg-sunk p-3 text-xs wrap-anywhere whitespace-pre-wrap">
          {code}
        </pre>
        <p className="mt-4 text-ink-2">
          You can also load{' '}
          <ExternalLink
            href={`${origin}${urlOf(routes.public.portfolio)}`}
            className="text-accent underline underline-offset-3"
          >
            the same data as JSON
          </ExternalLink>
          . Then add your site's address to your profile as Portfolio URL.
        </p>
        <DialogActions>
          {canCopy && (
            <Button variant="outline" onClick={() => copyText(code, 'Code')}>
              Copy code
            </Button>
          )}
          <Button asChild>
            <Link to={paths.section('update-profile')}>Update Profile</Link>
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
