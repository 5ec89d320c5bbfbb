import { ArrowUpRight } from 'lucide-react';
import { ExternalLink, isWebUrl } from '../../components/text/external-link.tsx';
import { MarkdownText } from '../../components/text/markdown-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Profile } from './profile.ts';

export function AboutCard({ profile }: { readonly profile: Profile }) {
  const { aboutMe, portfolioURL } = profile;
  return (
    <Card className="flex min-h-42 flex-col justify-between gap-4 p-4 sm:px-[22px] sm:py-5">
      <div className="min-w-0">
        <h2 className="font-sans text-xs font-medium tracking-normal text-ink-2">About me</h2>
        <p className="mt-2 line-clamp-6 max-w-[64ch] text-lg wrap-anywhere">
          {aboutMe ? (
            <MarkdownText text={aboutMe} />
          ) : (
            <span className="text-ink-3">Add a few words about yourself in Account.</span>
          )}
        </p>
      </div>
      {isWebUrl(portfolioURL) && (
        <div>
          <Button asChild variant="outline">
            <ExternalLink href={portfolioURL}>
              Visit Portfolio <ArrowUpRight aria-hidden="true" />
            </ExternalLink>
          </Button>
        </div>
      )}
    </Card>
  );
}
