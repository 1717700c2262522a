import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type {
  ProductHealthInsurance,
  productHealthInsurance as calls,
} from '#shared/contract/product-health-insurance.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { changing } from '#server/lists/changing.ts'
import { readList, type ListReader } from '#server/lists/synced-list.ts'
import {
  associatedLines,
  insertLine,
  linesAfter,
  linesByIds,
  linesByPage,
  linesInUse,
  linesOfProducts,
  missingLines,
  updateLine,
  type SchemeRow,
} from '#server/product-health-insurance/product-health-insurance.repo.ts'

const reader: ListReader<SchemeRow> = { list: 'product-health-insurance', byPage: linesByPage, after: linesAfter }

/** Lists lines by page, or by cursor those that changed since. Archived lines are included, so that tills drop them. */
export function listLines(
  context: Context,
  query: HandlerInput<typeof calls.list>['query'],
): Promise<CallReply<typeof calls.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => readList(tx, pharmacyId, reader, query))
}

export function everyLine(context: Context): Promise<ProductHealthInsurance[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => linesInUse(tx, pharmacyId))
}

/** Throws `requests:notFound`. */
export function readLine(context: Context, id: string): Promise<ProductHealthInsurance> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => requireLine(tx, pharmacyId, id))
}

export function listAssociated(
  context: Context,
  query: HandlerInput<typeof calls.withAssociatedProduct>['query'],
): Promise<CallReply<typeof calls.withAssociatedProduct>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => ({
    ...(await associatedLines(tx, pharmacyId, query)),
    missing: await missingLines(tx, pharmacyId),
  }))
}

/** Throws `requests:taken` when a line has this code, archived or not. */
export function createLine(
  context: Context,
  line: HandlerInput<typeof calls.create>['body'],
): Promise<ProductHealthInsurance> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const made = { id: randomUUID(), ...line, productId: null, archived: false }
    await insertLine(tx, pharmacyId, made)
    touch(reader.list, [made.id])
    return made
  })
}

/** Restoring a line throws `productHealthInsurance:productTaken` when another line has taken its product meanwhile. */
export function changeLine(
  context: Context,
  id: string,
  changes: HandlerInput<typeof calls.patch>['body'],
): Promise<ProductHealthInsurance> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const line = await requireLine(tx, pharmacyId, id)
    const changed = { ...line, ...definedOf(changes) }
    if (line.archived && !changed.archived && line.productId !== null)
      await refuseTaken(tx, pharmacyId, new Map([[id, line.productId]]))
    await updateLine(tx, pharmacyId, changed)
    touch(reader.list, [id])
    return changed
  })
}

/** Archives the line: past sales keep what the scheme paid. */
export async function removeLine(context: Context, id: string): Promise<{ id: string }> {
  await changeLine(context, id, { archived: true })
  return { id }
}

/**
 * Throws `productHealthInsurance:productTaken`, with the other line, when a product has a line already. Products that
 * one of the given lines releases are free for the others.
 */
export async function refuseTaken(
  tx: Tx,
  pharmacyId: string,
  productOfLine: ReadonlyMap<string, string | null>,
): Promise<void> {
  const taken = await linesOfProducts(
    tx,
    pharmacyId,
    [...productOfLine.values()].flatMap((productId) => productId ?? []),
  )
  for (const [lineId, productId] of productOfLine) {
    const other = productId === null ? undefined : taken.get(productId)
    if (other && !productOfLine.has(other.id))
      throw new AppError('productHealthInsurance:productTaken', { lineId, productId, takenBy: other })
  }
}

/**
 * The lines by id. Throws `requests:invalid` at the path of each id that is archived or that the pharmacy does not
 * have.
 */
export async function requireLines(
  tx: Tx,
  pharmacyId: string,
  wanted: readonly { id: string; path: string }[],
): Promise<Map<string, SchemeRow>> {
  const lines = new Map(
    (
      await linesByIds(
        tx,
        pharmacyId,
        wanted.map(({ id }) => id),
      )
    ).map((line) => [line.id, line]),
  )
  refuseFields(
    wanted.flatMap(({ id, path }) =>
      lines.has(id) ? (lines.get(id)!.archived ? [{ path, message: 'archived' }] : []) : [{ path, message: 'unknown' }],
    ),
  )
  return lines
}

export async function requireLine(tx: Tx, pharmacyId: string, id: string): Promise<SchemeRow> {
  return requireRow((await linesByIds(tx, pharmacyId, [id]))[0])
}

/** Without the fields that a change does not name. */
function definedOf<T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
