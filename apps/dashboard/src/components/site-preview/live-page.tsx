import { useCallback, useEffect, useRef, useState } from 'react';
import { previewOrigin } from './preview-address.ts';

interface LivePageProps {
  /** The address of a preview of the site. */
  readonly url: string;
  /** The page to show, once it is rendered. */
  readonly html: string | undefined;
  readonly className: string;
}

/**
 * A page of the site that the service has rendered but nobody can load. The frame loads a preview of the
 * site in the published design, and then shows this page instead. See script/preview.ts of the site.
 */
export function LivePage({ url, html, className }: LivePageProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isShown, setIsShown] = useState(false);
  // No name leads to an origin without one. The dashboard's policy keeps other pages out of the frame.
  const origin = previewOrigin(url) === 'null' ? '*' : previewOrigin(url);

  const send = useCallback(() => {
    if (html !== undefined) frame.current?.contentWindow?.postMessage({ html }, origin);
  }, [html, origin]);
  useEffect(send, [send]);

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.isShown) setIsShown(true);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  return (
    <iframe
      ref={frame}
      title="Preview of the page"
      src={`${url}?published`}
      // The keyboard would be lost in a long page. A tab of its own shows it, too.
      tabIndex={-1}
      onLoad={send}
      className={`${className} ${isShown ? '' : 'opacity-0'}`}
    />
  );
}
