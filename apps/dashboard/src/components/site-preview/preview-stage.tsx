import type { UseQueryResult } from '@tanstack/react-query';
import { ExternalLink as ExternalLinkIcon } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { LoadFailure } from '../query/load-failure.tsx';
import { ExternalLink } from '../text/external-link.tsx';
import { type Device, DeviceFrame, DeviceSwitch, SCALED } from './device-frame.tsx';
import { previewOrigin } from './preview-address.ts';

export interface PreviewPage {
  readonly name: string;
  /** Relative to the home page. */
  readonly path: string;
}

interface PreviewStageProps {
  /** As in 'Preview of your site'. */
  readonly title: string;
  readonly pages: readonly PreviewPage[];
  /** The address of the preview. */
  readonly preview: UseQueryResult<{ readonly url: string }>;
  /** The preview loads again when it changes. */
  readonly version: number;
}

/** Pages of a preview as visitors will see them. */
export function PreviewStage({ title, pages, preview, version }: PreviewStageProps) {
  const [chosen, setPath] = useState('');
  const path = pages.some((page) => page.path === chosen) ? chosen : '';
  const [device, setDevice] = useState<Device>(() =>
    matchMedia('(width >= 40rem)').matches ? 'desktop' : 'phone',
  );
  const url = preview.data && new URL(path, preview.data.url).href;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5 px-4 py-3 sm:px-6">
        <Select
          aria-label="Page"
          className="h-8! max-w-60 text-sm! max-sm:h-10!"
          value={path}
          onChange={({ target }) => setPath(target.value)}
        >
          {pages.map((page) => (
            <option key={page.path} value={page.path}>
              {page.name}
            </option>
          ))}
        </Select>
        <DeviceSwitch value={device} onChange={setDevice} className="ml-auto" />
        <span className="size-9 shrink-0">
          {url && (
            <Tooltip text="Open the preview in a new tab">
              <Button asChild variant="ghost" size="icon">
                <ExternalLink href={url} label="Open the preview in a new tab">
                  <ExternalLinkIcon aria-hidden="true" />
                </ExternalLink>
              </Button>
            </Tooltip>
          )}
        </span>
      </div>
      <div className="grid min-h-0 grid-cols-1 justify-items-center px-4 pb-4 max-studio:h-[max(24rem,calc(100dvh-11.75rem))] max-sm:h-[max(22rem,calc(100dvh-19.75rem))] sm:px-6 sm:pb-6">
        {preview.error ? <LoadFailure query={preview} /> : null}
        {url && <Frames key={device} title={title} url={url} version={version} device={device} />}
      </div>
    </>
  );
}

interface FramesProps {
  readonly title: string;
  readonly url: string;
  readonly version: number;
  readonly device: Device;
}

/** Shows the last page until the next one has loaded, which starts at the same scroll position. */
function Frames({ title, url, version, device }: FramesProps) {
  const key = `${version} ${url}`;
  const scroll = useScrollPosition();
  const wanted = useMemo(() => ({ key, src: scroll.addTo(url) }), [key, url, scroll]);
  const [shown, setShown] = useState<typeof wanted>();
  const frames = shown && shown.key !== key ? [shown, wanted] : [wanted];
  return (
    <DeviceFrame device={device}>
      {frames.map((frame) => (
        <iframe
          key={frame.key}
          title={frame.key === shown?.key ? title : 'Loading the preview'}
          src={frame.src}
          // The keyboard would be lost in a long page. The link above opens it.
          tabIndex={-1}
          loading="lazy"
          onLoad={() => {
            scroll.follow(url);
            setShown(frame);
          }}
          className={`${SCALED} ${frame.key === shown?.key ? '' : 'opacity-0'}`}
        />
      ))}
    </DeviceFrame>
  );
}

/** The scroll position that the page reports. See script/preview.ts of the site. */
function useScrollPosition() {
  const [scroll] = useState(() => {
    let known = { url: '', top: 0 };
    return {
      addTo: (url: string) => (known.url === url ? `${url}#scroll=${known.top}` : url),
      follow(url: string) {
        if (known.url !== url) known = { url, top: 0 };
      },
      listen({ origin, data }: MessageEvent) {
        if (known.url === '' || origin !== previewOrigin(known.url)) return;
        if (Number.isInteger(data?.scroll)) known = { ...known, top: data.scroll };
      },
    };
  });
  useEffect(() => {
    addEventListener('message', scroll.listen);
    return () => removeEventListener('message', scroll.listen);
  }, [scroll]);
  return scroll;
}
