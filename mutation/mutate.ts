/**
 * `npm run mutation`: changes the sources one place at a time and asks whether a test notices. `--files returns,identity` keeps the files whose path
 * contains one of these texts; `--sample 300` draws that many mutants by `--seed`; `--threshold 90` ends with 1 below that score; `--minutes 30` starts
 * no mutant after that time; `--shards 2` at once; `--list` only prints the mutants. The mutants are written into copies of the tree (docs/decisions/0021).
 */
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ifInterrupted } from '../bench/support/if-interrupted.ts'
import { chanceOf } from '../chaos/support/chance.ts'
import { equivalents } from './support/equivalents.ts'
import { mutantsOf, type Mutant } from './support/mutants.ts'
import { changeOf, printReport, spot, type Judged } from './support/report.ts'
import type { Answer, Job } from './support/shard.ts'
import { subjects } from './support/tests-beside.ts'
import { copyTree } from './support/tree-copy.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    threshold: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '600' },
    shards: { type: 'string', default: String(availableParallelism()) },
    project: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  },
})
const whole = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} ${text}: a whole number`)
  return Number(text)
}

const chosen = subjects(values.files.split(',').filter(Boolean))
const groupsOf = new Map(chosen.map(({ file, groups }) => [file, groups]))
const all = chosen
  .flatMap(({ file }) => mutantsOf(file, readFileSync(file, 'utf8')))
  .filter((mutant) => !equivalents.some((known) => known.file === mutant.file && known.change.test(changeOf(mutant))))
const chance = chanceOf(whole('seed', values.seed))
const sample = inTurns(
  values.sample === undefined ? all : chance.shuffled(all).slice(0, whole('sample', values.sample)),
)

if (values.list) {
  for (const mutant of sample) console.log(spot(mutant))
} else {
  console.log(`${sample.length} of ${all.length} mutants in ${chosen.length} files, seed ${values.seed}`)
  const score = printReport(await judgeAll(sample))
  process.exitCode = score >= whole('threshold', values.threshold) ? 0 : 1
}

/** File by file, so that a worker keeps to few tests; the files in an order that the seed draws, so that no part is always the one that the time leaves out. */
function inTurns(mutants: readonly Mutant[]): Mutant[] {
  const files = chance.shuffled([...new Set(mutants.map(({ file }) => file))])
  return files.flatMap((file) =>
    mutants.filter((mutant) => mutant.file === file).toSorted((one, other) => one.start - other.start),
  )
}

async function judgeAll(mutants: readonly Mutant[]): Promise<Judged[]> {
  const { directories, remove } = copyTree(Math.min(whole('shards', values.shards), Math.max(1, mutants.length)))
  const shards = new Set<ChildProcess>()
  /** A shard closes its tests before it ends; until then it still uses its copy. */
  const endShards = async (): Promise<void> => {
    const ended = [...shards].map((shard) => new Promise((done) => shard.once('exit', done)))
    for (const shard of shards) shard.kill()
    await Promise.all(ended)
    remove()
  }
  const callOff = ifInterrupted(endShards)
  const until = Date.now() + whole('minutes', values.minutes) * 60_000
  const queue = [...mutants.keys()]
  const results: Judged[] = []
  try {
    await Promise.all(directories.map((directory) => runShard(directory)))
  } finally {
    callOff()
    await endShards()
  }
  if (queue.length > 0) console.log(`${queue.length} mutants were left out: the time was over`)
  return results

  function runShard(directory: string): Promise<void> {
    return new Promise((done, failed) => {
      const failFast = pathToFileURL(`${directory}/mutation/support/fail-fast.mjs`).href
      const shard = fork(`${directory}/mutation/support/shard.ts`, values.project, {
        cwd: directory,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: ['--import', 'tsx'],
        env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${failFast}` },
      })
      shards.add(shard)
      shard.on('error', failed)
      shard.on(
        'exit',
        (code) => (shards.delete(shard), code === 0 ? done() : failed(new Error(`a shard ended with ${code}`))),
      )
      shard.on('message', (message: Answer | 'ready') => {
        if (message !== 'ready') {
          if ('broken' in message) return failed(new Error(message.broken))
          const mutant = mutants[message.id]!
          results.push({ mutant, verdict: message.verdict })
          if (message.verdict !== 'killed') console.log(`${message.verdict}  ${spot(mutant)}`)
        }
        const next = Date.now() < until ? queue.shift() : undefined
        if (next === undefined) return shard.disconnect()
        const mutant = mutants[next]!
        shard.send({ id: next, mutant, groups: groupsOf.get(mutant.file)! } satisfies Job)
      })
    })
  }
}
