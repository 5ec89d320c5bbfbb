import { LoadFailure } from '../query/load-failure.tsx';
import { type Device, DeviceFrame, SCALED } from '../site-preview/device-frame.tsx';
import { LivePage } from '../site-preview/live-page.tsx';
import type { usePreviewHtml } from './use-preview-html.ts';

interface FormPageProps {
  readonly page: ReturnType<typeof usePreviewHtml>;
  readonly device: Device;
}

/** The page of what is in a form, on a device. */
export function FormPage({ page: { preview, html }, device }: FormPageProps) {
  return (
    <>
      {preview.error ? <LoadFailure query={preview} /> : null}
      {preview.data && (
        <DeviceFrame device={device}>
          <LivePage url={preview.data.url} html={html} className={SCALED} />
        </DeviceFrame>
      )}
    </>
  );
}
