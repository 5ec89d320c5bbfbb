/**
 * `npm run bench [part…]`: what Vitrine holds, each figure as a share of a bare baseline that takes
 * turns with it. Measures the build, so `npm run build` comes first; on Linux. A whole run takes
 * twenty minutes and writes docs/figures; a run of some parts only tells.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { BUILT } from '@vitrine/testing/process';
import type { Figure } from './figure.ts';
import { footprintFigures } from './footprint.ts';
import { growthCurves } from './growth.ts';
import { pageWeightFigures } from './page-weight.ts';
import { writeReport } from './report.ts';
import { requestFigures } from './requests.ts';
import { type Rig, startRig } from './rig.ts';
import { workFigures } from './work.ts';

const PARTS: Record<string, (rig: Rig) => Promise<Figure[]>> = {
  requests: requestFigures,
  work: workFigures,
  footprint: footprintFigures,
  weight: pageWeightFigures,
};

if (!existsSync(BUILT)) throw new Error('There is nothing to measure yet: npm run build');
const wanted = process.argv.slice(2);
const [loadBefore = 0] = loadavg();
const rig = await startRig();
try {
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(PARTS))
    if (wanted.length === 0 || wanted.includes(name)) figures.push(...(await measure(rig)));
  if (wanted.length === 0) writeReport({ figures, curves: await growthCurves(rig), loadBefore });
  else if (wanted.includes('growth')) await growthCurves(rig);
} finally {
  await rig.stop();
}
