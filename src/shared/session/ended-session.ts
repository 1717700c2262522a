import { atom } from 'jotai'
import type { AppError } from '#shared/domain/errors.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Session } from '#shared/store/identity/identity-store.ts'

/** The id of a session on the server. */
export function unlockIdOf({ id, unlockId }: Session): string {
  return unlockId ?? id
}

const endedUnlockAtom = atom<string | null>(null)

/** The server ended the session of this terminal: it refuses the member's token, and only a new unlock yields another. */
export const isSessionEndedAtom = atom((get) => {
  const session = get(sessionAtom)
  return session !== null && unlockIdOf(session) === get(endedUnlockAtom)
})

/** Processes a refusal of the server. A late refusal about an earlier session has no effect. */
export const hearRefusalAtom = atom(null, (_get, set, { message, details }: AppError) => {
  if (message !== 'auth:sessionEnded') return
  const { unlockId } = (details ?? {}) as { unlockId?: string }
  if (unlockId !== undefined) set(endedUnlockAtom, unlockId)
})
