import { THEMES } from '@vitrine/contract/options';
import { startExportedSite } from './exported-site.ts';
import type { ThemeRow } from './results.ts';
import { describeScores, imperfectAudits, runLighthouse } from './run-lighthouse.ts';
import type { SiteEnvironment } from './site-environment.ts';

const RUNS = 3;
const PAGES = {
  'Home page': '/',
  'Project page': '/projects/tidewatch',
  Post: '/writing/what-the-printed-table-knew',
  Publications: '/publications',
};
const CATEGORIES = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'Best practices',
  seo: 'SEO',
};

/** The scores of Lighthouse by page, category and theme, as the service and a static host send the pages. */
export async function measureLighthouse(env: SiteEnvironment): Promise<ThemeRow[]> {
  const scores = new Map<string, number[]>();
  for (const theme of THEMES) {
    await env.publish(theme);
    for (const kind of ['served', 'exported'] as const) {
      const { origin, stop } = await (kind === 'served' ? env.startSite() : startExportedSite(env));
      try {
        for (const [page, path] of Object.entries(PAGES)) {
          // A static host has a folder for each page.
          const url = kind === 'served' ? path : path.replace(/\/?$/, '/');
          const report = await runLighthouse(`${origin}${url}`, RUNS);
          console.log(`${page}, ${kind}, ${theme}: ${describeScores(report)}`);
          for (const line of imperfectAudits(report)) console.log(`  ${line}`);
          for (const [category, title] of Object.entries(CATEGORIES)) {
            const name = `${page}, ${kind}: ${title}`;
            const score = 100 * (report.categories[category]?.score ?? Number.NaN);
            scores.set(name, [...(scores.get(name) ?? []), score]);
          }
        }
      } finally {
        await stop();
      }
    }
  }
  return [...scores].map(([name, values]) => ({ name, unit: '', atLeast: 100, values }));
}
