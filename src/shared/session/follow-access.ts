import type { createStore } from 'jotai'
import { call } from '#shared/client/call.ts'
import { users } from '#shared/contract/users.ts'
import type { AppError } from '#shared/domain/errors.ts'
import { hearRefusalAtom, isSessionEndedAtom } from '#shared/session/ended-session.ts'
import { lockAtom } from '#shared/session/unlock.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'

type Store = ReturnType<typeof createStore>

/**
 * Processes a refusal of the server. A member who was deactivated is out at once, in all windows of the terminal, and so
 * is everybody of a pharmacy that the platform suspended; whose session ended for another reason types the PIN again
 * above what is shown.
 */
export function hearRefusal(store: Store, refusal: AppError): void {
  store.set(hearRefusalAtom, refusal)
  const { reason } = (refusal.details ?? {}) as { reason?: string }
  const isOut = reason === 'deactivation' && store.get(isSessionEndedAtom)
  if ((isOut || refusal.message === 'pharmacies:suspended') && store.get(sessionAtom)) void store.set(lockAtom)
}

/** Asks the server about the unlocked member, when members changed; the refusal is heard by `hearRefusal`. */
export async function checkOwnAccess(store: Store): Promise<void> {
  const session = store.get(sessionAtom)
  if (!session || session.isOffline) return
  await call(users.read, { params: { id: session.userId } }).catch(() => undefined)
}
