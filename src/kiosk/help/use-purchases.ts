import { useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useEffect, useState } from 'react'
import { patientOfAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import { persons, type Purchase } from '#shared/contract/persons.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { keptAfterAcknowledgementMs, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import type { SalesSnapshot } from '#shared/store/sales/sales-snapshot.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { localPurchases, type SoldHere } from './local-purchases.ts'

const purchasesAtom = atomFamily((personId: string) =>
  atomWithQuery(() => queryOf(persons.purchases, { params: { id: personId } })),
)

/** `isLocal`: only the sales of this terminal, as the server did not answer. Null: still loading. */
export type KnownPurchases = { purchases: readonly Purchase[]; isLocal: boolean } | null

/** The last purchases of a patient: the server's answer, or this terminal's own sales if no answer comes. */
export function usePurchases(personId: string): KnownPurchases {
  const { data, isError } = useAtomValue(purchasesAtom(personId))
  const { state } = useAtomValue(connectivityAtom)
  const local = useLocalPurchases(personId)
  if (data) return { purchases: data, isLocal: false }
  return (isError || state === 'offline') && local ? { purchases: local, isLocal: true } : null
}

function useLocalPurchases(personId: string): readonly Purchase[] | null {
  const shared = useAtomValue(sharedSalesAtom)
  const patientOf = useAtomValue(patientOfAtom)
  const find = useAtomValue(findStockItemsAtom)
  const [kept, setKept] = useState<Pick<SalesSnapshot, 'sales' | 'acknowledged'> | null>(null)
  useEffect(() => {
    let isGone = false
    void shared?.store
      .snapshot(Date.now() - keptAfterAcknowledgementMs)
      .then((snapshot) => !isGone && setKept(snapshot))
      .catch(() => !isGone && setKept({ sales: [], acknowledged: [] }))
    return () => {
      isGone = true
    }
  }, [shared])
  if (!kept) return null
  const isHis = ({ patient }: LocalSale) => patient !== null && (patientOf(patient)?.id ?? patient.id) === personId
  const sold = soldOf(kept, isHis)
  const found = find(
    new Set(
      sold.flatMap(({ records }) =>
        records.flatMap(({ stockItemId, opens }) => (opens ? [stockItemId, opens.stockItemId] : [stockItemId])),
      ),
    ),
  )
  return localPurchases(
    sold,
    ({ stockItemId, opens }) => (found.get(stockItemId) ?? found.get(opens?.stockItemId ?? ''))?.product.id,
  )
}

function soldOf(
  { sales, acknowledged }: Pick<SalesSnapshot, 'sales' | 'acknowledged'>,
  isHis: (sale: LocalSale) => boolean,
): SoldHere[] {
  const waiting = sales
    .filter((sale) => sale.status === 'SUBMITTING' && isHis(sale))
    .map(({ id, createdAt, records }) => ({ id, number: 0, soldAt: createdAt, records }))
  const taken = acknowledged
    .filter(({ sale, reply }) => isHis(sale) && reply.status === 'CLOSED')
    .map(({ id, sale, reply }) => ({ id, number: reply.number, soldAt: reply.soldAt, records: sale.records }))
  return [...taken, ...waiting]
}
