import { atom } from 'jotai'
import type { NewSale } from '#shared/contract/sales.ts'
import { acknowledgedTodayAtom } from '#shared/store/sale-atoms.ts'
import { receiptRequestAtom } from './print-receipt.ts'

/** The last sale this window ended. `isShown` while its change is still being given; `isPrinted` once its ticket came out. */
export const lastEndedAtom = atom<{ sale: NewSale; isShown: boolean; isPrinted: boolean } | null>(null)

/** Prints the last ended sale: the ticket, then duplicates; with the server's number if it has answered meanwhile. */
export const printLastAtom = atom(null, (get, set) => {
  const last = get(lastEndedAtom)
  if (!last) return
  const number = get(acknowledgedTodayAtom).find(({ id }) => id === last.sale.id)?.reply.number ?? null
  set(receiptRequestAtom, { sale: last.sale, number, isReprint: last.isPrinted })
  set(lastEndedAtom, { ...last, isPrinted: true })
})
