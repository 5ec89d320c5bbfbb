import type { ReactNode } from 'react';
import { CardSkeleton, Skeleton } from '../../ui/skeleton.tsx';

function WelcomeSkeleton() {
  return (
    <div className="mb-2 flex items-start gap-3.5 sm:mb-3 sm:gap-[18px]">
      <Skeleton className="size-[46px] rounded-full! sm:size-14" />
      <div>
        <Skeleton className="mt-1 h-8 w-64 max-w-[60vw]" />
        <Skeleton className="mt-3 h-3.5 w-44" />
      </div>
    </div>
  );
}

export function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 *:min-w-0">
      <WelcomeSkeleton />
      <div className="grid grid-cols-2 gap-4 *:min-w-0 md:grid-cols-[2fr_1fr_1fr]">
        <CountSkeleton className="col-span-full md:col-span-1">
          <Skeleton className="h-3.5 max-w-[56ch]" />
          <Skeleton className="h-3.5 w-4/5 max-w-[48ch]" />
        </CountSkeleton>
        <CountSkeleton>
          <Skeleton className="h-12 w-16" />
        </CountSkeleton>
        <CountSkeleton>
          <Skeleton className="h-12 w-16" />
        </CountSkeleton>
      </div>
      <CardSkeleton hasHead rows={6} />
      <CardSkeleton hasHead rows={3} />
      <div className="grid gap-4 *:min-w-0 md:grid-cols-2">
        <CardSkeleton hasHead rows={5} />
        <CardSkeleton hasHead rows={5} />
      </div>
    </div>
  );
}

interface CountSkeletonProps {
  readonly className?: string;
  readonly children: ReactNode;
}

function CountSkeleton({ className = '', children }: CountSkeletonProps) {
  return (
    <div
      className={`delayed flex h-46 flex-col justify-between gap-3 rounded-lg border border-line bg-card p-4 sm:px-[22px] sm:py-5 ${className}`}
    >
      <Skeleton className="h-3 w-20" />
      <div className="grid gap-2.5">{children}</div>
      <Skeleton className="h-9 w-28 max-w-full" />
    </div>
  );
}
