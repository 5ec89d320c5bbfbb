import { downloads } from '@vitrine/contract/routes';
import { createElement } from 'react';
import { toast } from 'sonner';
import { readDownload } from '../../api/read-download.ts';
import { startDownload } from '../../components/start-download.ts';
import { Spinner } from '../../ui/spinner.tsx';

/** One at a time, because the service prepares one after the other. */
let isRunning = false;
let count = 0;

/** Downloads the site as a zip. A toast shows the progress, and its button stops the download. */
export async function downloadSite(contact: 'form' | 'mail', url: string): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  const stop = new AbortController();
  count += 1;
  const id = `site-download-${count}`;
  let shown = '';
  function show(text: string) {
    if (text === shown) return;
    shown = text;
    toast(text, {
      ...{ id, duration: Number.POSITIVE_INFINITY, closeButton: false },
      icon: createElement(Spinner),
      cancel: { label: 'Cancel', onClick: () => stop.abort() },
    });
  }
  show('Preparing your site…');
  try {
    const file = await readDownload(downloads.site, {
      query: { contact },
      signal: stop.signal,
      // Steps of 10 %, because screen readers announce every change of a toast.
      onProgress: (percent) => show(`Downloading your site: ${Math.floor(percent / 10) * 10} %`),
    });
    startDownload(file, `${new URL(url).hostname}.zip`);
    toast.success('Site downloaded.');
  } catch (error) {
    if (!stop.signal.aborted) toast.error(error instanceof Error ? error.message : String(error));
  } finally {
    toast.dismiss(id);
    isRunning = false;
  }
}
