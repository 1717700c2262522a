import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { atomWithQuery } from 'jotai-tanstack-query'
import { dayOfAtom } from '#kiosk/ui/counter-atoms.ts'
import { sales, type SaleSummary } from '#shared/contract/sales.ts'
import { acknowledgedTodayAtom } from '#shared/store/sale-atoms.ts'
import { queryOf } from '#shared/store/queries.ts'

/** More than a counter sells in a day. */
const pageSize = 500

export const todayQueryAtom = atomWithQuery((get) => {
  const day = get(dayOfAtom)(new Date())
  return queryOf(sales.list, { query: { from: day, to: day, size: pageSize } })
})

/** Accepted sales of the day, newest first: the pharmacy's, and those this terminal knows to be accepted when the list does not come. */
export const acceptedTodayAtom = atom((get): readonly SaleSummary[] => {
  const listed = get(todayQueryAtom).data?.items ?? []
  const ids = new Set(listed.map(({ id }) => id))
  const own = get(acknowledgedTodayAtom)
    .filter(({ id }) => !ids.has(id))
    .map(({ reply }) => ({
      ...reply,
      returned: reply.returns?.reduce((sum, { total }) => sum + total, 0) ?? 0,
      replacedBy: reply.replacedBy ?? null,
      lines: reply.records.length + reply.vouchers.length,
      units: [...reply.records, ...reply.vouchers].reduce((units, line) => units + line.quantity, 0),
      paymentTypes: [...new Set(reply.payments.map(({ type }) => type))],
    }))
  return [...own, ...listed].sort((a, b) => b.number - a.number)
})

/** One accepted sale as the server has it. */
export const acceptedSaleAtom = atomFamily((id: string) => atomWithQuery(() => ({ ...queryOf(sales.read, { params: { id } }), staleTime: Infinity })))
