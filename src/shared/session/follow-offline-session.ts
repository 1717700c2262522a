import { atom, type createStore } from 'jotai'
import { upgradeOfflineSessionAtom } from '#shared/session/unlock.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

const againMs = 15_000

/**
 * The network is back, but the session that was unlocked offline has no member token: the PIN is no longer in the
 * memory of any window, or the server does not answer.
 */
export const needsPinAgainAtom = atom(false)

/**
 * Fetches the member token for a session that was unlocked offline as soon as the API is reachable, and repeats until
 * it has one. Returns the function that stops it.
 */
export function followOfflineSession(store: ReturnType<typeof createStore>): () => void {
  let asking: ReturnType<typeof setInterval> | undefined
  let followed: string | undefined
  const ask = () => void store.set(upgradeOfflineSessionAtom)
  const look = () => {
    const session = store.get(sessionAtom)
    const waiting = session?.isOffline && store.get(connectivityAtom).state !== 'offline' ? session.id : undefined
    if (waiting === followed) return
    followed = waiting
    clearInterval(asking)
    store.set(needsPinAgainAtom, false)
    if (waiting === undefined) return
    ask()
    asking = setInterval(() => {
      store.set(needsPinAgainAtom, true)
      ask()
    }, againMs)
  }
  const leaving = [store.sub(sessionAtom, look), store.sub(connectivityAtom, look)]
  look()
  return () => {
    clearInterval(asking)
    for (const leave of leaving) leave()
  }
}
