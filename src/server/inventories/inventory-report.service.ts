import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { inventories as calls, InventoryReportRow } from '#shared/contract/inventories.ts'
import { accuracyOf } from '#shared/domain/storage-accuracy.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { reportRows } from '#server/inventories/inventory-report.repo.ts'

/** Accuracy and shrinkage by storage or month, from the closed inventories of a period in the pharmacy's calendar. */
export function readInventoryReport(
  context: Context,
  { from, to, by }: HandlerInput<typeof calls.report>['query'],
): Promise<InventoryReportRow[]> {
  if (from > to) refuseFields([{ path: 'query.to', message: 'before from' }])
  const pharmacyId = pharmacyOf(context)
  const seesCosts = context.actor.permissions.has('stock.see-cost')
  return context.database.read(pharmacyId, async (tx) =>
    (await reportRows(tx, pharmacyId, { from, to, by })).map(({ expectedValue, missing, surplus, ...row }) => ({
      ...row,
      accuracy: accuracyOf({ lots: row.lots, wrong: row.lots - row.right }),
      missing: seesCosts ? missing : null,
      surplus: seesCosts ? surplus : null,
      shrinkage: expectedValue > 0 ? Math.round((missing * 1_000) / expectedValue) : null,
    })),
  )
}
