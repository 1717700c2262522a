import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { ParkedContent, type ParkedSale, type parkedSales as calls } from '#shared/contract/parked-sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { clientOf } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { goodsOf, saleBalance } from '#shared/domain/sale.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { type Lent, requireRight } from '#server/grants/lend.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import {
  findParked,
  forgetGone,
  giveBack,
  isClosed,
  lease,
  markGone,
  nameOfMember,
  parkedSales,
  readParking,
  writeParked,
  type ParkedRow,
} from '#server/parked-sales/parked-sale.repo.ts'

/**
 * Long enough to write a sale to a disk and confirm it; a terminal that dies in between blocks the sale no longer than
 * this.
 */
const leaseMs = 2 * 60_000
/** A terminal that closed on Saturday without an answer asks again on Monday, or after a week of holidays. */
const rememberedMs = 10 * 24 * 3_600_000

/** Oldest first: customers who wait longest are served first. */
export async function listParked(context: Context): Promise<ParkedSale[]> {
  const pharmacyId = pharmacyOf(context)
  const rows = await context.database.read(pharmacyId, (tx) => parkedSales(tx, pharmacyId))
  return rows.map((row) => saleOf(row, context.now))
}

/**
 * Parks a sale for the other terminals; the same content again changes nothing. Throws `requests:conflict` when the
 * sale was closed or when another terminal continued it, even if that terminal has parked it again; `parkedSales:taken`
 * while another terminal is taking it.
 */
export async function parkSale(
  context: Context,
  id: string,
  { terminalId, content }: HandlerInput<typeof calls.park>['body'],
): Promise<ParkedSale> {
  const { actor, now } = context
  refuseUncountable(content)
  const { sale, changed } = await writing(context, async (tx, pharmacyId) => {
    const { isClosed: closed, isPatientKnown, isSame } = await readParking(tx, pharmacyId, id, content)
    if (closed) throw new AppError('requests:conflict')
    const before = await findParked(tx, pharmacyId, id)
    if (before && isSame) return { sale: saleOf(before, now), changed: false }
    if (!isPatientKnown) refuseFields([{ path: 'body.content.patient.id', message: 'unknown' }])
    if (before) refuseOthers(before, terminalId, now)
    await writeParked(tx, pharmacyId, {
      id,
      content,
      terminalId,
      clientId: debtorIn(content),
      userId: actor.userId,
      at: now,
    })
    return { sale: saleOf((await findParked(tx, pharmacyId, id))!, now), changed: true }
  })
  context.changes.made = changed
  return sale
}

/**
 * Leases a parked sale to one terminal for two minutes; the terminal may repeat the call until it has confirmed. Throws
 * `auth:forbidden` for a sale that waits for the cashier without the right to a register, `parkedSales:taken` with the
 * name of the faster seller, `requests:conflict` when the sale differs from what the list showed.
 */
export async function takeParked(
  context: Context,
  id: string,
  { terminalId, version, grant }: HandlerInput<typeof calls.take>['body'],
): Promise<ParkedContent> {
  const { actor, now } = context
  return writing(context, async (tx, pharmacyId) => {
    const parked = await findParked(tx, pharmacyId, id)
    if (!parked || parked.isGone) throw new AppError('requests:notFound')
    const lent = await rightToTake(tx, context, { parked, terminalId, version, grant })
    if (await isClosed(tx, pharmacyId, id)) throw new AppError('requests:conflict')
    refuseTaken(parked, terminalId, now)
    if (parked.version !== version) throw new AppError('requests:conflict')
    await lease(tx, pharmacyId, id, { terminalId, userId: actor.userId, until: new Date(now.getTime() + leaseMs) })
    await lent?.note(tx)
    return ParkedContent.parse(parked.content)
  })
}

/**
 * Gives a prepared sale back to who prepared it, with the word of the cashier; the same word again changes nothing. Throws
 * `requests:conflict` when the sale is not the one that the list showed, or waits for no cashier; `parkedSales:taken`
 * while another terminal is taking it.
 */
export async function sendBackParked(
  context: Context,
  id: string,
  { terminalId, version, kind, word }: HandlerInput<typeof calls.sendBack>['body'],
): Promise<ParkedSale> {
  const { actor, now } = context
  const { sale, changed } = await writing(context, async (tx, pharmacyId) => {
    const parked = await findParked(tx, pharmacyId, id)
    if (!parked || parked.isGone) throw new AppError('requests:notFound')
    const { preparation, sentBack, ...content } = ParkedContent.parse(parked.content)
    const isRepeat = parked.version === version + 1 && sentBack?.kind === kind && sentBack.word === word
    if (isRepeat) return { sale: saleOf(parked, now), changed: false }
    if (await isClosed(tx, pharmacyId, id)) throw new AppError('requests:conflict')
    refuseTaken(parked, terminalId, now)
    if (parked.version !== version || !preparation) throw new AppError('requests:conflict')
    const by = displayName(await nameOfMember(tx, pharmacyId, actor.userId))
    await giveBack(tx, pharmacyId, id, { ...content, sentBack: { kind, word, by, at: now.toISOString() } })
    return { sale: saleOf((await findParked(tx, pharmacyId, id))!, now), changed: true }
  })
  context.changes.made = changed
  return sale
}

