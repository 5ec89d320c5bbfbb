import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { StudioHead } from '../components/page/studio-frame.tsx';
import { QueryResult } from '../components/query/query-result.tsx';
import { CopyList } from '../features/copy/copy-list.tsx';
import { copiesQuery } from '../features/copy/copy-queries.ts';
import { canDownload, DownloadMenu, SiteAddress } from '../features/site/site-actions.tsx';
import { siteQuery } from '../features/site/site-queries.ts';
import { SiteTabs } from '../features/site/site-tabs.tsx';
import { Button } from '../ui/button.tsx';

/** The copies of the site on other hosts, in a frame like that of the design. */
export function PublishView() {
  const copies = useQuery(copiesQuery);
  const { data: { url } = { url: '' } } = useQuery(siteQuery);
  return (
    <div
      data-studio=""
      className="-mx-4 -mt-[22px] sm:-mx-8 sm:-mt-10 studio:fixed studio:inset-y-0 studio:right-0 studio:left-(--bar) studio:m-0 studio:overflow-y-auto"
    >
      <StudioHead title="Site" tab="Site: Publish">
        <SiteTabs current="Publish" />
        {url !== '' && (
          <>
            <SiteAddress url={url} />
            <div className="ml-auto max-sm:hidden">
              <DownloadMenu url={url}>
                <Button variant="outline" icon={Download}>
                  Download site
                </Button>
              </DownloadMenu>
            </div>
          </>
        )}
      </StudioHead>
      <div className="max-w-[1224px] px-4 pb-16 sm:px-6 sm:pt-7">
        <QueryResult query={copies}>
          {(list) => (
            <CopyList
              copies={list}
              download={
                canDownload(url) && (
                  <DownloadMenu url={url}>
                    <Button variant="link" className="h-6! px-0! underline">
                      Download site
                    </Button>
                  </DownloadMenu>
                )
              }
            />
          )}
        </QueryResult>
      </div>
    </div>
  );
}
