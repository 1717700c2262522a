/** The parts of `npm test` and `npm run test:deep`: a step runs a program, reads its report and counts what passed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Count = { passed: number; failed: number; skipped: number }
/** One test file or journey, to find what costs the most. */
export type Duration = { name: string; seconds: number }

/** A folder for the reports of the runners; `conclude` removes it. */
export const reports = mkdtempSync(join(tmpdir(), 'officine-tests-'))
/** Printed at the end, where they are seen: the output of the runner is thousands of lines above. */
export const failures: string[] = []
/** Journeys that failed and then passed alone. They count as passed, and are printed above the last line. */
export const flaky: string[] = []
/** Lists of durations by title; the ten longest of each are printed. */
export const durations: Record<string, Duration[]> = {}
const steps: Duration[] = []

/** Runs a program to its end; true when it succeeded. */
export function run(title: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${title} ──`)
  const startedAt = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  steps.push({ name: title, seconds })
  console.log(`── ${title}: ${status === 0 ? 'ok' : 'failed'} in ${seconds} s ──`)
  return status === 0
}

/** The JSON that a runner has left; undefined without one. */
export function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** A runner that fails without a failed test of its own (no report, an error outside of the tests) counts as one failure. */
export function atLeastOne(ok: boolean, counted: Count | undefined): Count {
  const count = counted ?? { passed: 0, failed: 0, skipped: 0 }
  return ok || count.failed > 0 ? count : { ...count, failed: 1 }
}

/** One step that either succeeds or not. */
export function oneOf(ok: boolean, title: string): Count {
  if (!ok) failures.push(title)
  return { passed: Number(ok), failed: Number(!ok), skipped: 0 }
}

/** Prints the durations, the flaky journeys and the failures, then the last line « N passed, N failed »; sets the exit code. */
export function conclude(counts: readonly Count[]): void {
  rmSync(reports, { recursive: true, force: true })
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0)
  printDurations('steps', [...steps, { name: 'all', seconds: total }])
  for (const [title, list] of Object.entries(durations))
    printDurations(`slowest ${title}`, list.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10))
  for (const each of failures) console.log(`\nfailed: ${each}`)
  for (const each of flaky) console.log(`\nflaky: ${each}`)
  const { passed, failed, skipped } = sumOf(counts)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

export function sumOf(counts: readonly Count[]): Count {
  const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

function printDurations(title: string, list: readonly Duration[]): void {
  console.log(`\n${title}`)
  for (const { name, seconds } of list) console.log(`${seconds.toFixed(0).padStart(6)} s  ${name}`)
}
