import type { Destruction, DestructionReport, NewDestruction } from '#shared/contract/destructions.ts'
import { destructionReasons } from '#shared/domain/stock-reasons.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { refusalOfLeaving } from '#server/stock/leaving-lots.repo.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'
import {
  findDestruction,
  findDestructions,
  insertDestruction,
  type DestructionQuery,
} from '#server/destructions/destruction.repo.ts'

/** Newest first; the value only for members who may see costs. */
export async function listDestructions(
  context: Context,
  query: DestructionQuery,
): Promise<{ items: Destruction[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  const { sort, ...rest } = query
  // The order would tell what the value does not.
  const asked = { ...rest, ...(sort && (seesCost(context) || !sort.endsWith('value')) ? { sort } : {}) }
  const { items, total } = await context.database.read(pharmacyId, (tx) => findDestructions(tx, pharmacyId, asked))
  return { total, items: items.map((item) => (seesCost(context) ? item : { ...item, value: null })) }
}

/** Throws `requests:notFound`. */
export async function readDestruction(context: Context, id: string): Promise<DestructionReport> {
  const pharmacyId = pharmacyOf(context)
  const report = requireRow(await context.database.read(pharmacyId, (tx) => findDestruction(tx, pharmacyId, id)))
  return seesCost(context) ? report : withoutCost(report)
}

/**
 * Destroys lots and writes the report with the next number, exactly once. All lines or none. Throws `requests:invalid`
 * with the faulty lines, and `stocks:beyondStock` when a line destroys more than its lot holds.
 */
export async function destroy(context: Context, body: NewDestruction): Promise<DestructionReport> {
  const pharmacyId = pharmacyOf(context)
  const { now, actor, changes } = context
  const { id } = await acceptOnce<{ id: string }>(context, {
    pharmacyId,
    kind: 'destruction',
    payload: body,
    async judge(tx) {
      const refusal = await refusalOf(tx, pharmacyId, body, now)
      if (refusal) return { accepted: false, refusal }
      await insertDestruction(tx, pharmacyId, body, { userId: actor.userId, at: now })
      await moveDestroyed(tx, pharmacyId, body, { userId: actor.userId, at: now })
      changes.revised.add('pharmacy-products')
      return { accepted: true, answer: { id: body.id } }
    },
  })
  return readDestruction(context, id)
}

async function refusalOf(tx: Tx, pharmacyId: string, body: NewDestruction, now: Date): Promise<Refusal | null> {
  const isAhead = body.destroyedOn > (await pharmacyToday(tx, pharmacyId, now))
  return refusalOfLeaving(
    tx,
    pharmacyId,
    body.lines,
    isAhead ? [{ path: 'body.destroyedOn', message: 'in the future' }] : [],
  )
}

/** One entry of the ledger for each reason, all with the report as their link. */
async function moveDestroyed(
  tx: Tx,
  pharmacyId: string,
  { id, lines, note }: NewDestruction,
  by: { userId: string; at: Date },
): Promise<void> {
  const rev = (await takeRevisions(tx, pharmacyId, 1)) + 1
  for (const reason of destructionReasons) {
    const movements = lines
      .filter((line) => line.reason === reason)
      .map(({ stockItemId, quantity }) => ({ stockItemId, cause: 'destruction' as const, quantity: -quantity }))
    if (movements.length > 0)
      await moveStock(tx, pharmacyId, { ...by, movements, reason, note, link: { kind: 'destruction', id }, rev })
  }
}

function seesCost({ actor }: Context): boolean {
  return actor.permissions.has('stock.see-cost')
}

function withoutCost(report: DestructionReport): DestructionReport {
  return { ...report, value: null, lines: report.lines.map((line) => ({ ...line, cost: null })) }
}
