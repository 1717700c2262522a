import { AppError } from '#shared/domain/errors.ts'
import { readGenerations, writeGeneration } from '#shared/domain/generation.ts'
import type { Database } from '#server/db/database.ts'
import type { Actor } from '#server/identity/actor.ts'
import { generationKey, generationOf, isProven, noteReplaced, proofOf } from '#server/identity/generation.repo.ts'

/** Compares generations with each caller (decision 0092). */
export type Generations = {
  /**
   * Hears which servers a caller has met, whoever he is: the proof says it all. True when one of them is newer than this
   * server, which takes nothing for that pharmacy from then on, also after a restart.
   */
  hear(header: unknown, now: Date): Promise<boolean>
  /** What this server tells of itself; null for a caller without a pharmacy, and of a copy. Throws `server:replaced`. */
  tell(actor: Pick<Actor, 'pharmacyId' | 'generation' | 'isReplaced' | 'copyKind'>): Promise<string | null>
}

const mostHeard = 10_000

export function openGenerations({
  database,
  onReplaced,
}: {
  database: Pick<Database, 'platform'>
  /** Called once, when this server learns that it was replaced. */
  onReplaced: (pharmacyId: string) => void
}): Generations {
  // The key never changes, and what is not newer never becomes newer.
  let key: string | undefined
  const heard = new Set<string>()
  const tell: Generations['tell'] = async ({ pharmacyId, generation = 1, isReplaced, copyKind }) => {
    // A copy is older than what the tills have met until a person makes it the newest.
    if (pharmacyId === null || copyKind) return null
    if (isReplaced) throw new AppError('server:replaced')
    key ??= await database.platform(generationKey)
    return writeGeneration({ pharmacyId, number: generation, proof: proofOf(key, pharmacyId, generation) })
  }
  return {
    async hear(header, now) {
      let isOlder = false
      for (const said of readGenerations(header)) {
        const text = writeGeneration(said)
        if (heard.has(text)) continue
        const own = await database.platform((tx) => generationOf(tx, said.pharmacyId))
        key ??= await database.platform(generationKey)
        if (own?.isCopy) continue
        if (own && said.number > own.number && isProven(key, said)) {
          isOlder = true
          if (await database.platform((tx) => noteReplaced(tx, said, now))) onReplaced(said.pharmacyId)
          continue
        }
        if (heard.size >= mostHeard) heard.clear()
        heard.add(text)
      }
      return isOlder
    },
    tell,
  }
}
