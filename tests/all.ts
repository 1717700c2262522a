/**
 * `npm test`: the check first, then every test. The last line is « N passed, N failed »; the exit code says the same.
 * A step that cannot even start counts as one failure, so that a broken runner is never a green one.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from '../e2e/chromium.ts'
import { postgresBinaries } from './server/support/postgres-binaries.ts'

type Count = { passed: number; failed: number; skipped: number }

const reports = mkdtempSync(join(tmpdir(), 'officine-tests-'))

function run(title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${title} ──`)
  const startedAt = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`── ${title}: ${status === 0 ? 'ok' : 'failed'} in ${Math.round((Date.now() - startedAt) / 1000)} s ──`)
  return status === 0
}

/** Reads a runner's JSON report; without one, or with a failure that no test owns, the step is one failure. */
function count(ok: boolean, file: string, read: (report: Record<string, unknown>) => Count): Count {
  const counted = ((): Count => {
    try {
      return read(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
    } catch {
      return { passed: 0, failed: 0, skipped: 0 }
    }
  })()
  return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 }
}

/** What failed, said again at the very end: the runner's own words stand thousands of lines above the last one. */
const failures: string[] = []

type TestFile = {
  name: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}

function failedTests(file: string): string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: TestFile[] }
    return testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${relative(process.cwd(), name)}: ${message}`] : []),
      ...assertionResults
        .filter((each) => each.status === 'failed')
        .map(
          (each) =>
            `${relative(process.cwd(), name)} › ${each.fullName}\n${(each.failureMessages ?? []).join('\n').slice(0, 2000)}`,
        ),
    ])
  } catch {
    return ['the tests left no report']
  }
}

function check(): Count {
  const parts = ['code', 'walls', 'unused'].map((part) =>
    run(`check: ${part}`, 'npm', ['run', '--silent', `check:${part}`]),
  )
  return { passed: parts.filter(Boolean).length, failed: parts.filter((ok) => !ok).length, skipped: 0 }
}

function unit(): Count {
  const file = join(reports, 'vitest.json')
  const ok = run('tests', 'npx', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  if (!ok) failures.push(...failedTests(file))
  return count(ok, file, (report) => ({
    passed: Number(report.numPassedTests),
    failed: Number(report.numFailedTests),
    skipped: Number(report.numPendingTests),
  }))
}

function journeys(): Count {
  const file = join(reports, 'playwright.json')
  ensureChromium()
  const built = run('build', 'npm', ['run', '--silent', 'build'], {
    VITE_API_BASE: '/api',
    VITE_AUTH_EMULATOR: 'same-origin',
  })
  if (!built) return { passed: 0, failed: 1, skipped: 0 }
  const ok = run(
    'journeys',
    'npx',
    ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  )
  return count(ok, file, (report) => {
    const stats = report.stats as { expected: number; unexpected: number; flaky: number; skipped: number }
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
  })
}

/** Real windows sell while everything breaks; each law of the shop is one test. The windows were built for the journeys. On a slow machine time ends it, and says so. */
function chaos(database: 'pglite' | 'postgresql', options: readonly string[]): Count & { shown: number } {
  const file = join(reports, `chaos-${database}.json`)
  const ok = run(`chaos: ${database}`, 'npx', [
    'tsx',
    'chaos/chaos.ts',
    '--no-build',
    '--database',
    database,
    '--report',
    file,
    ...options,
  ])
  let shown = 0
  const counted = count(ok, file, ({ laws, figures }) => {
    ;({ shown } = figures as { shown: number })
    const broken = (laws as { name: string; broken: string[] }[]).filter((law) => law.broken.length > 0)
    for (const law of broken) failures.push(`chaos, ${database}: ${law.name}\n${law.broken.join('\n').slice(0, 2000)}`)
    return { passed: (laws as unknown[]).length - broken.length, failed: broken.length, skipped: 0 }
  })
  return { ...counted, shown }
}

/** In all. What a slow machine leaves undone of the first engine's sales is asked of the second. */
const leastSold = 300

function chaosOfAll(): Count[] {
  if (!postgresBinaries()) {
    const alone = chaos('pglite', ['--seed', '5', '--sales', String(leastSold), '--every', '10', '--minutes', '30'])
    return [alone, soldEnough(alone.shown)]
  }
  const first = chaos('pglite', ['--seed', '5', '--sales', '250', '--every', '10', '--minutes', '18'])
  const second = chaos('postgresql', [
    '--seed',
    '6',
    '--sales',
    String(Math.max(60, leastSold - first.shown)),
    '--windows',
    '3',
    '--minutes',
    '12',
  ])
  return [first, second, soldEnough(first.shown + second.shown)]
}

function soldEnough(shown: number): Count {
  if (shown >= leastSold) return { passed: 1, failed: 0, skipped: 0 }
  failures.push(`chaos: ${shown} sales were shown in all, of the ${leastSold} that are asked for`)
  return { passed: 0, failed: 1, skipped: 0 }
}

const counts = [check(), unit(), journeys(), ...chaosOfAll()]
rmSync(reports, { recursive: true, force: true })
for (const each of failures) console.log(`\nfailed: ${each}`)
const total = (key: keyof Count): number => counts.reduce((sum, each) => sum + each[key], 0)
const skipped = total('skipped')
console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = total('failed') === 0 && total('passed') > 0 ? 0 : 1
