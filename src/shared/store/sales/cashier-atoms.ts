import { atom } from 'jotai'
import { call } from '#shared/client/call.ts'
import { parkedSales, type ParkedSale } from '#shared/contract/parked-sales.ts'
import { isToCollect, prepareSale, sendBackSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { parkedContentOf } from '#shared/domain/parked-content.ts'
import { displayName } from '#shared/domain/person.ts'
import type { ClosingRights, Preparation, SentBack } from '#shared/domain/preparation.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { parkedSalesAtom, parkWholeAtom } from '#shared/store/sales/parked-atoms.ts'
import { changeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom, present, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

/**
 * Whether sellers prepare sales and a central cashier collects the payment. False for settings stored by an earlier
 * version.
 */
export const hasCentralCashierAtom = atom((get) => get(terminalAtom)?.pharmacy?.settings.centralCashier ?? false)

export const isCashierElsewhereAtom = atom((get) => get(terminalAtom)?.isCashierElsewhere ?? false)

/** A prepared sale that waits for the cashier: on this terminal's disk, or parked on the server by another terminal. */
export type ToCollect =
  | { place: 'here'; sale: LocalSale & { preparation: Preparation } }
  | { place: 'server'; parked: ParkedSale & { toCollect: NonNullable<ParkedSale['toCollect']> } }

/** Sales that wait for the cashier, oldest first. Offline only those of this terminal. */
export const toCollectAtom = atom((get): readonly ToCollect[] => {
  const here = get(localSalesAtom).filter(isToCollect)
  const elsewhere = (get(parkedSalesAtom).data ?? []).flatMap((parked) =>
    parked.toCollect ? [{ ...parked, toCollect: parked.toCollect }] : [],
  )
  const rows: ToCollect[] = [
    ...here.map((sale) => ({ place: 'here' as const, sale })),
    ...elsewhere.map((parked) => ({ place: 'server' as const, parked })),
  ]
  return rows.sort((a, b) => Date.parse(sentAt(a)) - Date.parse(sentAt(b)))
})

/** Parked sales for any colleague, without those for the cashier; those of this member first, then the oldest. */
export const parkedForColleaguesAtom = atom((get) => {
  const me = get(sessionAtom)?.userId
  const rank = ({ parkedBy }: ParkedSale) => (parkedBy === me ? 0 : 1)
  return get(parkedSalesAtom)
    .data?.filter(({ toCollect }) => toCollect === null)
    .toSorted((a, b) => rank(a) - rank(b))
})

/**
 * Sends a sale with its seller's rights to the cashier: into this terminal's list, or to the server when the cashier
 * works at another terminal. Without an answer (`NoAnswer`) or after a refusal (`AppError`) nothing changes here.
 * Throws `SaleConflict` when the sale was changed meanwhile; it stays here.
 */
export const sendToCashierAtom = atom(null, async (get, set, sale: LocalSale, rights: ClosingRights): Promise<void> => {
  const { session } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  const preparation: Preparation = {
    userId: session.userId,
    name: displayName(session),
    at: new Date().toISOString(),
    sessionId: session.id,
    rights,
  }
  if (get(isCashierElsewhereAtom)) {
    const { sentBack: _, ...content } = parkedContentOf(sale)
    await set(parkWholeAtom, sale, { ...content, preparation })
  } else await set(changeSaleAtom, sale, (stored) => prepareSale(stored, preparation))
})

/**
 * The cashier does not collect a sale: it goes back to its seller with a word. Of another terminal it needs the network;
 * without an answer (`NoAnswer`) or after a refusal (`AppError`) nothing changes.
 */
export const sendBackAtom = atom(
  null,
  async (get, set, row: ToCollect, { kind, word }: Pick<SentBack, 'kind' | 'word'>): Promise<void> => {
    const { session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    if (row.place === 'here') {
      const sentBack = { kind, word, by: displayName(session), at: new Date().toISOString() }
      await set(changeSaleAtom, row.sale, (stored) => sendBackSale(stored, sentBack))
      return
    }
    const { id, version } = row.parked
    const { terminalId } = terminal
    await call(parkedSales.sendBack, { params: { id }, body: { terminalId, version, kind, word } })
  },
)

function sentAt(row: ToCollect): string {
  return row.place === 'here' ? row.sale.preparation.at : row.parked.parkedAt
}
