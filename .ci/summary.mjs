/** Prints the failed browser tests, then the number of tests that passed and failed in all suites. */
import { readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;

for (const suite of ['unit-newest', 'unit-oldest', 'resilience']) {
  const report = readReport(`${process.argv[2]}/${suite}.json`);
  if (!report) continue;
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  passed += report.numPassedTests;
  failed += report.numFailedTests + brokenFiles.length;
}

const browser = readReport('.dev/e2e-results.json');
if (browser) {
  passed += browser.stats.expected + browser.stats.flaky;
  failed += browser.stats.unexpected + browser.errors.length;
  for (const suite of browser.suites) printFailures(suite);
}
print(`${passed} passed, ${failed} failed`);

function print(line) {
  process.stdout.write(`${line}\n`);
}

/** A suite without a report counts as one failure. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    print(`No report in ${path}.`);
    failed += 1;
    return undefined;
  }
}

function printFailures({ suites = [], specs = [] }) {
  for (const suite of suites) printFailures(suite);
  for (const { file, line, title, tests } of specs)
    for (const { status, results } of tests) {
      if (status !== 'unexpected' && status !== 'flaky') continue;
      print(`${status}: ${file}:${line} ${title}`);
      for (const { message } of results.flatMap(({ errors }) => errors)) print(message);
    }
}
