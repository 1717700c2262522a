import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Pool, PoolClient } from 'pg'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Key of the advisory lock that two starting processes compete for. Any fixed number works. */
const migrationLock = 4_800_001

export type Migration = { name: string; sql: string; checksum: string }

/** The migration files, sorted by name. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, 'utf8')
      // Line endings are ignored: a checkout on Windows must not count as an edited file.
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
      return { name, sql, checksum }
    }),
  )
}

/**
 * Applies the missing migrations, each in one transaction, under a lock that a second process waits for. Throws when an
 * applied file has changed since, or when the database has applied a file that does not exist here.
 */
export async function migrate(pool: Pool, migrations: readonly Migration[]): Promise<void> {
  const client = await pool.connect()
  try {
    await inLockedTransaction(client, () => refuseUnknown(client, migrations))
    for (const migration of migrations) await inLockedTransaction(client, () => applyOnce(client, migration))
  } finally {
    client.release()
  }
}

async function inLockedTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function refuseUnknown(client: PoolClient, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  const unknown = rows.filter((row) => !migrations.some((migration) => migration.name === row.name))
  if (unknown.length > 0)
    throw new Error(`the database is newer than this program: it knows ${unknown.map((row) => row.name).join(', ')}`)
}

async function applyOnce(client: PoolClient, migration: Migration): Promise<void> {
  const { rows } = await client.query<{ checksum: string }>('select checksum from schema_migrations where name = $1', [
    migration.name,
  ])
  if (rows[0] && rows[0].checksum !== migration.checksum)
    throw new Error(
      `migration ${migration.name} was applied with another content: applied files are never edited, add a new one`,
    )
  if (rows[0]) return
  await client.query(migration.sql)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ])
}
