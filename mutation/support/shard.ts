/**
 * One worker of a mutation run. It owns a copy of the tree, its working directory: it writes a mutant into the copy, runs the tests and writes the
 * source back. Vitest stays open between mutants, so that the database server and the transformed modules are reused.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'
import { applyMutant, type Mutant } from './mutants.ts'

export type Job = { id: number; mutant: Mutant; groups: string[][] }
/** `unjudged`: a part of its tests is too slow here, and the others notice nothing. */
export type Verdict = 'killed' | 'survived' | 'hung' | 'unjudged'
export type Answer = { id: number; verdict: Verdict } | { broken: string }

const project = process.argv.slice(2)
const slowerTimes = 4
const leastMs = 15_000

const vitest = await createVitest('test', {
  watch: false,
  reporters: [{}],
  bail: 1,
  maxWorkers: 1,
  ...(project.length > 0 ? { project } : {}),
})
await vitest.standalone()
/** How long each group takes without a mutant; null: too long. */
const baseline = new Map<string, number | null>()

process.on('message', (job: Job) => void judge(job).then(answer, (error: unknown) => answer({ broken: String(error) })))
// A red test sets the exit code, and here red is what is wanted.
const end = (): void => void vitest.close().finally(() => process.exit(0))
// Closing stops the database server of the tests, which would go on without us.
for (const way of ['disconnect', 'SIGTERM', 'SIGINT'] as const) process.on(way, end)
process.send!('ready')

function answer(given: Answer): void {
  process.send!(given)
}

async function judge({ id, mutant, groups }: Job): Promise<Answer> {
  let unnoticed: Verdict = 'survived'
  for (const group of groups) {
    const usualMs = await baselineOf(group)
    if (usualMs === null) unnoticed = 'unjudged'
    else {
      const verdict = await withMutant(mutant, () => outcomeOf(group, leastMs + slowerTimes * usualMs))
      if (verdict !== 'survived') return { id, verdict }
    }
  }
  return { id, verdict: unnoticed }
}

/** A failing test without any mutant would kill every mutant: it ends the whole run. */
async function baselineOf(group: string[]): Promise<number | null> {
  const key = group.join(' ')
  const known = baseline.get(key)
  if (known !== undefined) return known
  const startedAt = performance.now()
  const verdict = await outcomeOf(group, 600_000)
  if (verdict === 'killed') throw new Error(`without a mutant, ${key} is red`)
  const ms = verdict === 'survived' ? performance.now() - startedAt : null
  baseline.set(key, ms)
  return ms
}

async function withMutant<T>(mutant: Mutant, run: () => Promise<T>): Promise<T> {
  const path = resolve(mutant.file)
  const source = readFileSync(path, 'utf8')
  try {
    writeFileSync(path, applyMutant(source, mutant))
    vitest.invalidateFile(path)
    return await run()
  } finally {
    writeFileSync(path, source)
    vitest.invalidateFile(path)
  }
}

async function outcomeOf(tests: readonly string[], limitMs: number): Promise<Exclude<Verdict, 'unjudged'>> {
  const specifications: TestSpecification[] = await vitest.globTestSpecifications(tests.map((test) => resolve(test)))
  if (specifications.length === 0) throw new Error(`no test runs for ${tests.join(' ')}`)
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    // An endless loop hears nothing: the second call kills the worker's process.
    void vitest.cancelCurrentRun('keyboard-input')
    void vitest.cancelCurrentRun('keyboard-input')
  }, limitMs)
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    if (isLate) return 'hung'
    // The result names the files of every run so far.
    const files = new Set(specifications.map(({ moduleId }) => moduleId))
    return unhandledErrors.length === 0 && testModules.every((module) => !files.has(module.moduleId) || module.ok())
      ? 'survived'
      : 'killed'
  } finally {
    clearTimeout(limit)
    vitest.state.clearErrors()
  }
}
