import { randomUUID } from 'node:crypto'
import type { DeliveryImport, deliveryImports } from '#shared/contract/delivery-imports.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { MatchedRow } from '#shared/domain/delivery-notes/match-note.ts'
import { nearestAmount } from '#shared/domain/supplier-price.ts'
import { AppError } from '#shared/domain/errors.ts'
import { samplesOf } from '#shared/domain/files/table-file.ts'
import { plainText } from '#shared/domain/plain-text.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import {
  changeImport,
  dropOldImports,
  findImport,
  finishImport,
  insertImport,
  keepProfile,
  type StoredImport,
} from '#server/delivery-imports/delivery-import.repo.ts'
import { judgeNote, withProposals, type JudgedNote } from '#server/delivery-imports/judge-note.ts'
import { linesOfNote } from '#server/delivery-imports/lines-of-note.ts'
import { readNoteFile } from '#server/delivery-imports/read-note-file.ts'
import { addNotedLines, beginDelivery, tieToOrder } from '#server/deliveries/delivery.service.ts'
import { makePrivateProducts, takeFromReferential } from '#server/pharmacy-products/product-writing.service.ts'
import { enterLots } from '#server/stock-items/enter-lots.ts'
import { isInUse } from '#server/stock/in-use.repo.ts'
import { rememberCodes } from '#server/stock/supplier-codes.repo.ts'

const daysKept = 30
/** The most faulty lines that a refusal names. */
const namedRows = 20

/**
 * Reads a supplier's file; nothing is booked. Throws `deliveryImports:unreadableFile` with the reason, and
 * `requests:invalid` for an unknown supplier.
 */
export async function createImport(
  context: Context,
  { supplierId, bl }: HandlerInput<typeof deliveryImports.create>['body'],
): Promise<DeliveryImport> {
  const supplier = supplierId ?? null
  const name = bl ? plainText(bl.name, { multiline: false }).slice(0, 200) : null
  const tables = bl ? await readNoteFile(bl.name, new Uint8Array(await bl.arrayBuffer())) : []
  const id = randomUUID()
  await changing(context, async (tx, pharmacyId) => {
    if (supplier !== null && !(await isInUse(tx, 'suppliers', pharmacyId, supplier)))
      refuseFields([{ path: 'body.supplierId', message: 'unknown' }])
    await dropOldImports(tx, pharmacyId, new Date(context.now.getTime() - daysKept * 86_400_000))
    await insertImport(
      tx,
      pharmacyId,
      { id, supplierId: supplier, fileName: name, tables: [...tables] },
      { userId: context.actor.userId, at: context.now },
    )
  })
  return readImport(context, id)
}

/** With the products of today, judged outside of the pharmacy's write lock: tills sell meanwhile. Throws `requests:notFound`. */
export function readImport(context: Context, id: string): Promise<DeliveryImport> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    shown(await withProposals(tx, pharmacyId, await judged(tx, context, pharmacyId, id))),
  )
}

/** Throws `requests:conflict` for a file whose deliveries were begun. */
export async function patchImport(
  context: Context,
  id: string,
  { sheet, profile, decisions }: HandlerInput<typeof deliveryImports.patch>['body'],
): Promise<DeliveryImport> {
  await changing(context, async (tx, pharmacyId) => {
    const known = requireRow(await findImport(tx, pharmacyId, id))
    if (known.doneAt) throw new AppError('requests:conflict')
    await changeImport(tx, pharmacyId, {
      ...known,
      // Another sheet has other columns.
      profile: profile ?? (sheet !== undefined && sheet !== known.sheet ? null : known.profile),
      sheet: sheet ?? known.sheet,
      decisions: decisions
        ? { ...known.decisions, ...Object.fromEntries(decisions.map(({ line, productId }) => [line, productId])) }
        : known.decisions,
    })
  })
  return readImport(context, id)
}

/**
 * Begins one delivery for each note of the file, all or none, and remembers how the supplier's files are read and which
 * product each of its codes means. Throws `deliveryImports:invalidRows` with the first faulty lines,
 * `deliveries:deliveryWithThisIdentifierAlreadyExists`, and `requests:conflict` the second time.
 */
export function bookImport(
  context: Context,
  id: string,
  { receivedOn, bl }: HandlerInput<typeof deliveryImports.book>['body'],
): Promise<CallReply<typeof deliveryImports.book>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const note = await judged(tx, context, pharmacyId, id)
    const { stored, rows, notes, profile } = note
    const { supplierId } = stored
    if (stored.doneAt || supplierId === null) throw new AppError('requests:conflict')
    refuseFaulty(rows.filter(({ outcome }) => outcome === 'error'))
    const named = notes.length > 0 ? notes : [{ bl: null, day: null, total: null }]
    if (bl === null && named.some((each) => each.bl === null)) refuseFields([{ path: 'body.bl', message: 'needed' }])
    const ownIds = new Set(note.products.flatMap(({ id: productId, own }) => (own ? [productId] : [])))
    const own = await ownProducts(tx, pharmacyId, rows, ownIds)
    const rowsOf = groupBy(rows, ({ row }) => row?.bl ?? '')
    const ids: string[] = []
    for (const { bl: inFile, day, total } of named) {
      const deliveryId = randomUUID()
      await beginDelivery(tx, context, pharmacyId, {
        id: deliveryId,
        supplierId,
        bl: inFile ?? bl!,
        noteDay: day,
        receivedOn,
        noteTotal: total,
        note: null,
        importId: id,
      })
      await addNotedLines(tx, pharmacyId, { deliveryId, receivedOn }, linesOfNote(rowsOf.get(inFile ?? '') ?? [], own))
      await tieToOrder(tx, pharmacyId, deliveryId)
      ids.push(deliveryId)
    }
    if (stored.fileName !== null) await keepProfile(tx, pharmacyId, supplierId, profile)
    await rememberCodes(tx, pharmacyId, supplierId, taughtCodes(note, own))
    await finishImport(tx, pharmacyId, id, context.now)
    touch('pharmacy-products', [...new Set([...own.values()].filter((each) => !ownIds.has(each)))])
    return { ids }
  })
}

