import { THEMES } from '@vitrine/contract/options';
import type { ThemeRow } from './results.ts';
import { describeScores, imperfectAudits, runLighthouse } from './run-lighthouse.ts';
import type { SiteEnvironment } from './site-environment.ts';

const RUNS = 3;
const PAGES = { 'Home page': '/', 'Project page': '/projects/tidewatch' };
const CATEGORIES = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'Best practices',
  seo: 'SEO',
};

/** The scores of Lighthouse by page, category and theme. */
export async function measureLighthouse(env: SiteEnvironment): Promise<ThemeRow[]> {
  const scores = new Map<string, number[]>();
  for (const theme of THEMES) {
    await env.publish(theme);
    const { origin, stop } = await env.startSite();
    try {
      for (const [page, path] of Object.entries(PAGES)) {
        const report = await runLighthouse(`${origin}${path}`, RUNS);
        console.log(`${page}, ${theme}: ${describeScores(report)}`);
        for (const line of imperfectAudits(report)) console.log(`  ${line}`);
        for (const [category, title] of Object.entries(CATEGORIES)) {
          const name = `${page}: ${title}`;
          const score = 100 * (report.categories[category]?.score ?? Number.NaN);
          scores.set(name, [...(scores.get(name) ?? []), score]);
        }
      }
    } finally {
      await stop();
    }
  }
  return [...scores].map(([name, values]) => ({ name, unit: '', atLeast: 100, values }));
}
