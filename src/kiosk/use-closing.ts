import { useSetAtom, useStore } from 'jotai'
import { useRef, useState } from 'react'
import { withoutBegunPayments } from '#kiosk/counter/sale/begun-payments.ts'
import { closingRightsAtom, dayOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'
import { patientOfAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { debtorOfAtom } from '#kiosk/counter/payment/credit-of.ts'
import { editSaleAtom, settledEditsAtom } from '#kiosk/counter/sale/edit-sale.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { closingRefusal, type ClosingFacts } from '#shared/domain/closing-refusals.ts'
import { clientOf } from '#shared/domain/payment.ts'
import { rightsWith } from '#shared/domain/preparation.ts'
import { saleToClose, type LocalSale, type SaleError } from '#shared/domain/local-sale.ts'
import { endSaleAtom, localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { SaleConflict } from '#shared/store/sales/sales-store.ts'

type Store = ReturnType<typeof useStore>

/** A disk that answers within this is not waited for on the screen: drawing would hold its answer back. */
const busyAfterMs = 100

/**
 * Ends a sale: what was touched is settled first, the domain's rules are asked, and only when the disk has the frozen payload does `onEnded` hear of it.
 * A second touch meanwhile does nothing.
 */
export function useClosing(saleId: string, onEnded: (payload: NewSale) => void) {
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
      // The screen lagged behind the disk: what stands there is ended, by the same rules.
      if (!(error instanceof SaleConflict) || error.current?.status !== 'ONGOING') throw error
      await closeAs(error.current, cashStep)
    }
  }
  const over = () => {
    stand.current = 'over'
    setIsOver(true)
  }
  const closeAs = async (sale: LocalSale, cashStep: number) => {
    const reason = closingRefusal(saleToClose(sale), factsOf(store, sale))
    setRefusal(reason)
    if (reason) return
    const { payload } = await end(sale, cashStep)
    over()
    onEnded(payload)
  }

  const run = async () => {
    // Nothing is drawn before the disk has been given the sale.
    const busy = setTimeout(() => setIsClosing(true), busyAfterMs)
    try {
      await close()
    } catch {
      // Already ended: the first touch won. Still open: the disk is full or gone, and nothing may be printed.
      const sale = store.get(localSalesAtom).find(({ id }) => id === saleId)
      if (sale?.status === 'ONGOING') setRefusal({ message: 'internal' })
      else over()
    } finally {
      clearTimeout(busy)
      if (stand.current === 'ending') stand.current = 'open'
      setIsClosing(false)
    }
  }

  return {
    /** The disk takes its time. */
    isClosing,
    /** From the touch on, and for good once it is ended: what comes now is nothing of this sale. */
    isEnding: () => stand.current !== 'open',
    /** Resolves when no end is under way. */
    settled: () => underWay.current,
    /** It was ended here and is nothing to type into any more; the server may have it already, so that nothing of it is left on this terminal. */
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

/** The world as this terminal knows it: its last list, the rights of who stands here and of who made the sale ready. */
function factsOf(store: Store, sale: LocalSale): ClosingFacts {
  const found = store.get(findStockItemsAtom)(new Set(sale.records.map(({ stockItemId }) => stockItemId)))
  const patient = store.get(patientOfAtom)(sale.patient)
  return {
    cashStep: store.get(tradeAtom).cashStep,
    stockItems: new Map([...found].map(([id, { item }]) => [id, item])),
    credit: creditOf(store, sale),
    // Left out when the patient is not on this terminal: the server will say.
    ...(patient && { policies: new Set(patient.policies.flatMap(({ id, archived }) => (archived ? [] : [id]))) }),
    today: store.get(dayOfAtom)(new Date()),
    ...rightsWith(store.get(closingRightsAtom), sale.preparation),
  }
}

/** Of the clients who owe a part of it. */
function creditOf(store: Store, { payments }: LocalSale): ClosingFacts['credit'] {
  const debtorOf = store.get(debtorOfAtom)
  return new Map(
    payments.flatMap((payment) => {
      const debtor = debtorOf(clientOf(payment))
      return debtor ? [[debtor.id, debtor] as const] : []
    }),
  )
}
