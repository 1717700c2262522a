import { totalmem } from 'node:os'
import type { Engine } from '#shared/contract/users.ts'
import { photoBudget } from '#shared/domain/photo-budget.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { photoBytes } from '#server/photos/photo-room.repo.ts'
import { endCopy, engineFacts, firstSaleAt, readCopy } from '#server/pharmacies/engine.repo.ts'

const dayMs = 86_400_000
/** A shorter time says little of a year. */
const leastDays = 30

/**
 * The database of this server: its version, what it was given of the memory, what it takes of the disk, its backup, and
 * whether the pharmacy is a restored copy.
 */
export async function readEngine(context: Context, backupFacts: () => Promise<Engine['backup']>): Promise<Engine> {
  const pharmacyId = pharmacyOf(context)
  const backup = await backupFacts()
  return context.database.read(pharmacyId, async (tx) => {
    const { isHere, ...facts } = await engineFacts(tx)
    const first = await firstSaleAt(tx, pharmacyId)
    const days = first ? (context.now.getTime() - first.getTime()) / dayMs : 0
    return {
      ...facts,
      memory: isHere ? totalmem() : null,
      growthPerYear: days < leastDays ? null : Math.round((facts.databaseSize / days) * 365),
      backup,
      copy: await readCopy(tx, pharmacyId),
      photos: { stored: await photoBytes(tx, pharmacyId), most: photoBudget },
    }
  })
}

/** Ends the copy: what waits for the platform and the mail server leaves, and the tills are taken again. */
export async function confirmCopy(context: Context): Promise<Record<string, never>> {
  const pharmacyId = pharmacyOf(context)
  await context.database.write(pharmacyId, (tx) => endCopy(tx, pharmacyId))
  return {}
}
