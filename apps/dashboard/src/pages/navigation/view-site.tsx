import { ArrowUpRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { Button } from '../../ui/button.tsx';

interface ViewSiteProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'className'> {
  readonly url: string;
}

/** Opens the public site in a new tab. */
export function ViewSite({ url, ...rest }: ViewSiteProps) {
  return (
    <Button asChild {...rest}>
      <ExternalLink href={url}>
        View site <ArrowUpRight aria-hidden="true" />
      </ExternalLink>
    </Button>
  );
}
