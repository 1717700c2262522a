import { useSetAtom, useStore } from 'jotai'
import { useRef, useState } from 'react'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { withoutBegunPayments } from '#kiosk/counter/sale/begun-payments.ts'
import {
  closingRightsAtom,
  dayOfAtom,
  listedRulesAtom,
  permissionsAtom,
  tradeAtom,
} from '#kiosk/counter/sale/counter-atoms.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import { patientOfAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { editSaleAtom, settledEditsAtom } from '#kiosk/counter/sale/edit-sale.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { closingRefusal, type ClosingFacts } from '#shared/domain/closing-refusals.ts'
import { clientOf } from '#shared/domain/payment.ts'
import { rightsWith } from '#shared/domain/preparation.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import { largeChange } from '#shared/domain/unusual-money.ts'
import { needsRegularising } from '#shared/domain/refused-sale.ts'
import { grantsOf, isGrantedFor, lackingRight, raisedLimit, rightsGranted } from '#shared/domain/sale-grants.ts'
import { saleToClose } from '#shared/domain/sale-to-send.ts'
import { isDiskFull } from '#shared/session/write-failure-words.ts'
import { endSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { SaleConflict } from '#shared/store/sales/sales-store.ts'

type Store = ReturnType<typeof useStore>

/** Show the loading state only after this delay: rendering it would delay the answer of a fast disk. */
const busyAfterMs = 100

/**
 * Closes a sale: waits for the edits under way, applies the domain's rules, and calls `onEnded` only after the frozen
 * payload is on the disk. A second call meanwhile does nothing.
 */
export function useClosing(saleId: string, onEnded: (payload: NewSale, sale: LocalSale) => void) {
  const store = useStore()
  const settle = useSetAtom(settledEditsAtom)
  const edit = useSetAtom(editSaleAtom)
  const end = useSetAtom(endSaleAtom)
  const stand = useRef<'open' | 'ending' | 'over'>('open')
  const underWay = useRef<Promise<void>>(Promise.resolve())
  const [isClosing, setIsClosing] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const [refusal, setRefusal] = useState<SaleError | null>(null)

  const close = async () => {
    await settle()
    const { cashStep } = store.get(tradeAtom)
    const kept = await edit(saleId, (stored) => withoutBegunPayments(stored, cashStep))
    if (!kept) return
    try {
      await closeAs(kept, cashStep)
    } catch (error) {
      // The atom was older than the disk: close the stored sale, by the same rules.
      if (!(error instanceof SaleConflict) || error.current?.status !== 'ONGOING') throw error
      await closeAs(error.current, cashStep)
    }
  }
  const over = () => {
    stand.current = 'over'
    setIsOver(true)
  }
  const closeAs = async (sale: LocalSale, cashStep: number) => {
    const reason =
      closingRefusal(saleToClose(sale), factsOf(store, sale)) ??
      (needsRegularising(sale) && !sale.regularisation ? { message: 'sales:regularisationNeeded' } : null) ??
      refusalOfRight(store, sale) ??
      refusalOfChange(store, sale)
    setRefusal(reason)
    if (reason) return
    const { payload } = await end(sale, cashStep)
    over()
    onEnded(payload, sale)
  }

  const run = async () => {
    // Avoid rendering before the write to the disk has started.
    const busy = setTimeout(() => setIsClosing(true), busyAfterMs)
    try {
      await close()
    } catch (error) {
      // If the sale is no longer open, an earlier call closed it. If it is still open, the disk is full or gone, and
      // nothing may be printed.
      const sale = store.get(localSalesAtom).find(({ id }) => id === saleId)
      if (sale?.status === 'ONGOING') setRefusal({ message: isDiskFull(error) ? 'terminal:diskFull' : 'internal' })
      else over()
    } finally {
      clearTimeout(busy)
      if (stand.current === 'ending') stand.current = 'open'
      setIsClosing(false)
    }
  }

  return {
    /** The write to the disk takes longer than usual. */
    isClosing,
    /** True from the first touch on, and forever once the sale has ended. Later scans belong to the next sale. */
    isEnding: () => stand.current !== 'open',
    /** Resolves when no closing is under way. */
    settled: () => underWay.current,
    /**
     * The sale was ended in this window. If the server already acknowledged it, this terminal may not store it any
     * more.
     */
    isOver,
    refusal,
    dismissRefusal: () => setRefusal(null),
    async end(): Promise<void> {
      if (stand.current !== 'open') return
      stand.current = 'ending'
      underWay.current = run()
      await underWay.current
    },
  }
}

/**
 * The facts that this terminal knows: its last lists, and the rights of the member and of the seller who prepared the
 * sale.
 */
function factsOf(store: Store, sale: LocalSale): ClosingFacts {
  const found = store.get(findStockItemsAtom)(new Set(sale.records.map(({ stockItemId }) => stockItemId)))
  const patient = store.get(patientOfAtom)(sale.patient)
  const now = Date.now()
  return {
    cashStep: store.get(tradeAtom).cashStep,
    stockItems: new Map([...found].map(([id, { item, product }]) => [id, { ...item, list: product.prescriptionList }])),
    credit: creditOf(store, sale),
    // Omitted if the patient is not on this terminal: then the server decides.
    ...(patient && { policies: new Set(patient.policies.flatMap(({ id, archived }) => (archived ? [] : [id]))) }),
    today: store.get(dayOfAtom)(pharmacyNow()),
    ...store.get(listedRulesAtom),
    fiscalPlatform: store.get(tradeAtom).fiscalPlatform,
    ...rightsGranted(rightsWith(store.get(closingRightsAtom), sale.preparation), sale, now),
    grantedLots: new Set(
      sale.records.flatMap(({ stockItemId }) =>
        isGrantedFor(sale, 'sale.expired', stockItemId, now) ? [stockItemId] : [],
      ),
    ),
  }
}

function refusalOfRight(store: Store, sale: LocalSale): SaleError | null {
  const permission = lackingRight(sale, store.get(permissionsAtom), Date.now())
  return permission && { message: 'auth:forbidden', details: { permission } }
}

function refusalOfChange(store: Store, sale: LocalSale): SaleError | null {
  const details = largeChange(sale, store.get(tradeAtom).denominations)
  return details && details.tendered !== sale.confirmedCash ? { message: 'sales:largeChange', details } : null
}

/** The credit of each client who owes a part of the sale. */
function creditOf(store: Store, sale: LocalSale): ClosingFacts['credit'] {
  const grants = grantsOf(sale, 'client.credit', Date.now())
  const debtorOf = store.get(debtorOfAtom)
  return new Map(
    sale.payments.flatMap((payment) => {
      const debtor = debtorOf(clientOf(payment))
      if (!debtor) return []
      return [[debtor.id, { ...debtor, limit: raisedLimit(debtor.limit, debtor.id, grants) }] as const]
    }),
  )
}
