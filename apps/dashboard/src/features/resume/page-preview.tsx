import type { UseQueryResult } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Settings } from './resume-queries.ts';

/** The widths of a page, in percent of the stage. */
const ZOOMS = [50, 75, 100, 125, 150, 200] as const;

interface ZoomButtonsProps {
  /** In percent, where 100 fits the width. */
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
}

export function ZoomButtons({ zoom, onZoom }: ZoomButtonsProps) {
  const smaller = ZOOMS.findLast((one) => one < zoom);
  const larger = ZOOMS.find((one) => one > zoom);
  return (
    <div className="ml-auto flex items-center gap-1">
      <Button
        variant="ghost"
        size="icon"
        className="size-7! max-sm:size-9!"
        aria-label="Zoom out"
        aria-disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onZoom(smaller)}
      >
        <Minus aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="min-w-20 px-1.5! font-normal! text-ink! tabular-nums max-sm:h-9!"
        aria-label={zoom === 100 ? 'Fit width' : `Fit width, now ${zoom}%`}
        onClick={() => onZoom(100)}
      >
        {zoom === 100 ? 'Fit width' : `${zoom}%`}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="size-7! max-sm:size-9!"
        aria-label="Zoom in"
        aria-disabled={larger === undefined}
        onClick={() => larger !== undefined && onZoom(larger)}
      >
        <Plus aria-hidden="true" />
      </Button>
    </div>
  );
}

interface PagePreviewProps {
  readonly query: UseQueryResult<{ readonly pages: readonly string[] }>;
  readonly paper: Settings['paper'];
  readonly zoom: number;
}

/** The pages of the PDF. After an error, the last ones stay below it. */
export function PagePreview({ query, paper, zoom }: PagePreviewProps) {
  const urls = useImageUrls(query.data?.pages);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {query.error && (
        <div className="rounded-md border border-line bg-card">
          <LoadFailure query={query} />
        </div>
      )}
      <section
        aria-label="Pages"
        aria-busy={query.isLoading}
        // A page that is wider than the stage can be scrolled with the arrow keys.
        tabIndex={zoom > 100 ? 0 : undefined}
        className="grid min-w-0 grid-cols-1 gap-4 overflow-x-auto -outline-offset-2"
      >
        {[...urls.entries()].map(([place, url]) => (
          <img
            key={place}
            src={url}
            alt={`Page ${place + 1} of ${urls.length}`}
            style={{ width: `${zoom}%` }}
            className={`${PAGE} ${RATIOS[paper]}`}
          />
        ))}
        {query.isLoading && <Skeleton className={`rounded-[2px]! ${RATIOS[paper]}`} />}
      </section>
    </div>
  );
}

/** Paper is white in the dark theme too. */
const PAGE = 'mx-auto block h-auto max-w-none rounded-[2px] border border-line-2 bg-[#fff]';

const RATIOS: Readonly<Record<Settings['paper'], string>> = {
  a4: 'aspect-[auto_210/297]',
  letter: 'aspect-[auto_17/22]',
};

/** The URLs of the last pages. Images cannot run scripts or load files, whatever is in an SVG. */
function useImageUrls(pages: readonly string[] | undefined): readonly string[] {
  const [last, setLast] = useState(pages);
  if (pages && pages !== last) setLast(pages);
  const [urls, setUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const blobs = (last ?? []).map((svg) => new Blob([svg], { type: 'image/svg+xml' }));
    const made = blobs.map((blob) => URL.createObjectURL(blob));
    setUrls(made);
    return () => made.forEach(URL.revokeObjectURL);
  }, [last]);
  return urls;
}
