import { atom, useAtom, useStore } from 'jotai'
import { useCallback, useEffect, useId } from 'react'
import type { AroundNavHandler } from 'wouter'

/** Forms of this window with something typed that is not saved. */
const typedFormsAtom = atom<ReadonlySet<string>>(new Set<string>())
/** Is something typed in this window that is not saved? */
export const isTypedAtom = atom((get) => get(typedFormsAtom).size > 0)
/** What waits for the answer to « quit without saving? »; null: nothing was asked. */
const leavingAtom = atom<{ go: () => void } | null>(null)

/** Nothing typed is lost by a wrong click: while `isTyped`, leaving the screen or the window asks first. The answer disarms it at once, for who saved and leaves in the same breath. */
export function useLeaveGuard(isTyped: boolean): () => void {
  const id = useId()
  const store = useStore()
  const disarm = useCallback(
    () => store.set(typedFormsAtom, (forms) => new Set([...forms].filter((each) => each !== id))),
    [id, store],
  )
  useEffect(() => {
    if (!isTyped) return
    store.set(typedFormsAtom, (forms) => new Set([...forms, id]))
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      disarm()
      window.removeEventListener('beforeunload', ask)
    }
  }, [isTyped, id, store, disarm])
  return disarm
}

/** Does it now, or after « quit without saving? ». */
export function useLeave(): (go: () => void) => void {
  const store = useStore()
  return useCallback(
    (go) => {
      if (store.get(typedFormsAtom).size > 0) store.set(leavingAtom, { go })
      else go()
    },
    [store],
  )
}

/** For the router: a change of screen asks, a change of filters in the address does not. */
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
