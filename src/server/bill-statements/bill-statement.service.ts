import type { BillStatement, BillStatementDetail, billStatements } from '#shared/contract/bill-statements.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { addDays } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { usualPaymentDays } from '#shared/domain/statements/supplier-account.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import {
  findStatement,
  findStatements,
  insertStatement,
  keepStatementProfile,
  markStatementCanceled,
  paymentDaysOf,
  statementProfile,
  twinOf,
  updateHead,
  type StatementHead,
  type StatementQuery,
} from '#server/bill-statements/bill-statement.repo.ts'
import { productsOfStatementCodes } from '#server/bill-statements/statement-facts.repo.ts'
import {
  deleteLine,
  linesOfStatement,
  nameProduct,
  writeDecision,
  writeLines,
} from '#server/bill-statements/statement-line.repo.ts'
import { detailOf } from '#server/bill-statements/show-statement.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { ownProductsOf } from '#server/stock/in-use.repo.ts'
import { rememberCodes } from '#server/stock/supplier-codes.repo.ts'

type Body<Call extends keyof typeof billStatements> =
  HandlerInput<(typeof billStatements)[Call]> extends { body: infer B } ? B : never

export function listStatements(
  context: Context,
  query: StatementQuery,
): Promise<CallReply<typeof billStatements.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findStatements(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export function readStatement(context: Context, id: string): Promise<BillStatementDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    detailOf(tx, pharmacyId, requireRow(await findStatement(tx, pharmacyId, id))),
  )
}

/** Throws `requests:notFound` for a supplier that is not in use. */
export function readStatementProfile(
  context: Context,
  supplierId: string,
): Promise<CallReply<typeof billStatements.profile>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    if ((await paymentDaysOf(tx, pharmacyId, supplierId)) === undefined) throw new AppError('requests:notFound')
    return { profile: await statementProfile(tx, pharmacyId, supplierId) }
  })
}

/**
 * Enters a statement; a repeated call with the same id returns the same one. Throws `billStatements:alreadyEntered` when
 * the supplier's reference is known, `requests:invalid` for an unknown supplier, product or period.
 */
export function createStatement(context: Context, body: Body<'create'>): Promise<BillStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const known = await findStatement(tx, pharmacyId, body.id)
    if (known && (known.supplierId !== body.supplierId || known.reference !== body.reference))
      throw new AppError('requests:conflict')
    context.changes.made = !known
    if (known) return detailOf(tx, pharmacyId, known)
    const paymentDays = await paymentDaysOf(tx, pharmacyId, body.supplierId)
    if (paymentDays === undefined) refuseFields([{ path: 'body.supplierId', message: 'unknown' }])
    const head = { ...body, dueOn: body.dueOn ?? addDays(body.to, paymentDays ?? usualPaymentDays) }
    await refuseHead(tx, pharmacyId, head)
    await insertStatement(tx, pharmacyId, head, { userId: context.actor.userId, at: context.now })
    await writeNamed(tx, pharmacyId, body, body.lines)
    if (body.profile) await keepStatementProfile(tx, pharmacyId, body.supplierId, body.profile)
    return shown(tx, pharmacyId, body.id)
  })
}

/**
 * Throws `billStatements:notDraft` for a validated statement, except for its due day and note, and
 * `billStatements:alreadyEntered`.
 */
export function patchStatement(context: Context, id: string, body: Body<'patch'>): Promise<BillStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const known = requireRow(await findStatement(tx, pharmacyId, id))
    const changesSums = (['reference', 'from', 'to', 'total'] as const).some((field) => body[field] !== undefined)
    if (known.state === 'canceled' || (known.state === 'validated' && changesSums)) refuseUnlessDraft(known)
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const head = { ...known, ...given }
    await refuseHead(tx, pharmacyId, head)
    await updateHead(tx, pharmacyId, id, head)
    return shown(tx, pharmacyId, id)
  })
}

/** Throws `billStatements:notDraft`, and `requests:invalid` for a product that the pharmacy does not have. */
export function putStatementLine(
  context: Context,
  { id, position }: { id: string; position: number },
  line: Body<'putRecord'>,
): Promise<BillStatementDetail> {
  return changingDraft(context, id, async (tx, pharmacyId, statement) => {
    await writeNamed(tx, pharmacyId, statement, [line], position)
    if (line.code && line.productId) {
      const tied = { code: line.code, productId: line.productId }
      await rememberCodes(tx, pharmacyId, statement.supplierId, [tied])
      await nameProduct(tx, pharmacyId, id, tied)
    }
  })
}

