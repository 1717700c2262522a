/**
 * `npm test`: the check, every test, the journeys, and a chaos smoke. The last line is « N passed, N failed »; the exit code says the same.
 * `npm run test:deep` asks the same laws at length.
 */
import { join } from 'node:path'
import { ensureChromium } from '../e2e/chromium.ts'
import {
  buildWindows,
  chaos,
  conclude,
  count,
  oneOf,
  reports,
  run,
  vitest,
  windowsHoldNoSecret,
  type Count,
} from './support/steps.ts'

function check(): Count[] {
  return ['format', 'code', 'walls', 'unused', 'audit'].map((part) =>
    oneOf(run(`check: ${part}`, 'npm', ['run', '--silent', `check:${part}`]), `check: ${part}`),
  )
}

function journeys(): Count {
  const file = join(reports, 'playwright.json')
  const test = ['playwright', 'test', '--config', 'e2e/playwright.config.ts']
  const ok = run('journeys', 'npx', [...test, '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  let failed = 0
  const counted = count(ok, file, (report) => {
    const stats = report.stats as { expected: number; unexpected: number; flaky: number; skipped: number }
    failed = stats.unexpected + stats.flaky
    return { passed: stats.expected, failed, skipped: stats.skipped }
  })
  // Recording costs a third of the processor: only who failed is recorded, in a second run that decides nothing.
  if (failed > 0)
    run('journeys that failed, recorded in test-results/', 'npx', [
      ...test,
      '--last-failed',
      '--trace',
      'on',
      '--reporter=list',
    ])
  return counted
}

/** Every kind of accident has its turn in a longer run; this one has those first that nothing else shows. */
const smoke = ['--seed', '5', '--sales', '50', '--every', '4', '--windows', '3']

/** What needs the built windows and Chromium. */
function inChromium(): Count[] {
  ensureChromium()
  const built = buildWindows()
  return [
    oneOf(built, 'build'),
    ...(built ? [oneOf(windowsHoldNoSecret(), 'no secret in the windows'), journeys(), chaos(smoke)] : []),
  ]
}

conclude([...check(), vitest('tests', []), ...inChromium()])
