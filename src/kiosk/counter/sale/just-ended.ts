import { atom } from 'jotai'
import type { NewSale } from '#shared/contract/sales.ts'
import { printerChoiceAtom } from '#shared/store/identity/identity-atoms.ts'
import { acknowledgedTodayAtom } from '#shared/store/sales/sale-atoms.ts'
import { labelRequestAtom, receiptRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import { kickDrawerAtom } from '#kiosk/counter/print/printer-state.ts'

/** The last sale this window ended. `isShown` while its change is still being given; `isPrinted` once its ticket came out. */
export const lastEndedAtom = atom<{ sale: NewSale; isShown: boolean; isPrinted: boolean } | null>(null)

/** The next sale begins: the last one and its change are no longer shown. It can still be printed. */
export const beginNextAtom = atom(null, (get, set) => {
  const last = get(lastEndedAtom)
  if (last?.isShown) set(lastEndedAtom, { ...last, isShown: false })
})

/** A sale is on the disk: its change is shown, its ticket comes out where this terminal does so by itself, the drawer opens where notes are handed over. */
export const saleEndedAtom = atom(null, async (get, set, sale: NewSale) => {
  const { isAutomatic } = get(printerChoiceAtom)
  const isCash = sale.payments.some(({ type }) => type === 'CASH')
  set(lastEndedAtom, { sale, isShown: true, isPrinted: isAutomatic })
  if (isAutomatic) await set(receiptRequestAtom, { sale, number: null, isReprint: false, opensDrawer: isCash })
  else if (isCash) await set(kickDrawerAtom)
})

/** Prints the last ended sale: the ticket, then duplicates; with the server's number if it has answered meanwhile. */
export const printLastAtom = atom(null, async (get, set) => {
  const last = get(lastEndedAtom)
  if (!last) return
  const number = get(acknowledgedTodayAtom).find(({ id }) => id === last.sale.id)?.reply.number ?? null
  set(lastEndedAtom, { ...last, isPrinted: true })
  await set(receiptRequestAtom, { sale: last.sale, number, isReprint: last.isPrinted })
})

/** The labels of the last ended sale; as often as they are asked for, one per line that says how it is taken. */
export const labelLastAtom = atom(null, async (get, set) => {
  const last = get(lastEndedAtom)
  if (last) await set(labelRequestAtom, last.sale)
})
