import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { stockRowsAtom } from '#backoffice/ui/stock-rows-atom.ts'

/** The storages of the stored products, as choices of a filter. */
export function useStorageNames(): { value: string; label: string }[] {
  const rows = useAtomValue(stockRowsAtom)
  return useMemo(() => {
    const storages = new Set([...rows.values()].flatMap(({ storage }) => (storage ? [storage] : [])))
    return [...storages].sort().map((storage) => ({ value: storage, label: storage }))
  }, [rows])
}
