import { carriedDues, owedAfterReturn } from '#shared/domain/dues.ts'
import type { Tx } from '#server/db/database.ts'
import { moveDues, openDuesOfSale, reduceDues, soldLines } from '#server/dues/due.repo.ts'

type Undone = { reason: string; userId: string; at: Date }

/** A canceled sale owes nothing any more. In the transaction of the cancellation. */
export async function cancelDuesOfSale(tx: Tx, pharmacyId: string, saleId: string, undone: Undone): Promise<void> {
  const open = await openDuesOfSale(tx, pharmacyId, saleId)
  await reduceDues(
    tx,
    pharmacyId,
    open.map(({ id }) => ({ id, owed: 0 })),
    undone,
  )
}

/** Returned units are no longer owed (`owedAfterReturn`). In the transaction of the return. */
export async function reduceDuesOfReturn(
  tx: Tx,
  pharmacyId: string,
  { saleId, lines }: { saleId: string; lines: readonly { lineId: string; quantity: number }[] },
  undone: Undone,
): Promise<void> {
  const open = await openDuesOfSale(tx, pharmacyId, saleId)
  const reduced = lines.flatMap(({ lineId, quantity }) =>
    owedAfterReturn(
      open.filter((due) => due.lineId === lineId),
      quantity,
    ),
  )
  await reduceDues(tx, pharmacyId, reduced, undone)
}

/**
 * The customer of a replaced sale is still owed what the new version sells of it (`carriedDues`). In the transaction
 * that records the new version.
 */
export async function carryDuesToVersion(
  tx: Tx,
  pharmacyId: string,
  { replacedId, saleId }: { replacedId: string; saleId: string },
  undone: Undone,
): Promise<void> {
  const open = await openDuesOfSale(tx, pharmacyId, replacedId)
  if (open.length === 0) return
  const before = new Map((await soldLines(tx, pharmacyId, replacedId)).map((line) => [line.id, line]))
  const after = await soldLines(tx, pharmacyId, saleId)
  const carried = carriedDues(
    open.map((due) => ({ ...before.get(due.lineId)!, ...due })),
    after.map(({ sold, ...line }) => ({ ...line, quantity: sold })),
  )
  await reduceDues(tx, pharmacyId, carried, undone)
  await moveDues(
    tx,
    pharmacyId,
    saleId,
    carried.filter(({ lineId }) => lineId !== null),
  )
}
