/**
 * `npm run bench:lighthouse [runs] [page]`: runs Lighthouse on the login page, the dashboard and the
 * example site, for mobile and desktop. npx downloads Lighthouse. Run `npm run build` first.
 */
import { startEnvironment } from '@vitrine/testing/environment';
import { startPostgres } from '@vitrine/testing/postgres';
import { PLAIN_SITE, serveFolder } from '@vitrine/testing/static-site';
import { describeScores, imperfectAudits, runLighthouse } from './run-lighthouse.ts';

const runs = Number(process.argv[2] ?? 3);
const only = process.argv[3];

const postgres = await startPostgres({ durable: false });
const environment = await startEnvironment(postgres.url('postgres'));
// On its own origin, as a visitor sees it.
const site = await serveFolder(PLAIN_SITE);
const pages = [
  { name: 'login', url: `${environment.origin}/login`, cookies: [] },
  { name: 'dashboard', url: `${environment.origin}/`, cookies: [environment.session] },
  { name: 'plain-site', url: `${site.origin}/?vitrine=${environment.origin}`, cookies: [] },
].filter(({ name }) => only === undefined || only === name);
try {
  for (const { name, url, cookies } of pages)
    for (const isDesktop of [false, true]) {
      const report = await runLighthouse(url, { runs, isDesktop, cookies });
      console.log(`${name}, ${isDesktop ? 'desktop' : 'mobile'}: ${describeScores(report)}`);
      for (const line of imperfectAudits(report)) console.log(`  ${line}`);
    }
} finally {
  await site.stop();
  await environment.stop();
  await postgres.stop();
}
