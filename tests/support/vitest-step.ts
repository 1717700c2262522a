/** Vitest as a step of `npm test`. */
import { join, relative } from 'node:path'
import { atLeastOne, durations, failures, readReport, reports, run, type Count, type Duration } from './steps.ts'

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

const durationsReporter = 'tests/support/file-durations.ts'

/** Runs Vitest with these arguments; failed tests and the durations of files are told by `conclude`. */
export function vitest(title: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Count {
  const file = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`)
  const timesFile = `${file}.times`
  const reporters = ['default', 'json', durationsReporter].map((name) => `--reporter=${name}`)
  const ok = run(title, 'npx', ['vitest', 'run', ...reporters, `--outputFile.json=${file}`, ...args], {
    ...env,
    OFFICINE_DURATIONS: timesFile,
  })
  const report = readReport<Report>(file)
  if (!ok) failures.push(...failedTests(report))
  durations['test files'] = [...(durations['test files'] ?? []), ...(readReport<Duration[]>(timesFile) ?? [])]
  return atLeastOne(
    ok,
    report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
  )
}

function failedTests(report: Report | undefined): string[] {
  if (!report) return ['the tests left no report']
  return report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${relative(process.cwd(), name)}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages = [] }) =>
          `${relative(process.cwd(), name)} › ${fullName}\n${failureMessages.join('\n').slice(0, 2000)}`,
      ),
  ])
}
