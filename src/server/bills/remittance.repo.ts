import { sql } from 'kysely'
import type { AwaitedLine } from '#shared/contract/bill-payments.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { readVouchers } from '#server/bills/voucher.repo.ts'
import { billedVoucherTables } from '#server/credit/voucher-tables.repo.ts'
import { leftOf } from '#server/credit/settled.repo.ts'
import { payerIdOf, payersLike } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'

/** Lines of the bills of a payer that await something, and all of the bills issued since a day; the oldest sale first. */
export async function awaitedLines(
  tx: Tx,
  pharmacyId: string,
  { payerId, since, timeZone }: { payerId: string; since: string; timeZone: string },
): Promise<AwaitedLine[]> {
  const rows = await readVouchers<Pick<AwaitedLine, 'billId' | 'billNumber' | 'amount' | 'left'>>(tx, {
    shown: sql`l.bill_id as "billId", b.number as "billNumber", l.amount,
      case when l.holds then ${leftOf} else 0 end as "left"`,
    tables: billedVoucherTables,
    where: sql`b.pharmacy_id = ${pharmacyId} and (b.status = 'open' or (b.status = 'closed' and b.issued_on >= ${since}))
      and ${payerIdOf('b')} = any(${payersLike(pharmacyId, [payerId])})
      order by s.sold_at, s.number, y.id`,
  })
  return rows.map(
    ({
      billId,
      billNumber,
      saleId,
      paymentId,
      saleNumber,
      soldAt,
      voucher,
      insuredNumber,
      beneficiary,
      amount,
      left,
    }) => ({
      billId,
      billNumber,
      saleId,
      paymentId,
      saleNumber,
      day: localDayOf(new Date(soldAt), timeZone),
      voucher,
      insuredNumber,
      beneficiary,
      amount,
      left,
    }),
  )
}
