import { Pool, type PoolConfig } from 'pg'

/** node-postgres over either engine, as plain as it comes. */
export async function openPool(where: { url: string } | { directory: string }): Promise<Pool> {
  if ('url' in where) return new Pool({ connectionString: where.url, max: 10 })
  const { PGlite } = await import('@electric-sql/pglite')
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
  const engine = await PGlite.create({ dataDir: where.directory })
  return new Pool({ ...(createPgConfig(engine) as unknown as PoolConfig), max: 1, idleTimeoutMillis: 0 })
}
