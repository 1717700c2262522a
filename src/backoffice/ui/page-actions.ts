import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLatest } from '#shared/ui/use-latest.ts'

/** Something to do on the screen in view: « Effacer les filtres ». */
type PageAction = { label: string; run: () => void }

/** What Ctrl+K offers to do on the screen in view. */
export const pageActionsAtom = atom<readonly PageAction[]>([])

/** Offers actions in Ctrl+K while mounted. An action is known by its label, so `run` may be an inline function. */
export function usePageActions(actions: readonly PageAction[]): void {
  const setActions = useSetAtom(pageActionsAtom)
  const run = useLatest((label: string) => actions.find((action) => action.label === label)?.run())
  const labels = JSON.stringify(actions.map(({ label }) => label))
  useEffect(() => {
    setActions((JSON.parse(labels) as string[]).map((label) => ({ label, run: () => run(label) })))
    return () => setActions([])
  }, [labels, run, setActions])
}