/** Throws `billStatements:notDraft`, and `requests:notFound` for a line that is not there. */
export function removeStatementLine(
  context: Context,
  { id, position }: { id: string; position: number },
): Promise<BillStatementDetail> {
  return changingDraft(context, id, async (tx, pharmacyId) => {
    if (!(await deleteLine(tx, pharmacyId, id, position))) throw new AppError('requests:notFound')
  })
}

/** Throws `billStatements:notDraft`, and `requests:invalid` for a line that is not there. */
export function decideLines(
  context: Context,
  id: string,
  { positions, decision }: Body<'decide'>,
): Promise<BillStatementDetail> {
  return changingDraft(context, id, async (tx, pharmacyId) => {
    const known = new Set((await linesOfStatement(tx, pharmacyId, id)).map(({ position }) => position))
    refuseFields(
      positions.flatMap((position, index) =>
        known.has(position) ? [] : [{ path: `body.positions.${index}`, message: 'unknown' }],
      ),
    )
    const by = { userId: context.actor.userId, at: context.now }
    await writeDecision(tx, pharmacyId, id, { positions, decision }, by)
  })
}

/** A canceled statement stays canceled. Throws `billStatements:notDraft` for a validated one. */
export function cancelStatement(
  context: Context,
  id: string,
  { reason }: Body<'cancel'>,
): Promise<BillStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const statement = requireRow(await findStatement(tx, pharmacyId, id))
    context.changes.made = statement.state !== 'canceled'
    if (statement.state !== 'canceled') {
      refuseUnlessDraft(statement)
      const by = { userId: context.actor.userId, at: context.now, reason }
      await markStatementCanceled(tx, pharmacyId, id, by)
    }
    return shown(tx, pharmacyId, id)
  })
}

export function refuseUnlessDraft({ state }: Pick<BillStatement, 'state'>): void {
  if (state !== 'draft') throw new AppError('billStatements:notDraft', { state })
}

function changingDraft(
  context: Context,
  id: string,
  work: (tx: Tx, pharmacyId: string, statement: BillStatement) => Promise<void>,
): Promise<BillStatementDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const statement = requireRow(await findStatement(tx, pharmacyId, id))
    refuseUnlessDraft(statement)
    await work(tx, pharmacyId, statement)
    return shown(tx, pharmacyId, id)
  })
}

async function refuseHead(tx: Tx, pharmacyId: string, head: StatementHead & { id: string }): Promise<void> {
  if (head.from > head.to) refuseFields([{ path: 'body.to', message: 'before the first day' }])
  const twin = await twinOf(tx, pharmacyId, head)
  if (twin) throw new AppError('billStatements:alreadyEntered', twin)
}

/** Writes lines from this position on; products are found by their codes. */
async function writeNamed(
  tx: Tx,
  pharmacyId: string,
  { id, supplierId }: { id: string; supplierId: string },
  lines: Body<'create'>['lines'],
  first = 1,
): Promise<void> {
  const named = lines.flatMap(({ productId }) => productId ?? [])
  const own = await ownProductsOf(tx, pharmacyId, named, { inUse: false })
  refuseFields(
    lines.flatMap(({ productId }, index) =>
      productId !== null && !own.has(productId)
        ? [{ path: lines.length > 1 ? `body.lines.${index}.productId` : 'body.productId', message: 'unknown' }]
        : [],
    ),
  )
  const codes = [...new Set(lines.flatMap(({ code, productId }) => (code && !productId ? [code] : [])))]
  const byCode = await productsOfStatementCodes(tx, pharmacyId, supplierId, codes)
  await writeLines(
    tx,
    pharmacyId,
    id,
    lines.map((line, index) => ({
      ...line,
      productId: line.productId ?? byCode.get(line.code ?? '') ?? null,
      position: first + index,
    })),
  )
}

async function shown(tx: Tx, pharmacyId: string, id: string): Promise<BillStatementDetail> {
  return detailOf(tx, pharmacyId, requireRow(await findStatement(tx, pharmacyId, id)))
}
