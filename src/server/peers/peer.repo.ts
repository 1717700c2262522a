import { sql } from 'kysely'
import type { PeerMeasure, PeerSize, Quartiles } from '#shared/domain/reports/peers.ts'
import type { Tx } from '#server/db/database.ts'

export type Participant = { pharmacyId: string; owner: string; country: string }
export type PeerRow = {
  owner: string
  country: string
  month: string
  size: PeerSize
  measure: PeerMeasure
  quartiles: Quartiles | null
}

/** The pharmacies that take part, those that are suspended or copies left out. Needs a transaction of the platform. */
export async function participants(tx: Tx): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select id as "pharmacyId", domain_id as owner, country_code as country from pharmacies p
    where coalesce((settings ->> 'comparesWithPeers')::boolean, false) and suspended_at is null and lets_leave(p) order by id`.execute(
    tx,
  )
  return rows
}

/** For which owners of which countries a month was compared. Needs a transaction of the platform. */
export async function comparedOwners(tx: Tx, month: string): Promise<Pick<Participant, 'owner' | 'country'>[]> {
  return tx
    .selectFrom('peer_quartiles')
    .distinct()
    .select(['domain_id as owner', 'country_code as country'])
    .where('month', '=', month)
    .execute()
}

/** What another process stored meanwhile stays. Needs a transaction of the platform. Returns how many were stored. */
export async function insertQuartiles(tx: Tx, rows: readonly PeerRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('peer_quartiles')
    .values(
      rows.map(({ owner, country, quartiles, ...row }) => ({
        domain_id: owner,
        country_code: country,
        ...row,
        lower: quartiles?.lower ?? null,
        median: quartiles?.median ?? null,
        upper: quartiles?.upper ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** What the pharmacy may read of its newest compared month; no row when it takes no part. */
export async function newestQuartiles(
  tx: Tx,
  pharmacyId: string,
): Promise<Pick<PeerRow, 'month' | 'size' | 'measure' | 'quartiles'>[]> {
  const { rows } = await sql<Pick<PeerRow, 'month' | 'size' | 'measure' | 'quartiles'>>`
    select q.month, q.size, q.measure, case when q.median is not null then
      json_build_object('lower', q.lower, 'median', q.median, 'upper', q.upper) end as quartiles
    from pharmacies p join peer_quartiles q on q.domain_id = p.domain_id and q.country_code = p.country_code
      and q.month = (select max(n.month) from peer_quartiles n
        where n.domain_id = p.domain_id and n.country_code = p.country_code)
    where p.id = ${pharmacyId}`.execute(tx)
  return rows
}

/** Whether the pharmacy takes part in the comparison. */
export async function takesPart(tx: Tx, pharmacyId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select coalesce((settings ->> 'comparesWithPeers')::boolean, false) as is from pharmacies
    where id = ${pharmacyId}`.execute(tx)
  return rows[0]?.is ?? false
}
