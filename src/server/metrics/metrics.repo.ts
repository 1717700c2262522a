import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export type ServerCounts = {
  databaseBytes: number
  jobs: number
  fiscal: { state: string; count: number; oldestAt: Date }[]
}

/** What waits on this server, for all pharmacies together. */
export async function serverCounts(tx: Tx): Promise<ServerCounts> {
  const fiscal = await sql<ServerCounts['fiscal'][number]>`
    select state, count(*)::int as count, min(sold_at) as "oldestAt"
    from fiscal_documents where state <> 'certified' group by state`.execute(tx)
  const { rows } = await sql<{ databaseBytes: number; jobs: number }>`
    select pg_database_size(current_database()) as "databaseBytes",
      (select count(*) from jobs where status in ('queued', 'running'))::int
        + (select count(*) from platform_jobs where status in ('queued', 'running'))::int as jobs`.execute(tx)
  return { ...rows[0]!, fiscal: fiscal.rows }
}
