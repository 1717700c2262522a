import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'

const insufficientPrivilege = '42501'

/** An empty database of our schema, gone after `close`: on PostgreSQL where the project has one, else PGlite in memory. */
export async function testDatabase(): Promise<Database> {
  const server = inject('postgresUrl')
  if (!server) return openDatabase({ template: await migratedTemplate() })
  const { url, drop } = await createDatabase(server)
  const database = await openDatabase({ url })
  return { ...database, close: () => database.close().then(drop) }
}

/** The address of an empty PostgreSQL database that ends with the running test; undefined on PGlite. */
export async function testDatabaseUrl(): Promise<string | undefined> {
  const server = inject('postgresUrl')
  if (!server) return undefined
  const { url, drop } = await createDatabase(server)
  onTestFinished(drop)
  return url
}

async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => dropDatabase(server, name) }
}

/** The server's own vacuum may be at work in it, which only a superuser may end: it leaves by itself, soon. */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (const until = Date.now() + 30_000; ;) {
    try {
      return await administer(server, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== insufficientPrivilege || Date.now() > until) throw error
      await new Promise((again) => setTimeout(again, 200))
    }
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** initdb takes seconds, loading its result a fraction of one: the first file of a schema makes it, the others find it. */
async function migratedTemplate(): Promise<Blob> {
  const { PGlite } = await import('@electric-sql/pglite')
  const migrations = await readMigrations()
  const key = createHash('sha256')
    .update(JSON.stringify(migrations))
    .update(await pgliteVersion())
    .digest('hex')
    .slice(0, 16)
  const path = join(tmpdir(), `officine-template-${key}.tar`)
  if (!existsSync(path)) {
    const engine = await PGlite.create()
    const dump = await engine.dumpDataDir('none')
    await engine.close()
    const partial = `${path}.${process.pid}`
    await writeFile(partial, Buffer.from(await dump.arrayBuffer()))
    await rename(partial, path)
  }
  return new Blob([await readFile(path)])
}

async function pgliteVersion(): Promise<string> {
  return createHash('sha256')
    .update(await readFile(new URL(import.meta.resolve('@electric-sql/pglite'))))
    .digest('hex')
}
