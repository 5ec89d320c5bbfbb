interface TimelineRailProps {
  readonly isLast: boolean;
  readonly isCurrent: boolean;
  /** The distance between the row's start and the line. */
  readonly className: string;
}

/** The line that joins the roles of a group, with a dot for one role, filled while it is ongoing. */
export function TimelineRail({ isLast, isCurrent, className }: TimelineRailProps) {
  return (
    <span aria-hidden="true" className={`absolute inset-y-0 w-px ${className}`}>
      <span
        className={`absolute top-0 w-px bg-line-2 ${isLast ? 'bottom-1/2 stacked:bottom-[calc(100%-1.5rem)]' : 'bottom-0'}`}
      />
      <span
        className={`absolute top-1/2 -left-1 size-[9px] -translate-y-1/2 rounded-full border-[1.5px] stacked:top-[1.375rem] ${isCurrent ? 'border-accent bg-accent' : 'border-edge bg-card'}`}
      />
    </span>
  );
}
