/**
 * `npm run bench:years -- --years 3 --sales 200 [--seed 1] [--plans DIRECTORY]`: every reading call of the contract to a
 * pharmacy of so many years with so many sales a day, beside the same pharmacy after two months. The database stays in
 * `data/bench-years`: a second run starts at once, an interrupted one goes on. `--plans` keeps the plans of the slowest.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { openYearsApi, type Question, type Reads } from '#tests/server/support/years/ask-years.ts'
import type { YearsSize } from '#tests/server/support/years/fill-years.ts'
import { administer, databaseIn } from '#tests/support/cluster.ts'
import { printHostileSearches } from './support/hostile-searches.ts'
import { ifInterrupted } from './support/if-interrupted.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'
import { openYearsShops, type BenchShop } from './support/years-shops.ts'

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '3' },
    sales: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    plans: { type: 'string' },
    rows: { type: 'string', default: '60' },
  },
})
const [years, daily, seed] = [Number(values.years), Number(values.sales), Number(values.seed)]
const small: YearsSize = { days: 60, daily, seed }
const big: YearsSize = { days: Math.round(years * 365), daily, seed }
/** A call this slow is asked once; a quicker one several times. */
const slowMs = 1_000
const runs = 5
const plansOf = 10
const mostTables = 15

type Measured = { question: Question; p50: number; reads: Reads; returned: number; status: number }

const { embedded, directory, openShopOf } = await openYearsShops()
const callOff = ifInterrupted(() => embedded.stop())
try {
  const [smallShop, bigShop] = [await openShopOf(small), await openShopOf(big)]
  const before = await measure(smallShop)
  const after = await measure(bigShop)
  const slowest = [...after.values()].toSorted((a, b) => b.p50 - a.p50)
  printTable(
    `${slowest.length} questions to ${years} years at ${daily} sales a day, beside two months; the slowest first`,
    ['call', 'p50 ms', 'two months', 'ratio', 'rows read', 'pages', 'returned', 'rows a row'],
    slowest.slice(0, Number(values.rows)).map((one) => {
      const former = before.get(nameOf(one.question))
      return [
        `${nameOf(one.question)}${one.status === 200 ? '' : ` (${one.status})`}`,
        one.p50.toFixed(1),
        former ? former.p50.toFixed(1) : '',
        former ? (one.p50 / former.p50).toFixed(1) : '',
        one.reads.rows,
        one.reads.pages,
        one.returned,
        Math.round(one.reads.rows / one.returned),
      ]
    }),
  )
  await printSizes(bigShop)
  await sellBesideSearches(bigShop)
  if (values.plans) await keepPlans(values.plans, bigShop, slowest.slice(0, plansOf))
  await smallShop.database.close()
  await bigShop.database.close()
} finally {
  callOff()
  await embedded.stop()
}

function nameOf({ call, variant }: Question): string {
  return `${call} ${variant}`
}

/** Times first; what is read is counted in another round, since counting takes time. */
async function measure({ database, filled }: BenchShop): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>()
  const timed = await openYearsApi(database, filled, { counts: false })
  for (const question of timed.questions) {
    const times: number[] = []
    let answer
    do {
      const startedAt = performance.now()
      answer = await question.ask()
      times.push(performance.now() - startedAt)
    } while (times.length < runs && times[0]! < slowMs)
    const { status, returned } = answer
    measured.set(nameOf(question), {
      question,
      p50: percentilesOf(times).p50,
      status,
      returned,
      reads: { rows: 0, pages: 0 },
    })
  }
  await timed.close()
  const counted = await openYearsApi(database, filled, { counts: true })
  for (const question of counted.questions) {
    await question.ask()
    measured.get(nameOf(question))!.reads = counted.reads()
  }
  await counted.close()
  return measured
}

/** What a year adds to the disk (docs/retention.md), table by table. */
async function printSizes({ database }: BenchShop): Promise<void> {
  const { rows } = await database.platform((tx) =>
    sql<{ name: string; rows: number; bytes: number }>`
      select c.relname as name, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 3 desc`.execute(tx),
  )
  const megabytes = (bytes: number) => (bytes / years / 1_000_000).toFixed(1)
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  printTable(
    `what a year adds, ${megabytes(total)} MB in all`,
    ['table', 'rows a year', 'MB a year'],
    rows
      .slice(0, mostTables)
      .map(({ name, rows: count, bytes }) => [name, Math.round(count / years), megabytes(bytes)]),
  )
}

async function sellBesideSearches({ database, filled }: BenchShop): Promise<void> {
  const api = await openYearsApi(database, filled, { counts: false })
  await printHostileSearches(api, filled)
  await api.close()
}

/** Asks the slowest again while PostgreSQL logs the plans of its statements; one file for each. */
async function keepPlans(folder: string, { name, filled }: BenchShop, slowest: readonly Measured[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '20',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
  }
  const change = async (of: (setting: string, value: string) => string) => {
    for (const [setting, value] of Object.entries(settings))
      await administer(embedded.adminUrl, `alter database ${name} ${of(setting, value)}`)
  }
  await change((setting, value) => `set ${setting} = '${value}'`)
  const database = await openDatabase({ url: databaseIn(embedded.url, name), isOurs: true })
  const api = await openYearsApi(database, filled, { counts: false })
  try {
    for (const [place, { question }] of slowest.entries()) {
      const before = logged().length
      await api.questions.find((one) => nameOf(one) === nameOf(question))!.ask()
      writeFileSync(join(folder, `${place + 1} ${nameOf(question)}.txt`), logged().slice(before))
    }
  } finally {
    await api.close()
    await database.close()
    await change((setting) => `reset ${setting}`)
  }
  console.log(`The plans of the ${slowest.length} slowest are in ${folder}.`)
}

/** Everything that PostgreSQL has logged. */
function logged(): string {
  const folder = join(directory, 'postgresql/log')
  return readdirSync(folder)
    .filter((name) => name.startsWith('postgresql-'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}
