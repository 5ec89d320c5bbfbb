interface ColumnChartProps {
  /** A summary for those who do not see it. */
  readonly label: string;
  readonly columns: readonly { readonly name: string; readonly count: number }[];
  /** The count at the upper edge. */
  readonly top: number;
  readonly className: string;
}

const WIDTH = 10;
const GAP = 3;
const HEIGHT = 100;

/** Columns from a common base. The last one is dashed, because its day or month is not over. */
export function ColumnChart({ label, columns, top, className }: ColumnChartProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${columns.length * (WIDTH + GAP)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`block w-full overflow-visible ${className}`}
    >
      {columns.map(({ name, count }, index) => {
        const height = (count / Math.max(1, top)) * HEIGHT;
        const isLast = index === columns.length - 1;
        return (
          <rect
            key={name}
            x={index * (WIDTH + GAP) + GAP / 2}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            vectorEffect="non-scaling-stroke"
            strokeDasharray={isLast ? '3 2' : undefined}
            className={isLast ? 'fill-accent-soft stroke-accent' : 'fill-accent'}
          >
            <title>{`${name}: ${count.toLocaleString()}`}</title>
          </rect>
        );
      })}
      <line
        x2="100%"
        y1={HEIGHT}
        y2={HEIGHT}
        vectorEffect="non-scaling-stroke"
        className="stroke-line-2"
      />
    </svg>
  );
}

/** A round step, of which three are at least the highest count. */
export function roundStep(highest: number): number {
  const third = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(third));
  return ([1, 2, 3, 5, 10].find((factor) => factor * power >= third) ?? 10) * power;
}
