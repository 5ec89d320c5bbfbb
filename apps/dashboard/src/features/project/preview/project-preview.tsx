import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { FormPage } from '../../../components/publishing/form-page.tsx';
import {
  type PreviewedForm,
  usePreviewHtml,
} from '../../../components/publishing/use-preview-html.ts';
import { randomKey } from '../../../components/random-key.ts';
import { type Device, DeviceSwitch } from '../../../components/site-preview/device-frame.tsx';
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
  const page = usePreviewHtml(form, isOpen || hasTab);
  const isFollowed = useSendPage(key, page.html);
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
      {page.problem && (
        <p role="status" className="bg-ochre-soft px-4 py-2 text-sm text-ochre sm:px-6">
          The preview is not up to date: {page.problem}
        </p>
      )}
      <div className="grid min-h-0 flex-1 justify-items-center bg-sunk p-4 sm:p-6">
        <FormPage page={page} device={device} />
      </div>
    </Panel>
  );
}
