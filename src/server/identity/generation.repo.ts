import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { writeGeneration, type Generation } from '#shared/domain/generation.ts'
import type { Tx } from '#server/db/database.ts'

/** What proves generations. Needs a transaction of the platform. */
export async function generationKey(tx: Tx): Promise<string> {
  return (await tx.selectFrom('generation_key').select('key').executeTakeFirstOrThrow()).key
}

/**
 * Of this server for a pharmacy; undefined: another server has it. `isCopy`: nobody has confirmed it, so it has none of its
 * own. Needs a transaction of the platform.
 */
export async function generationOf(
  tx: Tx,
  pharmacyId: string,
): Promise<{ number: number; isCopy: boolean } | undefined> {
  const row = await tx
    .selectFrom('pharmacies')
    .select(['generation', 'copy_kind'])
    .where('id', '=', pharmacyId)
    .executeTakeFirst()
  return row && { number: row.generation, isCopy: row.copy_kind !== null }
}

export function proofOf(key: string, pharmacyId: string, number: number): string {
  return createHmac('sha256', key).update(`generation ${pharmacyId} ${number}`).digest('hex').slice(0, 32)
}

export function isProven(key: string, { pharmacyId, number, proof }: Generation): boolean {
  return timingSafeEqual(Buffer.from(proofOf(key, pharmacyId, number)), Buffer.from(proof))
}

/** Notes that a newer server has replaced this one. False: this one is as new, or it was noted before. */
export async function noteReplaced(tx: Tx, { pharmacyId, number }: Generation, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pharmacies')
    .set({ replaced_by: number, replaced_at: now })
    .where('id', '=', pharmacyId)
    .where('generation', '<', number)
    .where('copy_kind', 'is', null)
    .where(sql<boolean>`coalesce(replaced_by, 0) < ${number}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What this server tells of all its pharmacies, for a server that it has replaced. Needs a transaction of the platform. */
export async function tellAll(tx: Tx): Promise<string> {
  const key = await generationKey(tx)
  const rows = await tx.selectFrom('pharmacies').select(['id', 'generation']).orderBy('id').execute()
  return rows
    .map(({ id, generation: number }) => writeGeneration({ pharmacyId: id, number, proof: proofOf(key, id, number) }))
    .join(',')
}
