/** A placeholder with the shape of content that is loading. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <div aria-hidden="true" className={`delayed rounded-md bg-line/70 ${className}`} />;
}

interface CardSkeletonProps {
  readonly rows: number;
  /** Adds a placeholder for the card's heading. */
  readonly hasHead?: boolean;
}

export function CardSkeleton({ rows, hasHead }: CardSkeletonProps) {
  return (
    <div
      aria-hidden="true"
      className="delayed min-w-0 divide-y divide-line overflow-clip rounded-lg border border-line bg-card"
    >
      {hasHead && (
        <div className="flex h-14 items-center px-4 sm:px-[22px]">
          <Line className="h-4 w-32" />
        </div>
      )}
      {[...Array(rows).keys()].map((index) => (
        <div key={index} className="flex h-[62px] items-center gap-4 px-4 sm:px-[22px]">
          <Line className="h-9 w-14" />
          <Line className="h-3 w-48 max-w-2/5" />
          <Line className="ml-auto h-6 w-20" />
        </div>
      ))}
    </div>
  );
}

function Line({ className }: { readonly className: string }) {
  return <span className={`rounded-sm bg-line/70 ${className}`} />;
}
