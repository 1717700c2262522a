/**
 * `npm run test:deep`: what `npm test` asks briefly, at length. Chaos of 1,000 sales, properties at ten times their runs, twenty kills of our process and
 * of PostgreSQL, random attacks on every call, thousands of requests made from the OpenAPI document, the server's tests on the oldest PostgreSQL that we support, and mutations of the rules. Takes hours; `-- chaos kills` runs some parts.
 */
import { ensureChromium } from '../e2e/chromium.ts'
import { oldestBinaries } from './server/support/oldest-binaries.ts'
import { buildWindows, chaos, conclude, oneOf, run, vitest, type Count } from './support/steps.ts'

const parts: Record<string, () => Count[]> = {
  kills: () => [vitest('kills', ['--project', 'server', 'tests/server/embedded/kills'], { OFFICINE_KILLS: '20' })],
  oldest: () => {
    if (oldestBinaries())
      return [vitest('server on the oldest PostgreSQL', ['--project', 'server'], { TEST_OLDEST_POSTGRES: '1' })]
    console.log('\nPostgreSQL 15 is not installed here: the server’s tests run on the embedded one only.')
    return [{ passed: 0, failed: 0, skipped: 1 }]
  },
  properties: () => [vitest('properties', [], { OFFICINE_RUNS: '10' })],
  attacks: () => {
    const seed = String(Date.now() % 1_000_000_000)
    console.log(`\nattacks on every call: repeat them with OFFICINE_SEED=${seed}`)
    return [
      vitest('attacks', ['--project', 'server', 'tests/server/attack-walk'], {
        OFFICINE_ATTACKS: '20',
        OFFICINE_SEED: process.env.OFFICINE_SEED ?? seed,
      }),
    ]
  },
  fuzz: () => {
    const seed = process.env.OFFICINE_SEED ?? String(Date.now() % 1_000_000_000)
    console.log(`\nrequests from the OpenAPI document: repeat them with OFFICINE_SEED=${seed}`)
    return [
      vitest('fuzz', ['--project', 'server', 'tests/server/openapi-fuzz'], {
        OFFICINE_FUZZ: '20',
        OFFICINE_SEED: seed,
      }),
    ]
  },
  mutations: () => [
    oneOf(
      run('mutations', 'npm', ['run', '--silent', 'mutation', '--', '--sample', '400', '--threshold', '90']),
      'mutations: the score is below its aim',
    ),
  ],
  chaos: () => {
    ensureChromium()
    return buildWindows() ? [chaos(['--sales', '1000'])] : [oneOf(false, 'build')]
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
conclude(Object.entries(parts).flatMap(([name, part]) => (asked.length === 0 || asked.includes(name) ? part() : [])))
