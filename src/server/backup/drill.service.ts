import { endedDrills, provenAt, type Drill } from '#server/backup/drill.repo.ts'
import type { Tx } from '#server/db/database.ts'

/** `last`: the newest drill that ended. `provenAt`: the moment of the newest backup that was restored and was equal. */
export async function readDrills(tx: Tx): Promise<{ last: Drill | null; provenAt: Date | null }> {
  const [last = null] = await endedDrills(tx, 1)
  return { last, provenAt: await provenAt(tx) }
}

/** Why the newest drills failed, when so many failed one after the other; null otherwise. */
export async function repeatedFault(tx: Tx, count: number): Promise<string | null> {
  const drills = await endedDrills(tx, count)
  return drills.length === count && drills.every(({ fault }) => fault !== null) ? drills[0]!.fault : null
}
