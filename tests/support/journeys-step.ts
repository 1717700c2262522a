/** The journeys as a step of `npm test`. */
import { join } from 'node:path'
import { atLeastOne, durations, failures, flaky, readReport, reports, run, type Count } from './steps.ts'

type Suite = { suites?: Suite[]; specs?: Spec[] }
type Result = { status: string; duration: number; errors?: { message?: string }[]; stdout?: { text?: string }[] }
type Spec = { file: string; line: number; title: string; ok: boolean; tests: { status: string; results: Result[] }[] }

/** More failures than this have one cause: each alone would take minutes and pass no more. */
const mostRerun = 6

/**
 * Runs the journeys. What failed is run once more, alone and recorded in test-results/ (recording costs a third of the processor): a journey that
 * passes then counts as passed, and `conclude` names it with the first failure and the text of its pages.
 */
export function journeys(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  config = 'e2e/playwright.config.ts',
): Count {
  const first = playwright('journeys', config, args, env)
  const failed = first.specs.filter(({ ok }) => !ok)
  durations.journeys = first.specs.filter(isRun).map((spec) => ({
    name: nameOf(spec),
    seconds: resultsOf(spec).reduce((sum, { duration }) => sum + duration, 0) / 1000,
  }))
  const again = failed.length > 0 && failed.length <= mostRerun
  const second = again
    ? playwright('journeys that failed, alone', config, [...args, '--last-failed', '--workers=1', '--trace=on'], env)
        .specs
    : []
  const passedAlone = new Set(second.filter((spec) => spec.ok && isRun(spec)).map(nameOf))
  for (const spec of failed)
    (passedAlone.has(nameOf(spec)) ? flaky : failures).push(`${nameOf(spec)}\n${failureOf(spec)}`)
  const red = failed.filter((spec) => !passedAlone.has(nameOf(spec))).length
  const ran = first.specs.filter(isRun).length
  return atLeastOne(first.ok || (failed.length > 0 && red === 0), {
    passed: ran - red,
    failed: red,
    skipped: first.specs.length - ran,
  })
}

function playwright(
  title: string,
  config: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { ok: boolean; specs: Spec[] } {
  const file = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`)
  const ok = run(title, 'npx', ['playwright', 'test', '--config', config, '--reporter=list,json', ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return { ok, specs: specsOf(readReport<Suite>(file) ?? {}) }
}

function specsOf({ suites = [], specs = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

const resultsOf = ({ tests }: Spec): Result[] => tests.flatMap(({ results }) => results)
const isRun = ({ tests }: Spec): boolean => tests.some(({ status }) => status !== 'skipped')
/** `lines.spec « … »`. */
const nameOf = ({ file, title }: Spec): string => `${file.replace(/\.ts$/, '')} « ${title} »`

function failureOf(spec: Spec): string {
  const [failed] = resultsOf(spec).filter(({ status }) => status !== 'passed')
  const message = failed?.errors?.map((error) => error.message ?? '').join('\n') ?? ''
  const pages = failed?.stdout?.map(({ text }) => text ?? '').join('') ?? ''
  return `${message.slice(0, 2000)}\n${pages.slice(0, 6000)}`.trim()
}
