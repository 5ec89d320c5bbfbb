import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import {
  type PreviewedForm,
  usePreviewHtml,
} from '../../../components/publishing/use-preview-html.ts';
import { LoadFailure } from '../../../components/query/load-failure.tsx';
import { randomKey } from '../../../components/random-key.ts';
import {
  type Device,
  DeviceFrame,
  DeviceSwitch,
  SCALED,
} from '../../../components/site-preview/device-frame.tsx';
import { LivePage } from '../../../components/site-preview/live-page.tsx';
import { previewQuery } from '../../../components/site-preview/preview-query.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useSendPage } from './preview-channel.ts';

interface ProjectPreviewProps extends PreviewedForm {
  /** Whether the sheet is open. A tab of its own follows the form also without it. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRestoreFocus: () => void;
}

/** The project's page on the site, with what is in the form. */
export function ProjectPreview({ isOpen, onClose, onRestoreFocus, ...form }: ProjectPreviewProps) {
  const [key] = useState(randomKey);
  const [hasTab, setHasTab] = useState(false);
  const preview = useQuery(previewQuery);
  const base = preview.data && new URL(preview.data.url).pathname.replace(/\/$/, '');
  const { html, problem } = usePreviewHtml(form, base, isOpen || hasTab);
  const isFollowed = useSendPage(key, html);
  if (isFollowed !== hasTab) setHasTab(isFollowed);
  const [device, setDevice] = useState<Device>(() =>
    matchMedia('(width >= 120rem)').matches ? 'desktop' : 'phone',
  );
  if (!isOpen) return null;
  return (
    <Panel
      title="Preview"
      width="wide"
      onClose={onClose}
      onRestoreFocus={onRestoreFocus}
      actions={
        <>
          <DeviceSwitch value={device} onChange={setDevice} />
          <Button asChild variant="ghost" size="icon">
            <a
              href={paths.projectPreview(key)}
              target="_blank"
              rel="noreferrer"
              aria-label="Open the preview in a new tab"
              title="Open the preview in a new tab"
            >
              <ExternalLink aria-hidden="true" />
            </a>
          </Button>
        </>
      }
    >
      {problem && (
        <p role="status" className="bg-ochre-soft px-4 py-2 text-sm text-ochre sm:px-6">
          The preview is not up to date: {problem}
        </p>
      )}
      <div className="grid min-h-0 flex-1 justify-items-center bg-sunk p-4 sm:p-6">
        {preview.error ? <LoadFailure query={preview} /> : null}
        {preview.data && (
          <DeviceFrame device={device}>
            <LivePage url={preview.data.url} html={html} className={SCALED} />
          </DeviceFrame>
        )}
      </div>
    </Panel>
  );
}
