import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { askSisterStockAtom, sisterStockAtom } from '#shared/store/lists/sister-stock-atoms.ts'

/** A search that is still being typed asks nothing. */
const restMs = 300
const againMs = 60_000

/**
 * The last known stock of the sister pharmacies. While shown, these products of the referential are asked for, and again
 * every minute.
 */
export function useSisterStock(productIds: readonly string[]) {
  const ask = useSetAtom(askSisterStockAtom)
  const wanted = productIds.join(' ')
  useEffect(() => {
    if (wanted === '') return
    const run = () => void ask(wanted.split(' '), Date.now())
    const [rest, again] = [setTimeout(run, restMs), setInterval(run, againMs)]
    return () => {
      clearTimeout(rest)
      clearInterval(again)
    }
  }, [ask, wanted])
  return useAtomValue(sisterStockAtom)
}
