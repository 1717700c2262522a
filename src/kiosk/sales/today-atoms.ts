import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { atomWithQuery } from 'jotai-tanstack-query'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import { sales, type Sale } from '#shared/contract/sales.ts'
import { acknowledgedTodayAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { queryOf } from '#shared/store/lists/queries.ts'

/** Page size: more sales than a counter makes in one day. */
const pageSize = 500
/** In ms. A list that was requested while a sale was being sent may lack that sale. */
const onItsWayMs = 15_000

export const todayQueryAtom = atomWithQuery((get) => {
  const day = get(dayOfAtom)(new Date())
  return queryOf(sales.list, { query: { from: day, to: day, size: pageSize } })
})

/**
 * The accepted sales of today, newest first: the server's list, plus those that this terminal knows to be accepted but
 * that the list does not contain.
 */
export const acceptedTodayAtom = atom((get): readonly SaleSummary[] => {
  const { data, dataUpdatedAt } = get(todayQueryAtom)
  const listed = data?.items ?? []
  const ids = new Set(listed.map(({ id }) => id))
  const own = get(acknowledgedTodayAtom)
    // A sale that is missing in a later list was moved to another day.
    .filter(({ id, acknowledgedAt }) => !ids.has(id) && (!data || acknowledgedAt > dataUpdatedAt - onItsWayMs))
    .map(({ reply }) => summaryOf(reply))
  return [...own, ...listed].sort((a, b) => b.number - a.number)
})

/** An answer stored by an earlier version may lack newer fields. */
function summaryOf(reply: Sale): SaleSummary {
  const lines = [...reply.records, ...reply.vouchers]
  return {
    ...reply,
    returned: returnedOf(reply),
    replacedBy: reply.replacedBy ?? null,
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
