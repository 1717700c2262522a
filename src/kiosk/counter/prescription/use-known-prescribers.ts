import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { LocalSale, Prescription } from '#shared/domain/local-sale.ts'
import { keptAfterAcknowledgementMs, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

export type Prescriber = { name: string; address: string | null }

/** Each prescriber once, the latest first, with the last address that was typed for them. */
export function prescribersOf(sales: readonly Pick<LocalSale, 'createdAt' | 'prescription'>[]): Prescriber[] {
  const known = new Map<string, Prescriber>()
  const latestFirst = sales.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  for (const { prescriber: name, prescriberAddress: address } of latestFirst.flatMap(
    ({ prescription }): Prescription[] => (prescription ? [prescription] : []),
  )) {
    if (name === null) continue
    const before = known.get(name)
    known.set(name, { name, address: before?.address ?? address })
  }
  return [...known.values()]
}

/** The prescribers of the recent sales of this terminal. */
export function useKnownPrescribers(): readonly Prescriber[] {
  const shared = useAtomValue(sharedSalesAtom)
  const [known, setKnown] = useState<readonly Prescriber[]>([])
  useEffect(() => {
    let isGone = false
    void shared?.store
      .snapshot(Date.now() - keptAfterAcknowledgementMs)
      .then(
        ({ sales, acknowledged }) =>
          !isGone && setKnown(prescribersOf([...sales, ...acknowledged.map(({ sale }) => sale)])),
      )
      // If the sales cannot be read, the prescriber is typed by hand.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [shared])
  return known
}
