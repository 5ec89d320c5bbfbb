import { useEffect, useRef, useState } from 'react';

/** What the form and its preview in another tab send each other. */
type Message = { readonly html: string | undefined } | 'opened' | 'closed';

function openChannel(key: string): BroadcastChannel {
  return new BroadcastChannel(`project-preview ${key}`);
}

/** Sends the page to the tab that shows it. Returns whether there is one. */
export function useSendPage(key: string, html: string | undefined): boolean {
  const [hasTab, setHasTab] = useState(false);
  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const opened = openChannel(key);
    opened.onmessage = ({ data }: MessageEvent<Message>) => setHasTab(data === 'opened');
    channel.current = opened;
    return () => opened.close();
  }, [key]);
  useEffect(() => {
    if (hasTab) channel.current?.postMessage({ html } satisfies Message);
  }, [hasTab, html]);
  return hasTab;
}

/** The page that the form in another tab sends. */
export function useReceivedPage(key: string): string | undefined {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    const channel = openChannel(key);
    const send = (message: Message) => channel.postMessage(message);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (typeof data === 'object' && data.html !== undefined) setHtml(data.html);
    };
    send('opened');
    const close = () => send('closed');
    addEventListener('pagehide', close);
    return () => {
      removeEventListener('pagehide', close);
      channel.close();
    };
  }, [key]);
  return html;
}
