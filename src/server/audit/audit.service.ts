import type { audit, AuditEntry } from '#shared/contract/audit.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { findAuditEntries, findAuditHead, type AuditQuery } from '#server/audit/audit.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'

export function readAuditHead(context: Context): Promise<CallReply<typeof audit.head>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findAuditHead(tx, pharmacyId))
}

/** The latest first. Purchase prices only for who may see costs. */
export async function listAuditEntries(
  context: Context,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  const { items, total } = await context.database.read(pharmacyId, (tx) => findAuditEntries(tx, pharmacyId, query))
  if (context.actor.permissions.has('stock.see-cost')) return { items, total }
  return { items: items.map(withoutCosts), total }
}

const costs: ReadonlySet<string> = new Set(['purchase_price', 'note_total', 'credit_amount'])

function withoutCosts({ changes, ...entry }: AuditEntry): AuditEntry {
  return { ...entry, changes: changes.filter(({ field }) => !costs.has(field)) }
}
