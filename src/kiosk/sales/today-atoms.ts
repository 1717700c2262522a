import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { atomWithQuery } from 'jotai-tanstack-query'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import { sales, type Sale } from '#shared/contract/sales.ts'
import { goodsOf, leviedIn } from '#shared/domain/sale.ts'
import { withheldRegistersAtom } from '#shared/store/register/sight-atoms.ts'
import { acknowledgedTodayAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { queryOf } from '#shared/store/lists/queries.ts'

/** Page size: more sales than a counter makes in one day. */
const pageSize = 500
/** In ms. A list that was requested while a sale was being sent may lack that sale. */
const onItsWayMs = 15_000

export const todayQueryAtom = atomWithQuery((get) => {
  const day = get(dayOfAtom)(pharmacyNow())
  return queryOf(sales.list, { query: { from: day, to: day, size: pageSize } })
})

/** Accepted sales of this terminal that the server's list of today does not contain yet. */
const unlistedAtom = atom((get): readonly (SaleSummary & { levied: number })[] => {
  const { data, dataUpdatedAt } = get(todayQueryAtom)
  const ids = new Set(data?.items.map(({ id }) => id))
  const withheld = get(withheldRegistersAtom)
  // A sale that is missing in a later list was moved to another day.
  return get(acknowledgedTodayAtom)
    .filter(({ id, acknowledgedAt }) => !ids.has(id) && (!data || acknowledgedAt > dataUpdatedAt - onItsWayMs))
    .map(({ reply }) => summaryOf(reply, withheld.has(reply.registerId)))
})

/** The accepted sales of today, newest first: the server's list and what is missing in it. */
export const acceptedTodayAtom = atom((get): readonly SaleSummary[] =>
  [...get(unlistedAtom), ...(get(todayQueryAtom).data?.items ?? [])].sort((a, b) => b.number - a.number),
)

/**
 * Today's turnover in minor units (docs/money.md): the server's, which also deducts what came back today of earlier
 * sales, and the sales that its list does not contain yet. `returned`: what was deducted; null while only this
 * terminal's sales are known.
 */
export const turnoverTodayAtom = atom((get): { turnover: number; returned: number | null } => {
  const { data } = get(todayQueryAtom)
  const own = get(unlistedAtom)
    .filter(({ status }) => status === 'CLOSED')
    .reduce((sum, { total, levied, returned }) => sum + (total === null ? 0 : total - levied) - (returned ?? 0), 0)
  return { turnover: (data?.turnover ?? 0) + own, returned: data?.returned ?? null }
})

/** An answer stored by an earlier version may lack newer fields. */
function summaryOf(reply: Sale, isWithheld: boolean): SaleSummary & { levied: number } {
  const returned = returnedOf(reply)
  const lines = goodsOf(reply)
  return {
    ...reply,
    total: isWithheld ? null : reply.total,
    returned: isWithheld && returned > 0 ? null : returned,
    replacedBy: reply.replacedBy ?? null,
    levied: leviedIn(reply),
    lines: lines.length,
    units: lines.reduce((units, line) => units + line.quantity, 0),
    // The counter does not show debtors.
    debtors: [],
    paymentTypes: [...new Set(reply.payments.map(({ type }) => type))],
  }
}

function returnedOf({ returns }: Partial<Pick<Sale, 'returns'>>): number {
  return returns?.reduce((sum, { total }) => sum + total, 0) ?? 0
}

/** Maximum number of results. */
const mostFound = 50

/** Sales of any day that match these words. */
export const foundSalesAtom = atomFamily((search: string) =>
  atomWithQuery(() => queryOf(sales.list, { query: { search, size: mostFound } })),
)

/** One accepted sale as the server has it now: another terminal may have replaced, canceled or returned it. */
export const acceptedSaleAtom = atomFamily((id: string) => atomWithQuery(() => queryOf(sales.read, { params: { id } })))

/**
 * The sale as this terminal closed it, shown when the server does not answer. Fields that an older answer lacks get
 * defaults.
 */
export const ownSaleAtom = atomFamily((id: string) =>
  atom((get): Sale | undefined => {
    const reply: (Omit<Sale, AddedLater> & Partial<Pick<Sale, AddedLater>>) | undefined = get(
      snapshotAtom,
    ).acknowledged.find((sale) => sale.id === id)?.reply
    return (
      reply && {
        ...reply,
        version: reply.version ?? 1,
        replacedBy: reply.replacedBy ?? null,
        cancellation: reply.cancellation ?? null,
        returns: reply.returns ?? [],
      }
    )
  }),
)
type AddedLater = 'version' | 'replacedBy' | 'cancellation' | 'returns'

/** The events of a sale and its other versions. */
export const saleHistoryAtom = atomFamily((id: string) =>
  atomWithQuery(() => queryOf(sales.history, { params: { id } })),
)
