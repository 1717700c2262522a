import type { createStore } from 'jotai'
import type { Generations } from '#shared/client/call.ts'
import { readGenerations, writeGeneration, type Generation } from '#shared/domain/generation.ts'
import { terminalAtom, type SharedIdentity } from '#shared/store/identity/identity-atoms.ts'

type Store = ReturnType<typeof createStore>

/**
 * Remembers the newest server of each pharmacy that any window of this terminal has met, on disk: an answer of an older one
 * counts for nothing, also after a restart.
 */
export function keepGenerations(store: Store, identity: Pick<SharedIdentity, 'noteGeneration'>): Generations {
  // Before the disk has it, and when the disk refuses.
  const met = new Map<string, Generation>()
  const all = (): Generation[] => {
    const newest = new Map(met)
    for (const kept of readGenerations(store.get(terminalAtom)?.generations?.join(',')))
      if (kept.number > (newest.get(kept.pharmacyId)?.number ?? 0)) newest.set(kept.pharmacyId, kept)
    return [...newest.values()]
  }
  return {
    known: () => all().map(writeGeneration).join(','),
    hear(header) {
      const [said] = readGenerations(header)
      if (!said) return true
      const known = all().find(({ pharmacyId }) => pharmacyId === said.pharmacyId)?.number ?? 0
      if (said.number <= known) return said.number === known
      met.set(said.pharmacyId, said)
      void identity.noteGeneration(said).catch(() => undefined)
      return true
    },
  }
}
