/**
 * Prints tests that failed, were retried or were skipped, then the number of tests that passed and
 * failed in all suites. A suite without a report, a test file that no report names and a skipped test
 * count as failures, so that a green run has run every test.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SUITES = ['unit', 'specification', 'security', 'quality', 'journeys', 'faults'];
const TEST_FILES = [
  '{apps,packages,tools}/**/*.test.ts',
  'e2e/**/*.spec.ts',
  'resilience/**/*.test.ts',
];
/** Firefox, WebKit and an object store have commands of their own. */
const OTHER_FILES = ['**/node_modules', 'e2e/engines', 'resilience/object-store'];

let passed = 0;
let failed = 0;
const reported = new Set();

for (const suite of SUITES) {
  const path = join(process.argv[2], `${suite}.json`);
  const before = passed + failed;
  count(readReport(path));
  if (passed + failed === before) fail(`No tests in ${path}.`);
}
for (const file of globSync(TEST_FILES, { exclude: OTHER_FILES }))
  if (!reported.has(file)) fail(`did not run: ${file}`);
// For example, an error that no test caught.
if (failed === 0) for (const phase of failedPhases()) fail(`failed outside of its tests: ${phase}`);
print(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

function print(line) {
  process.stdout.write(`${line}\n`);
}

function fail(line) {
  print(line);
  failed += 1;
}

/** Vitest and Playwright have different reports. */
function count(report) {
  if (report?.stats) countBrowserTests(report);
  else if (report?.testResults) countUnitTests(report);
}

function countBrowserTests({ stats, errors, suites, config }) {
  passed += stats.expected + stats.flaky;
  failed += stats.unexpected + stats.skipped;
  for (const { message } of errors) fail(message);
  for (const suite of suites) {
    reported.add(relative(process.cwd(), join(config.rootDir, suite.file)));
    printFailures(suite);
  }
}

function countUnitTests({ numPassedTests, numTotalTests, testResults }) {
  passed += numPassedTests;
  failed += numTotalTests - numPassedTests;
  for (const { name, status, message, assertionResults } of testResults) {
    reported.add(relative(process.cwd(), name));
    if (status === 'failed' && assertionResults.length === 0) fail(`failed: ${name}\n${message}`);
    printUnitFailures(name, assertionResults);
  }
}

/** A test that passed in its second run has the messages of the first one. */
function printUnitFailures(name, assertionResults) {
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status !== 'passed' || failureMessages.length > 0)
      print(`${status}: ${name} ${fullName}\n${failureMessages.map(withoutLibraries).join('\n')}`);
}

function failedPhases() {
  const path = join(process.argv[2], 'failed-phases');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function withoutLibraries(stack) {
  return stack
    .split('\n')
    .filter((line) => !/^ +at .*(node_modules|<anonymous>)/.test(line))
    .join('\n');
}

function printFailures({ suites = [], specs = [] }) {
  for (const suite of suites) printFailures(suite);
  for (const { file, line, title, tests } of specs)
    for (const { status, results } of tests) {
      if (status === 'expected') continue;
      print(`${status}: ${file}:${line} ${title}`);
      for (const { message } of results.flatMap(({ errors }) => errors)) print(message);
    }
}