/**
 * Enters the lines of a file without a supplier as the opening stock: each becomes a lot with its quantity, cost and
 * price, all or none. Throws `deliveryImports:invalidRows` with the first lines that are unreadable, lack a cost or a
 * price, or are in stock already, and `requests:conflict` the second time and for the note of a supplier.
 */
export function enterImport(
  context: Context,
  id: string,
  { makesProducts }: HandlerInput<typeof deliveryImports.enter>['body'],
): Promise<CallReply<typeof deliveryImports.enter>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { stored, rows, products } = await judged(tx, context, pharmacyId, id)
    if (stored.doneAt || stored.supplierId !== null) throw new AppError('requests:conflict')
    refuseFaulty(rows.filter(({ outcome }) => outcome === 'error'))
    const held = rows.filter(({ row }) => row !== null && row.delivered + row.free > 0)
    const unknown = held.filter(({ productId }) => productId === null)
    if (unknown.length > 0 && !makesProducts) refuseFields([{ path: 'body.makesProducts', message: 'needed' }])
    const ownIds = new Set(products.flatMap(({ id: productId, own }) => (own ? [productId] : [])))
    const own = await ownProducts(tx, pharmacyId, held, ownIds)
    const made = await makePrivateProducts(tx, pharmacyId, unknown)
    const entered = held.map(({ line, productId, row }) => ({
      line,
      productId: productId === null ? made.get(line)! : own.get(productId)!,
      lot: row!.lot,
      expiresOn: row!.expiresOn,
      quantity: row!.delivered + row!.free,
      cost: row!.purchasePrice === null ? null : nearestAmount(row!.purchasePrice),
      salePrice: row!.salePrice,
    }))
    const { faults, lots } = await enterLots(tx, context, pharmacyId, entered)
    refuseFaulty(
      held.flatMap((row) => {
        const fault = faults.find(({ line }) => line === row.line)
        return fault ? [{ ...row, reasons: [{ field: fault.field, text: fault.text }] }] : []
      }),
    )
    await finishImport(tx, pharmacyId, id, context.now)
    const productIds = [...new Set(entered.map(({ productId }) => productId))]
    touch('pharmacy-products', productIds)
    return {
      lots,
      units: entered.reduce((sum, { quantity }) => sum + quantity, 0),
      products: productIds.length,
      value: entered.reduce((sum, { quantity, cost }) => sum + quantity * (cost ?? 0), 0),
    }
  })
}

function refuseFaulty(faulty: readonly Pick<MatchedRow, 'line' | 'label' | 'code' | 'reasons'>[]): void {
  if (faulty.length > 0)
    throw new AppError('deliveryImports:invalidRows', {
      errors: faulty.length,
      rows: faulty.slice(0, namedRows).map(({ line, label, code, reasons }) => ({ line, label, code, reasons })),
    })
}

async function judged(tx: Tx, context: Context, pharmacyId: string, id: string): Promise<JudgedNote> {
  return judgeNote(tx, pharmacyId, requireRow(await findImport(tx, pharmacyId, id)), context.now)
}

/** The pharmacy's product of each found product; those of the referential are taken into its stock. */
async function ownProducts(
  tx: Tx,
  pharmacyId: string,
  rows: JudgedNote['rows'],
  ownIds: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = [...new Set(rows.flatMap(({ productId }) => productId ?? []))]
  const foreign = found.filter((productId) => !ownIds.has(productId))
  const taken = await takeFromReferential(tx, pharmacyId, foreign)
  return new Map(found.map((productId) => [productId, taken.get(productId) ?? productId]))
}

/** The supplier's codes that a member decided about; those that a product has itself need no memory. */
function taughtCodes({ rows }: JudgedNote, own: ReadonlyMap<string, string>): { code: string; productId: string }[] {
  return rows.flatMap(({ row, by, productId }) =>
    row?.code && productId && by === 'decision' ? [{ code: row.code, productId: own.get(productId)! }] : [],
  )
}

function shown({ stored, table, ...note }: JudgedNote): DeliveryImport {
  const { id, supplierId, supplierName, fileName, createdAt, doneAt, sheet, tables }: StoredImport = stored
  return {
    id,
    supplierId,
    supplierName,
    fileName,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
    tables: tables.map((each) => ({
      name: each.name,
      headers: each === table ? each.headers.map((header) => ({ header, samples: samplesOf(each, header) })) : [],
      rows: each.rows.length,
    })),
    sheet,
    profile: note.profile,
    readBy: note.readBy,
    looksLike: note.looksLike,
    rows: note.rows,
    notes: note.notes,
  }
}
