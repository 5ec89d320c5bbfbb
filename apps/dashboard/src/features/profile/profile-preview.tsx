import { LANGUAGE_LEVELS } from '@vitrine/contract/options';
import { ArrowUpRight, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { LinkList, LinkOrText } from '../../components/links/link-list.tsx';
import { linkText } from '../../components/links/link-text.ts';
import { ExternalLink, isWebUrl } from '../../components/text/external-link.tsx';
import { MarkdownText } from '../../components/text/markdown-text.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { INTRODUCTION, PROFILE_LINKS, type Profile } from './profile.ts';
import { ResumePreview } from './resume-preview.tsx';

export function ProfilePreview({ profile }: { readonly profile: Profile }) {
  const { fullName, email, phone, aboutMe, avatar, resume } = profile;
  const can = useCan();
  const resumeUrl = resume.viewUrl ?? resume.url;
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-[10rem_1fr]">
      <div className="grid grid-cols-2 content-start gap-6 md:grid-cols-1">
        <figure className="min-w-0">
          <Avatar src={avatar.url} name={fullName} className="size-32 text-[2.5rem]" />
          <figcaption className="mt-2 text-sm text-ink-3">Avatar</figcaption>
        </figure>
        <figure className="min-w-0">
          {resume.url === '' ? (
            <p>Not added</p>
          ) : (
            <div className="w-full max-w-40">
              <ResumePreview resume={resume} />
            </div>
          )}
          <figcaption className="mt-2 text-sm text-ink-3">Resume</figcaption>
          {isWebUrl(resumeUrl) && (
            <div className="flex flex-wrap gap-x-4">
              <Button asChild variant="link" size="sm" className="gap-1! px-0!">
                <ExternalLink href={resumeUrl} label="View the resume">
                  View <ArrowUpRight aria-hidden="true" />
                </ExternalLink>
              </Button>
              <Button asChild variant="link" size="sm" className="gap-1! px-0!">
                <ExternalLink href={resumeUrl} label="Download the resume" download>
                  Download <Download aria-hidden="true" />
                </ExternalLink>
              </Button>
            </div>
          )}
        </figure>
      </div>
      <dl className="divide-y divide-line border-y border-line">
        <Detail name="Full Name">{fullName}</Detail>
        {can.details &&
          INTRODUCTION.map(([key, label]) => (
            <Detail key={key} name={label}>
              {profile[key]}
            </Detail>
          ))}
        <Detail name="Email">{email}</Detail>
        <Detail name="Phone">{phone}</Detail>
        <Detail name="About Me">
          <span className="whitespace-pre-line">
            <MarkdownText text={aboutMe} />
          </span>
        </Detail>
        {PROFILE_LINKS.map(([key, label]) => (
          <Detail key={key} name={label}>
            <LinkOrText value={linkText(profile[key])} />
          </Detail>
        ))}
        {profile.links && profile.links.length > 0 && (
          <Detail name="More links">
            <LinkList links={profile.links} />
          </Detail>
        )}
        {profile.languages && profile.languages.length > 0 && (
          <Detail name="Languages you speak">
            <ul className="grid grid-cols-1 gap-1">
              {profile.languages.map(({ name, level }) => (
                <li key={name} className="wrap-anywhere">
                  {name} <span className="text-ink-3">{LANGUAGE_LEVELS[level]}</span>
                </li>
              ))}
            </ul>
          </Detail>
        )}
      </dl>
    </div>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[9rem_1fr]">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="min-h-[21px] min-w-0 break-words">{children}</dd>
    </div>
  );
}
