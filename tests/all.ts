/**
 * `npm test`: the check, every test, the journeys, and a short chaos. The last line is « N passed, N failed »; the exit code says the same.
 * `npm test -- --changed[=COMMIT]`: only what the changes since COMMIT touch. `npm run test:deep` runs what this one samples, and more.
 */
import { execFileSync } from 'node:child_process'
import { ensureChromium } from '../e2e/chromium.ts'
import { changedFiles, checkedFiles, journeysOf } from './support/changed.ts'
import { journeys } from './support/journeys-step.ts'
import { conclude, oneOf, run, type Count } from './support/steps.ts'
import { vitest } from './support/vitest-step.ts'
import {
  buildWindows,
  chaos,
  fiscalChaos,
  windowsHoldNoSecret,
  windowsStartOwnWorkers,
} from './support/windows-step.ts'

/** A quarter of the properties' runs, and one eighth of the walks over all calls: another one at each commit. */
const sample = { OFFICINE_RUNS: '0.25', OFFICINE_PART: `${(commitNumber() % 8) + 1}/8` }

/** Every kind of accident has its turn in a longer run; this one begins with those that no other test shows. */
const shortChaos = ['--seed', '5', '--sales', '50', '--every', '4', '--windows', '3']
const shortFiscalChaos = ['--seed', '3', '--sales', '100']

function all(): Count[] {
  // The walls are checked by tests/walls.test.ts.
  const parts = ['format', 'code', 'unused', 'audit']
  const check = parts.map((part) => oneOf(run(`check: ${part}`, 'npm', ['run', '--silent', `check:${part}`]), part))
  console.log(`\nThe walks over all calls visit part ${sample.OFFICINE_PART}; repeat it with OFFICINE_PART.`)
  const tests = vitest('tests', [], sample)
  return [...check, tests, fiscalChaos(shortFiscalChaos), ...inChromium(() => [journeys(), chaos(shortChaos)])]
}

function changed(base: string): Count[] {
  const files = changedFiles(base)
  const { all: written, code } = checkedFiles(files)
  const grep = journeysOf(files)
  return [
    ...(written.length > 0 ? [oneOf(run('format', 'npx', ['prettier', '--check', ...written]), 'format')] : []),
    ...(code.length > 0
      ? [oneOf(run('code', 'npx', ['oxlint', '--type-aware', '--type-check', '--deny-warnings', ...code]), 'code')]
      : []),
    oneOf(run('walls', 'npm', ['run', '--silent', 'check:walls']), 'walls'),
    vitest('tests', ['--changed', base, '--passWithNoTests'], sample),
    ...(grep ? inChromium(() => [journeys(['--grep', grep])]) : []),
  ]
}

/** What needs the built windows and Chromium. */
function inChromium(steps: () => Count[]): Count[] {
  ensureChromium()
  if (!buildWindows()) return [oneOf(false, 'build')]
  return [
    oneOf(true, 'build'),
    oneOf(windowsHoldNoSecret(), 'no secret in the windows'),
    oneOf(windowsStartOwnWorkers(), 'own workers in the windows'),
    ...steps(),
  ]
}

/** The first digits of the commit, so that two runs of a commit are the same; 0 outside of a repository. */
function commitNumber(): number {
  try {
    return Number.parseInt(
      execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).slice(0, 8),
      16,
    )
  } catch {
    return 0
  }
}

const [flag, base] = process.argv[2]?.split('=') ?? []
if (flag !== undefined && flag !== '--changed') throw new Error(`unknown argument ${flag}; there is --changed[=COMMIT]`)
conclude(flag ? changed(base ?? 'HEAD') : all())
