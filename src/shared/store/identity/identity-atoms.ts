import { atom, type createStore } from 'jotai'
import { openIdentityStore, type Identity, type Session, type Terminal } from '#shared/store/identity/identity-store.ts'
import { printsOnPages } from '#shared/store/sales/printer-choice.ts'
import type { Bus } from '#shared/windows/bus.ts'

type Store = ReturnType<typeof createStore>

/** The terminal and its session as stored on disk; undefined before the first read. */
export const identityAtom = atom<Identity | undefined>(undefined)
export const terminalAtom = atom<Terminal | null>((get) => get(identityAtom)?.terminal ?? null)
/** The session that all windows of this terminal share; null on the lock screen. */
export const sessionAtom = atom<Session | null>((get) => get(identityAtom)?.session ?? null)
/** The pharmacy of the terminal's account; null for platform accounts and before the first sign-in. */
export const pharmacyIdAtom = atom((get) => get(terminalAtom)?.account?.pharmacyId ?? null)

/** What the terminal's pharmacy was restored for, as it was last heard; null: it is the shop. */
export const copyAtom = atom((get) => get(terminalAtom)?.pharmacy?.copy ?? null)

/** How this terminal prints receipts. A copy leaves the printers of the network to the shop: it prints on pages. */
export const printerChoiceAtom = atom((get) => {
  const choice = get(terminalAtom)?.printing ?? printsOnPages
  return get(copyAtom) && choice.printer.way === 'network' ? { ...choice, printer: printsOnPages.printer } : choice
})

/**
 * The identity store of this window. Every write goes through it, so that the atom follows the disk and the other
 * windows are notified.
 */
export type SharedIdentity = ReturnType<typeof shareIdentity>

/** Opens the identity store, projects it into `identityAtom` and follows the writes of other windows. */
export function shareIdentity(store: Store, bus: Bus) {
  const records = openIdentityStore()
  const refresh = async () => store.set(identityAtom, await records.read())
  const written = async () => {
    await refresh()
    bus.post({ kind: 'changed', store: 'identity', rev: 0 })
  }
  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind === 'changed' && notice.store === 'identity') void refresh()
  })
  return {
    refresh,
    /** Reads the disk without showing it. */
    peek: records.read,
    async patchTerminal(patch: Parameters<typeof records.patchTerminal>[0]) {
      await records.patchTerminal(patch)
      await written()
    },
    async noteGeneration(met: Parameters<typeof records.noteGeneration>[0]) {
      await records.noteGeneration(met)
      await written()
    },
    async putSession(session: Session) {
      await records.putSession(session)
      await written()
    },
    async changeSession(id: string, patch: Partial<Session>) {
      const isChanged = await records.changeSession(id, patch)
      await written()
      return isChanged
    },
    async endSession() {
      await records.endSession()
      await written()
    },
    readUnlock: records.readUnlock,
    readUnlocks: records.readUnlocks,
    putUnlock: records.putUnlock,
    forgetUnlock: records.forgetUnlock,
    forgetUnlocks: records.forgetUnlocks,
    close() {
      unsubscribe()
      records.close()
    },
  }
}
