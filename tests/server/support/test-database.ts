import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { administer, databaseIn } from '#tests/support/cluster.ts'
import { templateName } from './global-postgres.ts'

/** An empty database with our schema, deleted by `close`. */
export async function testDatabase(): Promise<Database> {
  const { url, drop } = await createDatabase(` template ${templateName}`)
  const database = await openDatabase({ url })
  return { ...database, close: () => database.close().then(drop) }
}

/** The address of an empty database without a schema, deleted after the running test. */
export async function testDatabaseUrl(): Promise<string> {
  const { url, drop } = await createDatabase('')
  onTestFinished(drop)
  return url
}

async function createDatabase(template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name}${template}`)
  return { url: databaseIn(server, name), drop: () => dropDatabase(server, name) }
}

const insufficientPrivilege = '42501'

/** The autovacuum of the server may be working in it, and only a superuser may end it: wait until it leaves. */
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
