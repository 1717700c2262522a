import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Pool, type PoolConfig } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { testDatabaseUrl } from '#tests/server/support/test-database.ts'

test('files are applied once, in the order of their names', async () => {
  const pool = await emptyPool()
  const migrations = await written({
    '0002-more.sql': 'alter table things add column more int;',
    '0001-things.sql': 'create table things (id int);',
  })
  await migrate(pool, migrations)
  await migrate(pool, migrations)
  await pool.query('insert into things (id, more) values (1, 2)')
  expect((await pool.query('select name from schema_migrations order by name')).rows).toEqual([
    { name: '0001-things.sql' },
    { name: '0002-more.sql' },
  ])
})

test('a file that changed after it was applied stops the start', async () => {
  const pool = await emptyPool()
  await migrate(pool, await written({ '0001-things.sql': 'create table things (id int);' }))
  await expect(migrate(pool, await written({ '0001-things.sql': 'create table things (id bigint);' }))).rejects.toThrow(
    '0001-things.sql was applied with another content',
  )
})

test('line ends are no change', async () => {
  const [unix] = await written({ '0001-things.sql': 'create table things (\n id int);\n' })
  const [windows] = await written({ '0001-things.sql': 'create table things (\r\n id int);\r\n' })
  expect(windows?.checksum).toBe(unix?.checksum)
})

test('a database that is newer than the program is left alone', async () => {
  const pool = await emptyPool()
  await migrate(
    pool,
    await written({
      '0001-things.sql': 'create table things (id int);',
      '0002-more.sql': 'create table more (id int);',
    }),
  )
  await expect(migrate(pool, await written({ '0001-things.sql': 'create table things (id int);' }))).rejects.toThrow(
    'newer than this program: it knows 0002-more.sql',
  )
})

test('a file that fails leaves nothing of itself, and what was before it stays', async () => {
  const pool = await emptyPool()
  const broken = await written({
    '0001-things.sql': 'create table things (id int);',
    '0002-broken.sql': 'create table half (id int); select 1 / 0;',
  })
  await expect(migrate(pool, broken)).rejects.toThrow('division by zero')
  const { rows } = await pool.query(
    "select to_regclass('things')::text as things, to_regclass('half')::text as half, (select count(*)::int from schema_migrations) as applied",
  )
  expect(rows).toEqual([{ things: 'things', half: null, applied: 1 }])
})

test('two processes that start at once apply each file once', async () => {
  const pool = await emptyPool()
  const migrations = await written({ '0001-things.sql': 'create table things (id int); select pg_sleep(0.2);' })
  await Promise.all([migrate(pool, migrations), migrate(pool, migrations)])
  expect((await pool.query('select name from schema_migrations')).rows).toHaveLength(1)
})

async function emptyPool(): Promise<Pool> {
  const url = await testDatabaseUrl()
  const engine = url ? undefined : await PGlite.create()
  const pool = new Pool(
    engine ? { ...(createPgConfig(engine) as unknown as PoolConfig), max: 1 } : { connectionString: url },
  )
  // `end` answers before its connections have gone: dropping the database may end the last of them.
  pool.on('error', () => {})
  onTestFinished(async () => {
    await pool.end()
    await engine?.close()
  })
  return pool
}

async function written(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'officine-migrations-'))
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  const migrations = await readMigrations(folder)
  await rm(folder, { recursive: true })
  return migrations
}
