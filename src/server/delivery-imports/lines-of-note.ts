import type { MatchedRow } from '#shared/domain/delivery-notes/match-note.ts'
import type { NotedLine } from '#server/deliveries/delivery.service.ts'

/** The lines of a delivery as its note says them. `own`: the pharmacy's product of each found product. */
export function linesOfNote(rows: readonly MatchedRow[], own: ReadonlyMap<string, string>): NotedLine[] {
  return rows.flatMap(({ row, productId }) =>
    row === null
      ? []
      : [
          {
            code: row.code,
            label: row.label,
            productId: productId === null ? null : (own.get(productId) ?? null),
            ordered: row.ordered,
            noted: row.delivered,
            free: row.free,
            purchasePrice: row.purchasePrice,
            notePrice: row.salePrice,
            vat: row.vat,
            lot: row.lot,
            expiresOn: row.expiresOn,
          },
        ],
  )
}
