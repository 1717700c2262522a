/**
 * `npm run bench:operations [-- --years 3 --sales 450]`: what the backup and the records of calls cost a closing, and how
 * long the restore of a shop of so many years takes; without years, of a shop of a day. The rounds with and without
 * alternate, so that other load of the machine affects both. PostgreSQL as a shop runs it (fsync on).
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { sales } from '#shared/contract/sales.ts'
import type { Backup } from '#server/backup/backup-loop.ts'
import { readLines, shopFolders } from '#server/backup/medium.ts'
import { restore } from '#server/backup/restore.ts'
import { recordFiles } from '#server/recording/record-files.ts'
import { openRecorder, recordedFolder, type Recorder } from '#server/recording/recorder.ts'
import { backedShop } from '#tests/server/support/backed-shop.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { fillYears } from '#tests/server/support/years/fill-years.ts'
import { administer } from '#tests/support/cluster.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'

const { values } = parseArgs({
  options: { years: { type: 'string', default: '0' }, sales: { type: 'string', default: '450' } },
})
const rounds = Number(process.env.BENCH_ROUNDS ?? 10)
const salesOfRound = 100

const startedAt = performance.now()
const records = { on: false }
let recorder: Recorder
const switched = {
  note: (line: string) => records.on && recorder.note(line),
  forgetErased: () => undefined,
} as Recorder
const backed = await backedShop('bench operations', undefined, { recorder: switched })
recorder = openRecorder({
  folder: recordedFolder(backed.dataDirectory),
  key: backed.key,
  database: backed.database,
  onError: (error) => console.error(error),
})
recorder.start()
let backup: Backup = backed.backup
try {
  await hasBase(backup)
  const firstBaseMs = performance.now() - startedAt
  const times = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round <= rounds; round += 1)
    for (const name of ['with', 'without'] as const) {
      if (name === 'without') await backup.stop()
      const taken = await closings()
      // The first round warms up.
      if (round > 0) times[name].push(...taken)
      if (name === 'without') backup = await backed.openBackup()
      await isStored(backup)
    }
  const recorded = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < rounds; round++)
    for (const name of ['without', 'with'] as const) {
      records.on = name === 'with'
      recorded[name].push(...(await closings()))
    }
  await recorder.stop()
  const unrecorded = percentilesOf(recorded.without)
  printTable(
    'Closing a cash sale of 3 lines, in ms',
    ['', 'sales', 'p50', 'p95', 'p50 against none'],
    (['without', 'with'] as const).map((name) => {
      const { count, p50, p95 } = percentilesOf(recorded[name])
      return [`${name} records`, count, p50.toFixed(2), p95.toFixed(2), `× ${(p50 / unrecorded.p50).toFixed(3)}`]
    }),
  )
  const kept = await recordFiles(recordedFolder(backed.dataDirectory))
  const bytes = kept.reduce((sum, file) => sum + file.bytes, 0)
  console.log(`records of a closing: ${Math.round(bytes / (rounds * salesOfRound))} bytes`)
  const usual = percentilesOf(times.without)
  printTable(
    'Closing a cash sale of 3 lines, in ms',
    ['', 'sales', 'p50', 'p95', 'p50 against none'],
    (['without', 'with'] as const).map((name) => {
      const { count, p50, p95 } = percentilesOf(times[name])
      return [`${name} a backup`, count, p50.toFixed(2), p95.toFixed(2), `× ${(p50 / usual.p50).toFixed(3)}`]
    }),
  )
  await tellRestore('a shop of a day', `${(firstBaseMs / 1000).toFixed(1)} s with its database`)
  if (Number(values.years) > 0) await tellRestoreOfYears()
} finally {
  await backup.stop()
  await backed.end()
}

/** Restores what the medium has, once. */
async function tellRestore(of: string, baseTook: string): Promise<void> {
  const lines = await readLines((await shopFolders(backed.medium))[0]!)
  const megabytes = (files: { bytes: number }[]): string =>
    `${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`
  const { rows } = await backed.database.platform((tx) =>
    sql<{ movements: number; size: number }>`
      select (select count(*)::int from stock_movements) as movements, pg_database_size(current_database()) as size`.execute(
      tx,
    ),
  )
  const from = performance.now()
  const to = join(backed.room, 'restored')
  await restore({ from: backed.medium, to, key: backed.key })
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  await rm(to, { recursive: true })
  printTable(
    `Backup and restore of ${of}`,
    ['', ''],
    [
      ['movements of stock', rows[0]!.movements],
      ['database', `${(rows[0]!.size / 1e6).toFixed(0)} MB`],
      ['base', baseTook],
      ['bases on the medium', megabytes(lines.flatMap((line) => line.bases))],
      ['log on the medium', megabytes(lines.flatMap((line) => line.logs))],
      ['restore, with its migrations checked', `${seconds} s`],
    ],
  )
}

/** The years are written beside the backup; the medium then gets a base of them, and the restore takes that. */
async function tellRestoreOfYears(): Promise<void> {
  const admin = backed.database.backupUrl!.replace('officine_backup', 'postgres')
  await administer(admin, 'grant set on parameter session_replication_role to officine')
  await backup.stop()
  const size = { days: Math.round(Number(values.years) * 365), daily: Number(values.sales), seed: 1 }
  await fillYears(backed.database, size, console.log)
  await rm(backed.medium, { recursive: true })
  await mkdir(backed.medium)
  const from = performance.now()
  backup = await backed.openBackup()
  await hasBase(backup)
  const baseTook = `${((performance.now() - from) / 1000).toFixed(1)} s`
  await isStored(backup)
  await tellRestore(`${values.years} years of ${values.sales} sales a day`, baseTook)
}

async function closings(): Promise<number[]> {
  const seller = backed.as(backed.shop.vendeur.token)
  const taken: number[] = []
  for (let sold = 0; sold < salesOfRound; sold++) {
    const body = aSale(backed.shop, { lines: [0, 1, 2].map((index) => lineOf(backed.shop, index as 0 | 1 | 2)) })
    const from = performance.now()
    await seller.call(sales.close, { body })
    taken.push(performance.now() - from)
  }
  return taken
}

async function hasBase(of: Backup): Promise<void> {
  while (!(await of.status()).newestBaseAt) await new Promise((again) => setTimeout(again, 50))
}

async function isStored(of: Backup): Promise<void> {
  while ((await of.status()).lagBytes !== 0) await new Promise((again) => setTimeout(again, 50))
}
