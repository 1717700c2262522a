import { atom, type createStore } from 'jotai'
import { defaultAutoLock, defaultOfficeLock, holdsOpen, isLeftAlone } from '#shared/domain/auto-lock.ts'
import { lockAtom } from '#shared/session/unlock.ts'
import { sessionAtom, terminalAtom, type SharedIdentity } from '#shared/store/identity/identity-atoms.ts'
import type { Identity } from '#shared/store/identity/identity-store.ts'
import { readAbsence, type Activity } from '#shared/windows/activity.ts'
import { ifFree, lockNames } from '#shared/windows/locks.ts'

/** Ids of the forms of this window with input that a lock would lose. */
export const unsavedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** In ms. */
const lookMs = 1_000

/** The choice of the pharmacy, as this terminal last heard it. */
function minutesOf(terminal: Identity['terminal'] | null, isOffice: boolean): number {
  const settings = terminal?.pharmacy?.settings
  return isOffice ? (settings?.officeLockMinutes ?? defaultOfficeLock) : (settings?.autoLockMinutes ?? defaultAutoLock)
}

/**
 * Locks the terminal, in all windows at once, when none of them was touched for the time that the pharmacy chose for
 * the kind of window that was touched last: the same lock as by hand. Returns the function that stops it.
 */
export function followAbsence(store: ReturnType<typeof createStore>, activity: Activity): () => void {
  const isOver = () =>
    store.get(sessionAtom) !== null &&
    isLeftAlone(activity.idleMs(), minutesOf(store.get(terminalAtom), activity.isOffice()))
  const look = () => {
    // The other windows do not know of the unsaved input of this one.
    if (store.get(unsavedAtom).size > 0 && holdsOpen(activity.ownIdleMs())) activity.hold()
    if (isOver())
      void ifFree(lockNames.autoLock, async () => (isOver() ? store.set(lockAtom) : undefined)).catch(ignored)
  }
  const looking = setInterval(look, lookMs)
  let session = store.get(sessionAtom)?.id
  const unsubscribe = store.sub(sessionAtom, () => {
    const id = store.get(sessionAtom)?.id
    if (id !== session && id !== undefined) activity.restart()
    session = id
  })
  return () => {
    clearInterval(looking)
    unsubscribe()
  }
}

/** A disk that refuses the lock is asked again a second later. */
function ignored(): void {}

/**
 * Reads the identity of a window that starts. A session that outlived its windows (power cut, closed browser) ends if
 * nobody was there for so long; its open sales are released at the next unlock.
 */
export async function readIdentity(identity: SharedIdentity): Promise<void> {
  const { session, terminal } = await identity.peek()
  const { idleMs, isOffice } = readAbsence(Date.now())
  const isLeft = isLeftAlone(idleMs, minutesOf(terminal, isOffice))
  await (session && isLeft ? identity.endSession() : identity.refresh())
}
