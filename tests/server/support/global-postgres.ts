import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { administer, databaseIn, startCluster } from '#tests/support/cluster.ts'
import { oldestBinaries } from './oldest-binaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which each test file creates its own database. */
    postgresUrl: string
  }
}

/** A database with our schema, copied for each test file: a copy takes 50 ms, a migration five times as long. */
export const templateName = 'officine_template'

/**
 * One temporary PostgreSQL for the whole run, or that of TEST_DATABASE_URL, whose login must be allowed to create
 * databases and roles. TEST_OLDEST_POSTGRES=1 uses the oldest supported version, where it is installed.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const binaries = process.env.TEST_OLDEST_POSTGRES ? oldestBinaries() : undefined
  const cluster = given ? undefined : await startCluster({ binaries })
  const server = given ?? cluster!.url
  await administer(server, `drop database if exists ${templateName} with (force)`)
  await administer(server, `create database ${templateName}`)
  await (await openDatabase({ url: databaseIn(server, templateName) })).close()
  project.provide('postgresUrl', server)
  return async () => cluster?.stop()
}
