import { atom, useAtom, useStore } from 'jotai'
import { useCallback, useEffect, useId } from 'react'
import type { AroundNavHandler } from 'wouter'
import { unsavedAtom } from '#shared/session/auto-lock.ts'

/** Whether this window has unsaved changes. */
export const isTypedAtom = atom((get) => get(unsavedAtom).size > 0)
/** The navigation that waits for the answer to « quit without saving? »; null: no question is open. */
const leavingAtom = atom<{ go: () => void } | null>(null)

/**
 * While `isTyped`, leaving the screen or the window asks first, so that a wrong click loses nothing. The returned
 * function disarms the guard at once, for a form that saves and then leaves.
 */
export function useLeaveGuard(isTyped: boolean): () => void {
  const id = useId()
  const store = useStore()
  const disarm = useCallback(
    () => store.set(unsavedAtom, (forms) => new Set([...forms].filter((each) => each !== id))),
    [id, store],
  )
  useEffect(() => {
    if (!isTyped) return
    store.set(unsavedAtom, (forms) => new Set([...forms, id]))
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      disarm()
      window.removeEventListener('beforeunload', ask)
    }
  }, [isTyped, id, store, disarm])
  return disarm
}

/** Runs an action now, or after « quit without saving? » is confirmed. */
export function useLeave(): (go: () => void) => void {
  const store = useStore()
  return useCallback(
    (go) => {
      if (store.get(unsavedAtom).size > 0) store.set(leavingAtom, { go })
      else go()
    },
    [store],
  )
}

/** For the router: a change of screen asks, a change of filters does not. */
export function useGuardedNavigation(): AroundNavHandler {
  const leave = useLeave()
  return useCallback(
    (navigate, to, options) => {
      const path = String(to).split(/[?#]/)[0]
      if (path === location.pathname) navigate(to, options)
      else leave(() => navigate(to, options))
    },
    [leave],
  )
}

export function useLeaving() {
  const [leaving, setLeaving] = useAtom(leavingAtom)
  return {
    leaving,
    stay: () => setLeaving(null),
    go: () => {
      setLeaving(null)
      leaving?.go()
    },
  }
}
