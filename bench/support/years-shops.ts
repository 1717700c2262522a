import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openEmbedded, type EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { fillYears, yearsSteps, type YearsShop, type YearsSize } from '#tests/server/support/years/fill-years.ts'
import { administer, databaseIn } from '#tests/support/cluster.ts'

export type BenchShop = { name: string; database: Database; filled: YearsShop }
export type YearsShops = {
  embedded: EmbeddedPostgres
  directory: string
  /** A pharmacy of this size, filled when it is not there yet. */
  openShopOf(size: YearsSize): Promise<BenchShop>
}

/** The PostgreSQL of filled pharmacies, kept in `data/bench-years`. The caller stops `embedded`. */
export async function openYearsShops(): Promise<YearsShops> {
  const directory = join(import.meta.dirname, '../../data/bench-years')
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o711)
  const embedded = await openEmbedded({ directory: join(directory, 'postgresql'), say: console.log })
  await administer(embedded.adminUrl, 'alter role officine createdb')
  await administer(embedded.adminUrl, 'grant set on parameter session_replication_role to officine')
  return { embedded, directory, openShopOf: (size) => openShopOf(embedded, size) }
}

/** The database of this size; its name changes with the schema and the filler. */
async function openShopOf({ url }: EmbeddedPostgres, size: YearsSize): Promise<BenchShop> {
  const made = JSON.stringify([yearsSteps, (await readMigrations()).map(({ checksum }) => checksum)])
  const print = createHash('sha256').update(made).digest('hex').slice(0, 8)
  const name = `years_${size.days}_${size.daily}_${size.seed}_${print}`
  await administer(url, `create database ${name}`).catch((error: { code?: string }) => {
    const isThere = error.code === '42P04'
    if (!isThere) throw error
  })
  const database = await openDatabase({ url: databaseIn(url, name), isOurs: true })
  console.log(`${size.days} days of ${size.daily} sales, in ${name}`)
  const startedAt = performance.now()
  const filled = await fillYears(database, size, (step) => console.log(`  ${step}`))
  console.log(`  there after ${((performance.now() - startedAt) / 1000).toFixed(0)} s; its ledgers add up`)
  return { name, database, filled }
}
