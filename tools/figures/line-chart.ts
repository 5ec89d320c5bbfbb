/** Values measured at several sizes. */
export interface Chart {
  /** The file name, without its extension. */
  readonly name: string;
  readonly title: string;
  readonly x: { readonly label: string; readonly values: readonly number[] };
  /** The unit of the values. */
  readonly y: string;
  readonly isLogarithmic?: boolean;
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const WIDTH = 720;
const HEIGHT = 400;
const EDGE = { left: 64, right: 40, top: 64, bottom: 56 };
const LEGEND_LINE = 20;

/** An SVG that follows the reader's color scheme. */
export function renderLineChart({ title, x, y, isLogarithmic = false, lines }: Chart): string {
  const legend = lines.length * LEGEND_LINE;
  const bottom = HEIGHT - EDGE.bottom;
  const highest = Math.max(...lines.flatMap(({ values }) => values));
  const lowest = Math.min(...lines.flatMap(({ values }) => values));
  const scale = isLogarithmic ? Math.log10 : (value: number) => value;
  const ticks = isLogarithmic ? powersOfTen(lowest, highest) : roundNumbers(highest);
  const from = scale(ticks[0] ?? 0);
  const to = scale(ticks.at(-1) ?? 1);
  const across = (index: number) =>
    EDGE.left + (index * (WIDTH - EDGE.left - EDGE.right)) / (x.values.length - 1);
  const up = (value: number) =>
    bottom - ((scale(value) - from) / (to - from)) * (bottom - EDGE.top);

  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M${EDGE.left} ${at(up(tick))}H${WIDTH - EDGE.right}"/>` +
      `<text x="${EDGE.left - 10}" y="${at(up(tick) + 4)}" text-anchor="end">${format(tick)}</text>`,
  );
  const sizes = x.values.map(
    (value, index) =>
      `<text x="${at(across(index))}" y="${bottom + 22}" text-anchor="middle">${format(value)}</text>`,
  );
  const drawn = lines.map(({ values }, line) => {
    const points = values.map((value, index) => [at(across(index)), at(up(value))] as const);
    const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5"/>`);
    return `<g class="line-${line}"><polyline points="${points.join(' ')}"/>${dots.join('')}</g>`;
  });
  const names = lines.map(({ name, values }, line) => {
    const height = HEIGHT + 4 + line * LEGEND_LINE;
    const list = values.map(format).join(' · ');
    return (
      `<g class="line-${line}"><circle cx="${EDGE.left}" cy="${height - 4}" r="4"/></g>` +
      `<text x="${EDGE.left + 14}" y="${height}">${escapeXml(name)}</text>` +
      `<text x="${WIDTH - EDGE.right}" y="${height}" text-anchor="end">${list}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT + legend}" role="img" aria-label="${escapeXml(title)}">
<style>${STYLE}</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT + legend}" rx="8"/>
<text class="title" x="${EDGE.left - 40}" y="32">${escapeXml(title)}</text>
<text x="${EDGE.left - 40}" y="50">${escapeXml(y)}</text>
${grid.join('\n')}
${sizes.join('\n')}
<text x="${WIDTH - EDGE.right}" y="${bottom + 42}" text-anchor="end">${escapeXml(x.label)}</text>
${drawn.join('\n')}
${names.join('\n')}
</svg>
`;
}

const COLORS = [
  ['#0f766e', '#5eead4'],
  ['#b45309', '#fbbf24'],
  ['#64748b', '#94a3b8'],
  ['#7c3aed', '#c4b5fd'],
  ['#be185d', '#f9a8d4'],
  ['#1d4ed8', '#93c5fd'],
] as const;

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #475569 }
.title { font-size: 15px; font-weight: 600; fill: #0f172a }
.paper { fill: #ffffff }
.grid { stroke: #e2e8f0 }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round }
${COLORS.map(([light], line) => color(line, light)).join('\n')}
@media (prefers-color-scheme: dark) {
  text { fill: #94a3b8 }
  .title { fill: #f1f5f9 }
  .paper { fill: #0f172a }
  .grid { stroke: #1e293b }
  ${COLORS.map(([, dark], line) => color(line, dark)).join('\n  ')}
}
`;

function color(line: number, value: string): string {
  return `.line-${line} polyline { stroke: ${value} } .line-${line} circle { fill: ${value} }`;
}

/** From 0 to the highest value, in four or five round steps. */
function roundNumbers(highest: number): number[] {
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const steps = Math.ceil(highest / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

function powersOfTen(lowest: number, highest: number): number[] {
  const first = Math.floor(Math.log10(lowest));
  const last = Math.ceil(Math.log10(highest));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

function format(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value < 1 ? 2 : 3 });
}

function at(value: number): string {
  return value.toFixed(1);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
