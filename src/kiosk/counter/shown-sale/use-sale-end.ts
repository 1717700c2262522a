import { useAtom, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { saleEndedAtom } from '#kiosk/counter/sale/just-ended.ts'
import { useClosing } from './use-closing.ts'
import { useGoToNext, type GoToNext } from './use-go-to-next.ts'
import { chosenSaleIdAtom, type ShownSale } from './use-shown-sale.ts'

type Ended = 'no' | 'sold' | 'collected'

/** Closes the sale, then opens the next one when this sale has ended or another window shows it. */
export function useSaleEnd(saleId: string, kind: ShownSale['kind']) {
  const publishEnded = useSetAtom(saleEndedAtom)
  const ended = useRef<Ended>('no')
  const closing = useClosing(saleId, (sale, { replaces }) => {
    ended.current = sale.preparation ? 'collected' : 'sold'
    // The sale is on the disk. A printer that fails must not block the next sale.
    void publishEnded(sale, replaces).catch(() => undefined)
  })
  const goToNext = useGoToNext()
  const isLeft = kind === 'gone' || (kind === 'left' && closing.isOver)
  useNextAfterEnd(isLeft, closing.settled, ended, goToNext)
  useNextWhenTaken(saleId, kind, goToNext)
  return { closing, goToNext }
}

function useNextAfterEnd(
  isLeft: boolean,
  settled: () => Promise<void>,
  ended: { readonly current: Ended },
  goToNext: GoToNext,
): void {
  const [, navigate] = useLocation()
  const latestSettled = useRef(settled)
  useEffect(() => {
    latestSettled.current = settled
  })
  useEffect(() => {
    if (!isLeft) return
    let isBack = false
    // Another window may send the sale to the server before this window has finished closing it.
    void latestSettled.current().then(() => {
      if (isBack) return
      // The central cashier returns to the list of sales to collect.
      if (ended.current === 'collected') navigate('/caisse', { replace: true })
      else goToNext({ isFresh: ended.current === 'sold' })
    })
    return () => {
      isBack = true
    }
  }, [isLeft, ended, goToNext, navigate])
}

/**
 * Windows that close their sales at the same moment may choose the same next sale. The window that gets no lock opens
 * another sale without a message, as the user did not ask for this one.
 */
function useNextWhenTaken(saleId: string, kind: ShownSale['kind'], goToNext: GoToNext): void {
  const [chosen, setChosen] = useAtom(chosenSaleIdAtom)
  useEffect(() => {
    if (chosen !== saleId || kind === 'opening') return
    setChosen(null)
    if (kind === 'elsewhere') goToNext({ isFresh: true })
  }, [chosen, saleId, kind, setChosen, goToNext])
}
