/**
 * `npm run test:deep`: what `npm test` samples, whole and at length. Every part runs, also after a failure; `-- chaos kills` runs some of them.
 * A part is meant to end within an hour on two cores; all of them take a night. OFFICINE_SEED repeats the attacks and the requests of a run.
 */
import { execFileSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { ensureChromium } from '../e2e/chromium.ts'
import { oldestBinaries } from './server/support/oldest-binaries.ts'
import { journeys } from './support/journeys-step.ts'
import { otherNode } from './support/other-node.ts'
import { conclude, failures, oneOf, run, sumOf, type Count } from './support/steps.ts'
import { vitest } from './support/vitest-step.ts'
import { buildWindows, chaos, fiscalChaos } from './support/windows-step.ts'

const seed = process.env.OFFICINE_SEED ?? String(Date.now() % 1_000_000_000)
const skipped = { passed: 0, failed: 0, skipped: 1 }

/** No mutant is started after fifty minutes; another seed judges others. */
const oneHourOfMutants = ['--sample', '400', '--minutes', '50', '--threshold', '90', '--seed', seed]

const parts: Record<string, () => Count[]> = {
  walks: () => [vitest('walks over all calls', server('bad-input', 'attack-walk', 'openapi-fuzz'))],
  ...parted('attacks', 3, (shard) => [
    vitest(`attacks, ${shard}`, server('attack-walk'), { OFFICINE_ATTACKS: '5', OFFICINE_SEED: seedOf(shard) }),
  ]),
  ...parted('fuzz', 2, (shard) => [
    vitest(`fuzz, ${shard}`, server('openapi-fuzz'), { OFFICINE_FUZZ: '10', OFFICINE_SEED: seedOf(shard) }),
  ]),
  properties: () => [vitest('properties', propertyFiles('server', false), { OFFICINE_RUNS: '10' })],
  ...parted('properties-of-the-server', 6, (shard) => [
    vitest(`properties of the server, ${shard}`, [...propertyFiles('server', true), `--shard=${shard}`], {
      OFFICINE_RUNS: '10',
    }),
  ]),
  kills: () => [vitest('kills', server('embedded/kills'), { OFFICINE_KILLS: '20' })],
  disasters: () => [vitest('disasters', server('backup/disasters'), { OFFICINE_DISASTERS: '50', OFFICINE_SEED: seed })],
  years: () => [vitest('laws of cost in three years', server('years-cost'), { OFFICINE_YEARS: 'whole' })],
  oldest: () => {
    if (oldestBinaries())
      return [vitest('the oldest PostgreSQL', ['--project', 'server'], { TEST_OLDEST_POSTGRES: '1' })]
    console.log('\nPostgreSQL 15 is not installed here: the server’s tests run on the embedded one only.')
    return [skipped]
  },
  archive: () => [
    buildWindows()
      ? vitest('the archive that is installed', server('archive'), { OFFICINE_ARCHIVE: '1' })
      : oneOf(false, 'build'),
  ],
  journeys: () => inChromium(() => [journeys([], { OFFICINE_DEEP: '1' })]),
  updates: () => hastyUpdates(),
  'updates-debugged': () => hastyUpdates('--debugger'),
  chaos: () => inChromium(() => [chaos(['--sales', '1000'])]),
  'fiscal-chaos': () => [fiscalChaos(['--sales', '1000']), fiscalChaos(['--sales', '1000', '--platform', 'fne'])],
  node22: () => onNode(22),
  node24: () => onNode(24),
  mutations: () => [
    oneOf(
      run('mutations', 'npm', ['run', '--silent', 'mutation', '--', ...oneHourOfMutants]),
      'mutations: the score is below its aim',
    ),
  ],
}

/** A part that takes longer than an hour, in pieces: `name-1` to `name-count`. */
function parted(name: string, count: number, part: (shard: string) => Count[]): Record<string, () => Count[]> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${name}-${at + 1}`, () => part(`${at + 1}/${count}`)]),
  )
}

/** Each piece of attacks has a seed of its own, which its run prints. */
function seedOf(shard: string): string {
  return String(Number(seed) + Number.parseInt(shard) - 1)
}

function server(...files: string[]): string[] {
  return ['--project', 'server', ...files.map((file) => `tests/server/${file}`)]
}

/** The test files with properties that run more often at length; the walks over all calls have parts of their own. */
function propertyFiles(folder: string, isIn: boolean): string[] {
  return execFileSync(
    'git',
    ['grep', '-lE', 'fast-check|property-setup', '--', 'tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => file && file.startsWith(`tests/${folder}/`) === isIn && !/attack-walk|openapi-fuzz/.test(file))
}

function inChromium(steps: () => Count[]): Count[] {
  ensureChromium()
  return buildWindows() ? steps() : [oneOf(false, 'build')]
}

function hastyUpdates(...options: string[]): Count[] {
  const name = ['hasty updates', ...options].join(' ')
  const rounds = () => run(name, 'npx', ['tsx', 'e2e/update-rounds.ts', '--rounds', '50', ...options])
  return inChromium(() => [oneOf(rounds(), `${name}: a window stayed blank`)])
}

/** The tests of the server and the journeys of `npm test` on another Node than this one. */
function onNode(major: 22 | 24): Count[] {
  const env = { PATH: [otherNode(major), process.env.PATH].join(delimiter) }
  const tests = vitest(`the server on Node ${major}`, ['--project', 'server'], env)
  return [tests, ...inChromium(() => [journeys([], env)])]
}

/** A part that throws is a failure like another: the parts after it run. */
function runPart(name: string, part: () => Count[]): Count {
  console.log(`\n════ ${name} (OFFICINE_SEED=${seed}) ════`)
  try {
    return sumOf(part())
  } catch (error) {
    failures.push(`${name}: ${String(error)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
const results = Object.entries(parts)
  .filter(([name]) => asked.length === 0 || asked.includes(name))
  .map(([name, part]) => ({ name, startedAt: Date.now(), count: runPart(name, part), endedAt: Date.now() }))

console.log('\npart                        minutes   passed   failed  skipped')
for (const { name, startedAt, endedAt, count } of results)
  console.log(
    [name.padEnd(26), ((endedAt - startedAt) / 60_000).toFixed(1), count.passed, count.failed, count.skipped]
      .map((cell) => String(cell).padStart(9))
      .join(''),
  )
conclude(results.map(({ count }) => count))