/**
 * Removes a sale that the terminal has written to its disk. Does nothing when this terminal was not the last to take
 * this version, or when the sale is already removed: a repeated or late confirmation must not delete a sale that was
 * parked again meanwhile.
 */
export async function confirmTaken(
  context: Context,
  id: string,
  { terminalId, version }: HandlerInput<typeof calls.confirm>['body'],
): Promise<{ id: string }> {
  const { now } = context
  const isGone = await writing(context, async (tx, pharmacyId) => {
    await forgetGone(tx, pharmacyId, new Date(now.getTime() - rememberedMs))
    return markGone(tx, pharmacyId, id, { terminalId, version, at: now })
  })
  context.changes.made = isGone
  return { id }
}

function writing<T>(context: Context, work: (tx: Tx, pharmacyId: string) => Promise<T>): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  return context.database.write(pharmacyId, (tx) => work(tx, pharmacyId))
}

/**
 * Who parks a sale gives it to each member who may sell. A colleague's sale that waits for the cashier requires
 * `register.use` or `sale.takeover`; one that the cashier sent back is its seller's, and requires `sale.takeover`. Another
 * member may lend these. Null: the own right sufficed.
 */
async function rightToTake(
  tx: Tx,
  context: Context,
  {
    parked,
    terminalId,
    version,
    grant,
  }: { parked: ParkedRow; grant: Grant | undefined; terminalId: string; version: number },
): Promise<Lent | null> {
  const { userId, permissions } = context.actor
  const { id, parkedBy, content } = parked
  const { preparation, sentBack } = ParkedContent.parse(content)
  const isFree = parkedBy === userId || (!preparation && !sentBack)
  if (isFree || permissions.has('sale.takeover')) return null
  return requireRight(tx, context, preparation ? 'register.use' : 'sale.takeover', {
    grant,
    subjectId: id,
    usedFor: `version ${version} to ${terminalId}`,
  })
}

/**
 * A terminal that lost the reply may park a sale again that a colleague has continued since: the colleague's version is
 * not overwritten.
 */
function refuseOthers(parked: ParkedRow, terminalId: string, now: Date): void {
  if (!parked.isGone) refuseTaken(parked, terminalId, now)
  const isItsLast =
    parked.lease?.terminalId === terminalId ||
    (!parked.isGone && (parked.terminalId === null || parked.terminalId === terminalId))
  if (!isItsLast) throw new AppError('requests:conflict')
}

function refuseTaken(parked: ParkedRow, terminalId: string, now: Date): void {
  const holder = holderOf(parked, now)
  if (holder && holder.terminalId !== terminalId)
    throw new AppError('parkedSales:taken', { byName: displayName(holder.by) })
}

function holderOf({ lease: taken }: ParkedRow, now: Date): ParkedRow['lease'] {
  return taken && taken.until > now ? taken : null
}

function saleOf(row: ParkedRow, now: Date): ParkedSale {
  const { id, version, identifier, parkedBy } = row
  const content = ParkedContent.parse(row.content)
  const holder = holderOf(row, now)
  return {
    id,
    version,
    identifier,
    parkedBy,
    parkedAt: row.parkedAt.toISOString(),
    parkedByName: displayName(row.parkedByName),
    patientName: content.patient && displayName(content.patient),
    firstLine: (content.records[0] ?? content.vouchers[0])?.label ?? null,
    lines: goodsOf(content).length,
    boxes: goodsOf(content).reduce((boxes, { quantity }) => boxes + quantity, 0),
    total: saleBalance(content, 1).total,
    toCollect: content.preparation ? { due: saleBalance(content, 1).remainder } : null,
    sentBack: content.sentBack ?? null,
    takenBy: holder && {
      name: displayName(holder.by),
      terminalId: holder.terminalId,
      until: holder.until.toISOString(),
    },
  }
}

/** The client whose credit the sale would use: this client cannot be archived while the sale is parked. */
function debtorIn({ payments }: ParkedContent): string | null {
  return payments.map(clientOf).find((client) => client !== null) ?? null
}

/** Each amount is in range, but their sum may not be: our terminals never send that. */
function refuseUncountable(content: ParkedContent): void {
  try {
    saleBalance(content, 1)
  } catch (error) {
    if (error instanceof RangeError) refuseFields([{ path: 'body.content', message: 'amounts too large' }])
    throw error
  }
}
