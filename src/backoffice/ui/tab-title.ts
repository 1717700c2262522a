import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId } from 'react'
import { useLocation } from 'wouter'
import { type Screen, screenAt } from '#backoffice/ui/screens.ts'

const product = 'Officine'

type Named = { id: string; name: string | null }
/** The components that name what is shown, the outermost last: a page mounts after its parts. */
const namesAtom = atom<readonly Named[]>([])

/** Names what is shown in the title of the browser tab while mounted. Null: leaves it to another component. */
export function useTabTitle(name: string | null | undefined): void {
  const id = useId()
  const setNames = useSetAtom(namesAtom)
  useEffect(() => {
    setNames((names) => [...names, { id, name: null }])
    return () => setNames((names) => names.filter((each) => each.id !== id))
  }, [id, setNames])
  // A new name keeps its place.
  useEffect(
    () => setNames((names) => names.map((each) => (each.id === id ? { id, name: name || null } : each))),
    [name, id, setNames],
  )
}

/**
 * Writes the title of the browser tab: what is shown, then its entry of the menu. « DOSSOU Léa – Clients – Officine »,
 * « Clients – Officine ».
 */
export function useWindowTitle(screens: readonly Screen[]): void {
  const [path] = useLocation()
  const name = useAtomValue(namesAtom).findLast((each) => each.name !== null)?.name
  const entry = screenAt(path, screens)?.title
  useEffect(() => {
    document.title = [...new Set([name, entry, product])].filter(Boolean).join(' – ')
  }, [name, entry])
  useEffect(
    () => () => {
      document.title = product
    },
    [],
  )
}
