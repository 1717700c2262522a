import { totalmem } from 'node:os'
import type { Engine } from '#shared/contract/users.ts'
import { photoBudget } from '#shared/domain/photo-budget.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { photoBytes } from '#server/photos/photo-room.repo.ts'
import { engineFacts, firstSaleAt } from '#server/pharmacies/engine.repo.ts'

const dayMs = 86_400_000
/** A shorter time says little of a year. */
const leastDays = 30

/** The database of this server: its version, what it was given of the memory, what it takes of the disk. */
export function readEngine(context: Context): Promise<Engine> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { isHere, ...facts } = await engineFacts(tx)
    const first = await firstSaleAt(tx, pharmacyId)
    const days = first ? (context.now.getTime() - first.getTime()) / dayMs : 0
    return {
      ...facts,
      memory: isHere ? totalmem() : null,
      growthPerYear: days < leastDays ? null : Math.round((facts.databaseSize / days) * 365),
      photos: { stored: await photoBytes(tx, pharmacyId), most: photoBudget },
    }
  })
}
