import { atom, type createStore } from 'jotai'
import { upgradeOfflineSessionAtom } from '#shared/session/unlock.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

const againMs = 15_000

/** The network is back, and the session that was opened without it still has no token of its member: no window knows the PIN any more, or the server does not answer it. */
export const needsPinAgainAtom = atom(false)

/** An unlock made offline gets its member's token as soon as the API is reached: asked for until it has it, or its window is gone. Returns how to stop. */
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
