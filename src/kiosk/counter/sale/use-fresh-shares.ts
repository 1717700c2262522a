import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { policiesOfAtom } from '#shared/store/lists/coverage-atoms.ts'
import { aibFactsAtom, patientOfAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { editSaleAtom } from './edit-sale.ts'

/**
 * Derives the shares of the payers and the AIB again, as each edit does, when their payments open and when what they
 * depend on changes meanwhile: persons, contracts, scheme, products, settings, and what this terminal sold. Writes
 * nothing if no share changed.
 */
export function useFreshShares(saleId: string, isPaying: boolean): void {
  const settle = useSetAtom(editSaleAtom)
  const [patientOf, policiesOf, aibFacts] = [
    useAtomValue(patientOfAtom),
    useAtomValue(policiesOfAtom),
    useAtomValue(aibFactsAtom),
  ]
  useEffect(() => {
    void settle(saleId, (stored) => stored, 'derived').catch(() => undefined)
  }, [settle, saleId, isPaying, patientOf, policiesOf, aibFacts])
}
