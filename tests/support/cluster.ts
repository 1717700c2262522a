import { join } from 'node:path'
import pg from 'pg'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

export type Cluster = {
  /** The application's login: owner of its databases, no superuser. It may create databases here. */
  url: string
  adminUrl: string
  /** One more empty database of the same login; answers its address. */
  create(name: string): Promise<string>
  /** Stops it and throws it away. */
  stop(): Promise<void>
}

/** Speed only: nothing here outlives the run. */
const careless = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Each database that is made or dropped looks through all of it.
  shared_buffers: '128MB',
}

/** A PostgreSQL in a directory of its own that is thrown away. `durable`: as a shop runs it, for benches; else without any sync. */
export async function startCluster({
  durable = false,
  binaries,
}: { durable?: boolean; binaries?: string | undefined } = {}): Promise<Cluster> {
  const directory = newDataDirectory('cluster')
  const embedded = await openEmbedded({
    directory: join(directory, 'postgresql'),
    settings: durable ? {} : careless,
    binaries,
  })
  await administer(embedded.adminUrl, 'alter role officine createdb')
  return {
    url: embedded.url,
    adminUrl: embedded.adminUrl,
    async create(name) {
      await administer(embedded.url, `create database ${name}`)
      return databaseIn(embedded.url, name)
    },
    async stop() {
      await embedded.stop('immediate')
      removeDataDirectory(directory)
    },
  }
}

/** The address of another database of the same server. */
export function databaseIn(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Runs one statement on a connection of its own. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
