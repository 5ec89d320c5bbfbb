interface ProgressProps {
  readonly value: number;
  readonly max?: number;
  readonly 'aria-label': string;
  readonly className?: string;
}

export function Progress({ value, max = 100, className = '', ...rest }: ProgressProps) {
  const percent = Math.min(Math.max((value / max) * 100, 0), 100);
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={`${Math.round(percent)}%`}
      className={`h-1 overflow-hidden rounded-full bg-line ${className}`}
      {...rest}
    >
      <div
        className="h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
