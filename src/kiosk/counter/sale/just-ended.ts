import { atom } from 'jotai'
import type { NewSale } from '#shared/contract/sales.ts'
import { bookedCash, correctionMoney, type CorrectionMoney } from '#shared/domain/correction-money.ts'
import type { ReplacedSale } from '#shared/domain/local-sale.ts'
import { printerChoiceAtom, sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { acknowledgedTodayAtom } from '#shared/store/sales/sale-atoms.ts'
import { invoiceRequestAtom } from '#kiosk/counter/print/print-invoice.ts'
import { labelRequestAtom, receiptRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { kickDrawerAtom } from '#kiosk/counter/print/printer-state.ts'

/** A sale that this window ended. `correction`: null unless it replaces another sale. */
export type JustEnded = {
  sale: NewSale
  correction: (CorrectionMoney & { /** Cash handed over for the correction itself. */ received: number }) | null
}

/** The change of an ended sale stays on the screens this long. */
export const endedShownMs = 30_000

type LastEnded = JustEnded & { isShown: boolean; shownOn: string | null; isPrinted: boolean }

/**
 * The last sale that this window ended. `isShown`: its change is still on screen. `shownOn`: the tab that opened after
 * it and shows its change. `isPrinted`: its ticket was printed.
 */
export const lastEndedAtom = atom<LastEnded | null>(null)

/** The ended sale whose change is on screen; only in the session of its seller. */
export const shownEndedAtom = atom((get): LastEnded | null => {
  const last = get(lastEndedAtom)
  return last?.isShown && last.sale.sessionId === get(sessionAtom)?.id ? last : null
})

/** A tab is shown. The first one after an ended sale shows its change; any other one ends that. */
export const tabShownAtom = atom(null, (get, set, saleId: string) => {
  const last = get(lastEndedAtom)
  if (!last?.isShown || saleId === last.sale.id || saleId === last.shownOn) return
  set(lastEndedAtom, last.shownOn === null ? { ...last, shownOn: saleId } : { ...last, isShown: false })
})

/** The next sale begins: the last one and its change are no longer shown. It can still be printed. */
export const beginNextAtom = atom(null, (get, set) => {
  const last = get(lastEndedAtom)
  if (last?.isShown) set(lastEndedAtom, { ...last, isShown: false })
})

/**
 * Call it after a sale was written to the disk. Shows the change for a moment, prints the receipt if this terminal
 * prints automatically, and opens the drawer if cash was paid or given back.
 */
export const saleEndedAtom = atom(null, async (get, set, sale: NewSale, replaces?: ReplacedSale | null) => {
  const { isAutomatic } = get(printerChoiceAtom)
  const correction = correctionOf(sale, replaces, get(tradeAtom).cashStep)
  const isCash = sale.payments.some(({ type }) => type === 'CASH') || (correction !== null && correction.cash !== 0)
  set(lastEndedAtom, { sale, correction, isShown: true, shownOn: null, isPrinted: isAutomatic })
  setTimeout(() => get(lastEndedAtom)?.sale.id === sale.id && set(beginNextAtom), endedShownMs)
  if (isAutomatic) await set(receiptRequestAtom, { sale, number: null, isReprint: false, opensDrawer: isCash })
  else if (isCash) await set(kickDrawerAtom)
})

function correctionOf(
  sale: NewSale,
  replaces: ReplacedSale | null | undefined,
  cashStep: number,
): JustEnded['correction'] {
  const money = correctionMoney({ ...sale, replaces }, cashStep)
  const tendered = sale.payments.reduce((given, payment) => given + (payment.type === 'CASH' ? payment.tendered : 0), 0)
  return money && { ...money, received: Math.max(0, tendered - bookedCash({ replaces })) }
}

/**
 * Prints the last ended sale: first the ticket, then duplicates. Includes the server's number if it is known by then.
 */
export const printLastAtom = atom(null, async (get, set) => {
  const last = get(lastEndedAtom)
  if (!last) return
  const number = get(acknowledgedTodayAtom).find(({ id }) => id === last.sale.id)?.reply.number ?? null
  set(lastEndedAtom, { ...last, isPrinted: true })
  await set(receiptRequestAtom, { sale: last.sale, number, isReprint: last.isPrinted })
})

/** Prints the last ended sale as an invoice on A4. */
export const invoiceLastAtom = atom(null, async (get, set) => {
  const last = get(lastEndedAtom)
  if (last) await set(invoiceRequestAtom, { sale: last.sale, number: null, isReprint: false })
})

/** Prints the labels of the last ended sale, one for each line with a posology. Can be repeated. */
export const labelLastAtom = atom(null, async (get, set) => {
  const last = get(lastEndedAtom)
  if (last) await set(labelRequestAtom, last.sale)
})
