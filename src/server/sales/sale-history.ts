import type { SaleHistory } from '#shared/contract/sale-history.ts'
import { AppError } from '#shared/domain/errors.ts'
import { displayName } from '#shared/domain/person.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'
import { findVersions, type VersionRow } from '#server/sales/sale-history.repo.ts'

type Event = SaleHistory['events'][number]

/**
 * The versions of a sale, oldest first, found by the id of any of them, and their events in order. Throws
 * `requests:notFound` when the pharmacy has no such sale.
 */
export async function readSaleHistory(context: Context, id: string): Promise<SaleHistory> {
  const pharmacyId = pharmacyOf(context)
  const { rows, withheld } = await context.database.read(pharmacyId, async (tx) => ({
    rows: await findVersions(tx, pharmacyId, id),
    withheld: await withheldFrom(tx, context),
  }))
  if (rows.length === 0) throw new AppError('requests:notFound')
  const isWithheld = ({ registerId }: VersionRow) => withheld.includes(registerId)
  return {
    versions: rows.map((row) => ({
      id: row.id,
      number: row.number,
      version: row.version,
      status: row.status,
      total: isWithheld(row) ? null : row.total,
      soldAt: instant(row.soldAt),
      receivedAt: instant(row.receivedAt),
      sellerName: displayName(row.seller),
    })),
    grants: rows.flatMap((row) =>
      row.grants.map(({ at, by, ...grant }) => ({
        ...grant,
        amount: isWithheld(row) ? null : grant.amount,
        saleId: row.id,
        at: instant(at),
        byName: displayName(by),
      })),
    ),
    // The sort is stable: events at the same instant keep the order of the versions, and a closing comes before other
    // events.
    events: rows.flatMap((row) => eventsOf(row, isWithheld(row))).sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  }
}

function eventsOf(
  { id: saleId, soldAt, seller, sentBy, cancellation, replacedBy, returns, dates, openings }: VersionRow,
  isWithheld: boolean,
): Event[] {
  return [
    // The date may have been corrected since; the closing keeps the original date.
    {
      kind: 'closed',
      saleId,
      at: instant(dates[0]?.from ?? soldAt),
      byName: displayName(seller),
      sentByName: sentBy && displayName(sentBy),
    },
    ...dates.map(({ at, by, from, to, reason }): Event => ({
      kind: 'date',
      saleId,
      at: instant(at),
      byName: displayName(by),
      from: instant(from),
      to: instant(to),
      reason,
    })),
    ...returns.map(({ at, by, reason, number, total }): Event => ({
      kind: 'returned',
      saleId,
      at: instant(at),
      byName: displayName(by),
      reason,
      number,
      total: isWithheld ? null : total,
    })),
    ...openings.map(({ at, by, purpose }): Event => ({
      kind: 'opened',
      saleId,
      at: instant(at),
      byName: displayName(by),
      purpose,
    })),
    ...(cancellation
      ? [
          {
            kind: 'canceled',
            saleId,
            at: instant(cancellation.at),
            byName: displayName(cancellation.by),
            reason: cancellation.reason,
            replacedBy,
          } as const,
        ]
      : []),
  ]
}

function instant(text: string): string {
  return new Date(text).toISOString()
}
