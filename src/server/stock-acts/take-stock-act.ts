import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import { blockAfter, movedByStockAct, refusalOfStockAct } from '#shared/domain/stock-acts.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { doneAt } from '#server/base/done-at.ts'
import { withLentRight } from '#server/grants/lend.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { takeRevisions, touchRows } from '#server/lists/revision.repo.ts'
import { cashStepOf } from '#server/locale/pharmacy-country.repo.ts'
import { type Acting, readActor, refusalOfActing, refusalOfUnproven } from '#server/sellers/acting.ts'
import { boxesNamed, type Box } from '#server/stock/box.repo.ts'
import { correctLot, isLooseLot } from '#server/stock/lot-correction.repo.ts'
import { setBlock } from '#server/stock/lot-block.repo.ts'
import { openLots } from '#server/stock/open-lots.ts'
import { isInUse } from '#server/stock/in-use.repo.ts'
import { moveToStorage } from '#server/stock/storage-move.repo.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'

/**
 * Accepts an act on a lot, exactly once, under the pharmacy's write lock. Checks who made it and what he may do, as at
 * a register. Throws the catalogue's message for a refusal, on each attempt.
 */
export async function takeStockAct(context: Context, act: NewStockAct): Promise<{ id: string }> {
  const pharmacyId = pharmacyOf(context)
  const { now, changes } = context
  return acceptOnce<{ id: string }>(context, {
    pharmacyId,
    kind: 'stock-act',
    payload: act,
    async judge(tx) {
      const lot = (await boxesNamed(tx, pharmacyId, [act.stockItemId]))[0]
      const acting = await actingWith(tx, context, act)
      const refusal =
        refusalOfMember(acting, act) ??
        refusalOfLot(act, lot) ??
        (await refusalOfStorage(tx, pharmacyId, act)) ??
        (await refusalOfUnits(tx, pharmacyId, act))
      if (refusal || !lot) return { accepted: false, refusal: refusal ?? unknownLot }
      await writeAct(tx, pharmacyId, { act, lot, now, occurredAt: doneAt(act.doneAt, context) })
      await acting.lent()?.note(tx)
      changes.revised.add('pharmacy-products')
      return { accepted: true, answer: { id: act.id } }
    },
  })
}

const unknownLot: Refusal = invalid('stockItemId', 'unknown')

async function actingWith(tx: Tx, context: Context, act: NewStockAct) {
  const { id, stockItemId, sellerId, terminalId, grant, doneAt: at } = act
  const acting = await readActor(tx, context, { ...act, at })
  return withLentRight(tx, context, acting, {
    grants: [grant],
    subjectId: stockItemId,
    usedFor: id,
    at,
    sellerId,
    terminalId,
  })
}

function refusalOfMember(acting: Acting, act: NewStockAct): Refusal | null {
  // Goods move only for who is known to have moved them.
  return refusalOfUnproven(acting, act.sellerId) ?? refusalOfActing(acting, act.sellerId, 'stock.adjust')
}

function refusalOfLot(act: NewStockAct, lot: Box | undefined): Refusal | null {
  if (!lot) return unknownLot
  const refusal = refusalOfStockAct(act, lot)
  if (!refusal) return null
  return 'message' in refusal ? refusal : invalid(refusal.field, refusal.issue)
}

async function refusalOfStorage(tx: Tx, pharmacyId: string, act: NewStockAct): Promise<Refusal | null> {
  if (act.act !== 'move' || act.storageId === null) return null
  return (await isInUse(tx, 'storages', pharmacyId, act.storageId)) ? null : invalid('storageId', 'unknown')
}

async function refusalOfUnits(tx: Tx, pharmacyId: string, act: NewStockAct): Promise<Refusal | null> {
  if (act.act !== 'correct') return null
  return (await isLooseLot(tx, pharmacyId, act.stockItemId)) ? invalid('stockItemId', 'loose units') : null
}

function invalid(field: string, message: string): Refusal {
  return { message: 'requests:invalid', details: { issues: [{ path: `body.${field}`, message }] } }
}

async function writeAct(
  tx: Tx,
  pharmacyId: string,
  { act, lot, now, occurredAt }: { act: NewStockAct; lot: Box; now: Date; occurredAt: string },
): Promise<void> {
  const by = { userId: act.sellerId, at: now }
  switch (act.act) {
    case 'adjust':
      return moveStock(tx, pharmacyId, {
        ...by,
        occurredAt,
        movements: movedByStockAct(act, lot),
        reason: act.reason,
        note: act.note,
        link: { kind: 'adjustment', id: act.id },
        rev: await nextRevision(tx, pharmacyId),
      })
    case 'unpack':
      return openLots(tx, pharmacyId, [{ box: lot, boxes: act.boxes }], {
        ...by,
        occurredAt,
        link: { kind: 'unpack', id: act.id },
        cashStep: await cashStepOf(tx, pharmacyId),
        rev: await nextRevision(tx, pharmacyId),
      })
    case 'quarantine':
    case 'release':
      await setBlock(tx, pharmacyId, {
        stockItemIds: [lot.id, unitItemIdOf(lot.id)],
        blocked: blockAfter(lot.blocked, [act]),
        note: act.note,
        userId: act.sellerId,
        at: occurredAt,
      })
      return touchRows(tx, pharmacyId, 'pharmacy-products', [lot.productId])
    case 'move':
      await moveToStorage(tx, pharmacyId, { act, productId: lot.productId, at: occurredAt })
      return touchRows(tx, pharmacyId, 'pharmacy-products', [lot.productId])
    case 'correct':
      await correctLot(tx, pharmacyId, { ...act, userId: act.sellerId, at: occurredAt })
      return touchRows(tx, pharmacyId, 'pharmacy-products', [lot.productId])
  }
}

async function nextRevision(tx: Tx, pharmacyId: string): Promise<number> {
  return (await takeRevisions(tx, pharmacyId, 1)) + 1
}
