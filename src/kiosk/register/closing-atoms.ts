import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { atomWithQuery } from 'jotai-tanstack-query'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { type CashRegister, cashRegisters, type RegisterReport } from '#shared/contract/cash-registers.ts'
import { addDays } from '#shared/domain/dates.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { ClosedRegister } from './closing-paper.ts'

type Closing = { registerId: string; closingId: string }

const reportAtom = atomFamily(
  ({ registerId, closingId }: Closing) =>
    atomWithQuery((get) => ({
      ...queryOf(cashRegisters.report, { query: { registerId } }),
      // Until the closing is sent, the server does not know it.
      enabled: !get(snapshotAtom).outbox.some(({ saleId }) => saleId === closingId),
    })),
  isSame,
)

/** A closing of this terminal as the server recorded it, with its number. Null until the server answers. */
export const numberedClosingAtom = atomFamily(
  (closing: Closing) =>
    atom((get): ClosedRegister | null => {
      const { data } = get(reportAtom(closing))
      return closingOf(data, ({ id }) => id === closing.closingId)
    }),
  isSame,
)

const shownClosings = 3
const registersAtADay = 50

/** The last closed registers of today and yesterday, from all terminals. Empty offline. */
export const lastClosedAtom = atom((get): readonly CashRegister[] => {
  const closed = (get(daysAtom).data?.items ?? []).filter(({ state }) => state === 'CLOSED')
  return closed.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0)).slice(0, shownClosings)
})

const daysAtom = atomWithQuery((get) => {
  const today = get(dayOfAtom)(new Date())
  return queryOf(cashRegisters.byDate, { query: { from: addDays(today, -1), to: today, size: registersAtADay } })
})

/** The count that `isIt` selects, by default the last closing of the report. */
export function closingOf(
  report: RegisterReport | undefined,
  isIt: (count: RegisterReport['counts'][number]) => boolean = ({ kind }) => kind === 'closing',
): ClosedRegister | null {
  const count = report?.counts.findLast(isIt)
  if (!report || !count) return null
  const before = report.counts.slice(0, report.counts.indexOf(count))
  return {
    register: report.register,
    count: { ...count, found: before.reduce((sum, { gap }) => sum + (gap ?? 0), 0) },
  }
}

function isSame(one: Closing, other: Closing): boolean {
  return one.closingId === other.closingId
}
