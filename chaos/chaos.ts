/**
 * `npm run chaos`: real Chromium windows sell for cash at the real server through a proxy, and everything that can break breaks at moments that a seed
 * chooses. Afterwards, with the network whole, every sale whose end was seen on a screen is counted. `--sales 10000 --windows 5` for a night;
 * `--database postgresql`; `--every 6` sales something breaks; `--seed` tells a run again; `--aloud` tells what happens as it happens,
 * `--report file` writes the laws as JSON. Ends with 1 when a law is broken, and tells the story.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ifInterrupted } from '../bench/support/if-interrupted.ts'
import { buildWindows } from '#server/start/windows.ts'
import { startCluster } from '#tests/server/support/global-postgres.ts'
import { postgresBinaries } from '#tests/server/support/postgres-binaries.ts'
import { runChaos } from './support/run-chaos.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    sales: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '600' },
    windows: { type: 'string', default: '4' },
    every: { type: 'string', default: '6' },
    database: { type: 'string', default: 'pglite' },
    report: { type: 'string' },
    aloud: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
})
const whole = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} ${text}: a whole number`)
  return Number(text)
}
const { database } = values
if (database !== 'pglite' && database !== 'postgresql') throw new Error(`--database ${database}: pglite or postgresql`)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : whole('seed', values.seed)

if (!values['no-build']) await buildWindows()
const binaries = postgresBinaries()
if (database === 'postgresql' && !binaries) throw new Error('PostgreSQL is not installed here')
const cluster = database === 'postgresql' ? await startCluster(binaries ?? '') : undefined
const callOff = ifInterrupted(() => cluster?.stop())
try {
  const { laws, figures } = await runChaos({
    seed,
    every: whole('every', values.every),
    database,
    isAloud: values.aloud,
    cluster: cluster && {
      databaseUrl: await newDatabase(cluster.url),
      adminUrl: adminOf(cluster.url),
      binaries: binaries ?? '',
    },
    sales: whole('sales', values.sales),
    minutes: whole('minutes', values.minutes),
    windows: whole('windows', values.windows),
  })
  if (values.report) writeFileSync(values.report, JSON.stringify({ seed, database, laws, figures }))
  process.exitCode = laws.every(({ broken }) => broken.length === 0) ? 0 : 1
} finally {
  callOff()
  await cluster?.stop()
}
process.exit()

/** The login that `startCluster` makes the cluster with. */
function adminOf(server: string): string {
  return Object.assign(new URL(server), { username: 'postgres' }).href
}

/** One that its login owns, as a shop has it. */
async function newDatabase(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('create database chaos')
  } finally {
    await client.end()
  }
  return Object.assign(new URL(server), { pathname: '/chaos' }).href
}
