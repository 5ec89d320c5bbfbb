/** Prints tests that failed or were retried, then the number of tests that passed and failed in all suites. */
import { existsSync, readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;

const REQUIRED = ['unit', 'security', 'browser'];
const OPTIONAL = [
  'quality',
  'journeys-1',
  'journeys-2',
  'journeys-3',
  'journeys-4',
  'faults',
  'screens',
];

for (const suite of [...REQUIRED, ...OPTIONAL]) {
  const path = `${process.argv[2]}/${suite}.json`;
  if (OPTIONAL.includes(suite) && !existsSync(path)) print(`${suite}: no report.`);
  else count(readReport(path));
}
print(`${passed} passed, ${failed} failed`);

function print(line) {
  process.stdout.write(`${line}\n`);
}

/** Vitest and Playwright have different reports. */
function count(report) {
  if (report?.stats) {
    passed += report.stats.expected + report.stats.flaky;
    failed += report.stats.unexpected + report.errors.length;
    for (const suite of report.suites) printFailures(suite);
  } else if (report) {
    const brokenFiles = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    passed += report.numPassedTests;
    failed += report.numFailedTests + brokenFiles.length;
    for (const file of brokenFiles) print(`failed: ${file.name}\n${file.message}`);
    for (const file of report.testResults) printUnitFailures(file);
  }
}

/** A test that passed in its second run has the messages of the first one. */
function printUnitFailures({ name, assertionResults }) {
  for (const { status, fullName, failureMessages } of assertionResults)
    if (failureMessages.length > 0)
      print(`${status}: ${name} ${fullName}\n${failureMessages.map(withoutLibraries).join('\n')}`);
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
      if (status !== 'unexpected' && status !== 'flaky') continue;
      print(`${status}: ${file}:${line} ${title}`);
      for (const { message } of results.flatMap(({ errors }) => errors)) print(message);
    }
}
