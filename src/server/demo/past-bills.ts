import { groupBy } from '#server/db/group-by.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { pastDays, type DemoCalendar } from '#server/demo/demo-calendar.ts'
import type { PastSale } from '#server/demo/past-trade.ts'
import { debtorOf } from '#shared/domain/payment.ts'

export type PastBill = {
  id: string
  number: string
  client: { kind: 'person' | 'organization'; id: string }
  status: 'open' | 'closed'
  amount: number
  from: string
  to: string
  issuedOn: string
  lines: { saleId: string; paymentId: string; amount: number }[]
}
type Owed = { client: PastBill['client']; at: Date; line: PastBill['lines'][number] }

/** Age in days of the latest sales on a paid bill, and of those on an open bill. */
const [closedAfterDays, openAfterDays] = [30, 9]

/**
 * Bills for past credit sales. For each client, the oldest sales are on a paid bill; for every second client, newer
 * sales are on an open bill.
 */
export function pastBills(slug: string, sales: readonly PastSale[], calendar: DemoCalendar): PastBill[] {
  const clients = [...groupBy(sales.flatMap(creditOf), ({ client }) => client.id).values()]
  const olderThan =
    (days: number) =>
    ({ at }: Owed): boolean =>
      at < calendar.at(days - 1, 0)
  const bills = clients.flatMap((owed, index) => {
    const closed = owed.filter(olderThan(closedAfterDays))
    const open = owed.filter((one) => olderThan(openAfterDays)(one) && !olderThan(closedAfterDays)(one))
    return [...billOf(closed, 'closed'), ...(index % 2 === 0 ? billOf(open, 'open') : [])]
  })
  return bills.map(({ status, owed }, index): PastBill => ({
    id: demoId('bill', slug, status, owed[0]!.client.id),
    number: `F-${String(index + 1).padStart(5, '0')}`,
    client: owed[0]!.client,
    status,
    amount: owed.reduce((sum, { line }) => sum + line.amount, 0),
    from: calendar.day(status === 'closed' ? pastDays - 1 : closedAfterDays - 1).date,
    to: calendar.day(status === 'closed' ? closedAfterDays : openAfterDays).date,
    issuedOn: calendar.day((status === 'closed' ? closedAfterDays : openAfterDays) - 1).date,
    lines: owed.map(({ line }) => line),
  }))
}

function billOf(
  owed: readonly Owed[],
  status: PastBill['status'],
): { status: PastBill['status']; owed: readonly Owed[] }[] {
  return owed.length === 0 ? [] : [{ status, owed }]
}

function creditOf({ id: saleId, at, payments }: PastSale): Owed[] {
  return payments.flatMap((payment): Owed[] => {
    const client = debtorOf(payment)
    return client ? [{ client, at, line: { saleId, paymentId: payment.id, amount: payment.amount } }] : []
  })
}
