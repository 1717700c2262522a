import type { audit, AuditEntry } from '#shared/contract/audit.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { findAuditEntries, findAuditHead, type AuditQuery } from '#server/audit/audit.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'

export function readAuditHead(context: Context): Promise<CallReply<typeof audit.head>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findAuditHead(tx, pharmacyId))
}

/** The latest first. Purchase prices and what they come to only for who may see costs. */
export async function listAuditEntries(
  context: Context,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  const { items, total } = await context.database.read(pharmacyId, (tx) => findAuditEntries(tx, pharmacyId, query))
  if (context.actor.permissions.has('stock.see-cost')) return { items, total }
  return { items: items.map(withoutCosts), total }
}

const costs: ReadonlySet<string> = new Set([
  'purchase_price',
  'note_total',
  // A share of what the boxes cost.
  'aib_amount',
  'credit_amount',
  'given_up_amount',
  'cost',
])
/** What these are worth is a cost. */
const costly: ReadonlySet<AuditEntry['thing']> = new Set([
  'bill_statements',
  'deliveries',
  'orders',
  'supplier_payments',
  'supplier_returns',
  'wholesaler_claims',
])

function withoutCosts({ changes, ...entry }: AuditEntry): AuditEntry {
  return {
    ...entry,
    recordAmount: costly.has(entry.thing) ? null : entry.recordAmount,
    // A supplier credits what its boxes cost.
    changes: changes.filter(
      ({ field }) => !costs.has(field) && !(entry.part === 'supplier_return_credits' && field === 'amount'),
    ),
  }
}
