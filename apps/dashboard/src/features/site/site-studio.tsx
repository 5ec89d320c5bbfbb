import { useQuery } from '@tanstack/react-query';
import type { SiteSectionName } from '@vitrine/contract/options';
import type { ReactNode } from 'react';
import { StudioFrame } from '../../components/page/studio-frame.tsx';
import { NoSite } from '../../components/site-preview/no-site.tsx';
import { previewQuery } from '../../components/site-preview/preview-query.ts';
import { type PreviewPage, PreviewStage } from '../../components/site-preview/preview-stage.tsx';
import { DesignSettings } from './design-settings.tsx';
import { DesignState, SiteActions, SiteAddress, SiteBar } from './site-actions.tsx';
import type { Site } from './site-queries.ts';
import { SiteTabs } from './site-tabs.tsx';
import { useDesign } from './use-design.ts';

interface SiteStudioProps {
  readonly site: Site;
  readonly contents: Readonly<Record<SiteSectionName, string>>;
  readonly pages: readonly PreviewPage[];
  /** The title of a project, which shows the accent. */
  readonly sample: string;
  /** The usual footer line. */
  readonly footer: string;
}

/** The settings of the site, and its preview beside them or behind a tab. */
export function SiteStudio({ site, contents, pages, sample, footer }: SiteStudioProps) {
  const editor = useDesign(site);
  const { url } = site;
  const preview = useQuery({ ...previewQuery, enabled: url !== '' });
  return (
    <SiteFrame
      head={
        <>
          {url !== '' && <SiteAddress url={url} />}
          <DesignState editor={editor} />
          <SiteActions editor={editor} url={url} />
        </>
      }
      settings={
        <DesignSettings
          editor={editor}
          cssErrors={site.cssErrors}
          contents={contents}
          sample={sample}
          footer={footer}
          safeUrl={preview.data && `${preview.data.url}?safe-css`}
        />
      }
      stage={
        url === '' ? (
          <NoSite>You can prepare the design until then, without a preview.</NoSite>
        ) : (
          <PreviewStage
            title="Preview of your site"
            pages={pages}
            preview={preview}
            version={editor.saves}
          />
        )
      }
      bar={<SiteBar editor={editor} url={url} />}
    />
  );
}

interface SiteFrameProps {
  readonly head?: ReactNode;
  readonly settings: ReactNode;
  readonly stage: ReactNode;
  readonly bar?: ReactNode;
}

const TABS = [
  { value: 'settings', name: 'Settings' },
  { value: 'preview', name: 'Preview' },
] as const;

export function SiteFrame({ head, stage, ...rest }: SiteFrameProps) {
  return (
    <StudioFrame
      title="Site"
      head={
        <>
          <SiteTabs current="Design" />
          {head}
        </>
      }
      tabs={TABS}
      stage={() => stage}
      {...rest}
    />
  );
}
