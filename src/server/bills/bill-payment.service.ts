import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { AwaitedLine, BillPayment, BillPaymentDetail, billPayments } from '#shared/contract/bill-payments.ts'
import { allocatePayment } from '#shared/domain/billing/allocate-payment.ts'
import type { RemittanceProfile } from '#shared/domain/billing/remittance-file.ts'
import { addDays, localDayOf } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { collectFreed } from '#server/credit/collect-on-bills.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { stableId } from '#server/base/stable-id.ts'
import {
  aheadOf,
  explainLine,
  findPayment,
  findPaymentDetail,
  findPayments,
  findReturn,
  insertPayment,
  insertReturn,
  insertUnexplained,
  type NewReturn,
  markPaymentCanceled,
  markReturnUndone,
  samePayment,
  type PaymentQuery,
} from '#server/bills/bill-payment.repo.ts'
import { findPayer } from '#server/bills/bill-rule.repo.ts'
import { findBill } from '#server/bills/bill.repo.ts'
import { settleLines, touchPayer } from '#server/bills/bill.service.ts'
import { spendAhead } from '#server/bills/spend-ahead.ts'
import { awaitedLines } from '#server/bills/remittance.repo.ts'
import {
  billOfSettlement,
  insertSettlements,
  openLines,
  undoPayment,
  type OpenLine,
  refreshStatus,
} from '#server/credit/settlement.repo.ts'
import { freeMoney } from '#server/money-statements/money-statement.service.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { fileProfile, keepFileProfile } from '#server/file-profiles/file-profile.repo.ts'
import { checkDisbursement } from '#server/register-acts/named-disbursement.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { changing, type Touch } from '#server/lists/changing.ts'

type NewPayment = HandlerInput<typeof billPayments.create>['body']

export function listPayments(context: Context, query: PaymentQuery): Promise<CallReply<typeof billPayments.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findPayments(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export function readPayment(context: Context, id: string): Promise<BillPaymentDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => requireRow(await findPaymentDetail(tx, pharmacyId, id)))
}

/** Days of the past whose settled vouchers a remittance may still name. */
const namedAfter = 400

/** Throws `requests:notFound` for an unknown payer. */
export function listAwaited(context: Context, payerId: string): Promise<AwaitedLine[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const payer = requireRow(await findPayer(tx, pharmacyId, payerId))
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const since = addDays(localDayOf(context.now, timeZone), -namedAfter)
    return awaitedLines(tx, pharmacyId, { payerId: payer.id, since, timeZone })
  })
}

/** Throws `requests:notFound` for an unknown payer. */
export function readRemittanceProfile(
  context: Context,
  payerId: string,
): Promise<CallReply<typeof billPayments.profile>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const payer = requireRow(await findPayer(tx, pharmacyId, payerId))
    return { profile: await fileProfile<RemittanceProfile>(tx, pharmacyId, originOf(payer.id)) }
  })
}

function originOf(payerId: string): string {
  return `payer ${payerId}`
}

/**
 * Notes a payment and what of it is for which line: as named, or the oldest lines first. What no line awaits stays ahead.
 * What the payer refused leaves its bill, to be presented again. Once by its id. Throws `requests:invalid` for an unknown
 * payer or a bill of another one, `billPayments:beyondLine`, `billPayments:alreadyNoted` when it has the reference, amount
 * and day of another payment, `requests:conflict` when the id is that of another payment.
 */
export function notePayment(context: Context, body: NewPayment): Promise<BillPayment> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const payer = await findPayer(tx, pharmacyId, body.payerId)
    if (!payer) refuseFields([{ path: 'body.payerId', message: 'unknown' }])
    const known = await findPayment(tx, pharmacyId, body.id)
    if (known && (known.payerId !== payer!.id || known.amount !== body.amount)) throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      if (body.billId !== null) await checkBillOf(tx, pharmacyId, body.billId, payer!.id)
      const twin = await samePayment(tx, pharmacyId, { ...body, payerId: payer!.id })
      if (twin) throw new AppError('billPayments:alreadyNoted', twin)
      const by = { userId: context.actor.userId, at: context.now }
      await insertPayment(tx, pharmacyId, payer!, body, by)
      const shares = sharesOf(body, await openLines(tx, pharmacyId, { payerId: payer!.id, billId: body.billId }))
      await insertSettlements(
        tx,
        pharmacyId,
        shares.map(({ line: { billId, saleId, paymentId }, amount }) => ({
          id: stableId(body.id, saleId, paymentId),
          billId,
          saleId,
          paymentId,
          kind: 'paid',
          amount,
          billPaymentId: body.id,
          movementId: null,
          userId: context.actor.userId,
          clientId: null,
          noteNumber: null,
          reason: null,
        })),
        context.now,
      )
      await refreshStatus(tx, pharmacyId, [...new Set(shares.map(({ line }) => line.billId))])
      await presentAgain(tx, context, pharmacyId, touch, { ...body, payerId: payer!.id })
      await insertUnexplained(tx, pharmacyId, body.id, body.unexplained)
      if (body.profile) await keepFileProfile(tx, pharmacyId, originOf(payer!.id), body.profile)
      touchPayer(touch, { payerKind: payer!.kind, payerId: payer!.id })
    }
    return requireRow(await findPayment(tx, pharmacyId, body.id))
  })
}

/** Bills of a merged person are of the person that remains. Throws `requests:invalid` for a bill of another payer. */
async function checkBillOf(tx: Tx, pharmacyId: string, billId: string, payerId: string): Promise<void> {
  const bill = await findBill(tx, pharmacyId, billId)
  const payer = bill && (await findPayer(tx, pharmacyId, bill.payerId))
  if (payer?.id !== payerId) refuseFields([{ path: 'body.billId', message: 'unknown' }])
}

async function presentAgain(
  tx: Tx,
  context: Context,
  pharmacyId: string,
  touch: Touch,
  { id, payerId, again }: NewPayment,
): Promise<void> {
  if (again.length === 0) return
  const open = new Map((await openLines(tx, pharmacyId, { payerId, billId: null })).map((line) => [keyOf(line), line]))
  const refused = again.flatMap(({ reason, ...line }) => {
    const { billId } = open.get(keyOf(line)) ?? {}
    return billId === undefined ? [] : [{ ...line, reason, billId }]
  })
  if (refused.length < again.length) throw new AppError('bills:lineSettled')
  for (const lines of groupBy(refused, ({ billId, reason }) => `${billId} ${reason}`).values()) {
    const { billId, reason } = lines[0]!
    await settleLines(tx, context, pharmacyId, touch, billId, {
      id: stableId(id, billId, reason),
      lines,
      kind: 'presented-again',
      reason,
    })
  }
}

/**
 * A canceled payment stays canceled; its lines are open again, and the line of a statement that it was matched with.
 * Throws `requests:notFound`, `billPayments:givenBack`.
 */
export function cancelPayment(
  context: Context,
  id: string,
  { reason }: HandlerInput<typeof billPayments.cancel>['body'],
): Promise<BillPayment> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const payment = requireRow(await findPayment(tx, pharmacyId, id))
    context.changes.made = payment.canceledAt === null
    if (payment.givenBack > 0) throw new AppError('billPayments:givenBack')
    if (payment.canceledAt === null) {
      const by = { userId: context.actor.userId, at: context.now }
      await markPaymentCanceled(tx, pharmacyId, id, { ...by, reason })
      await freeMoney(tx, pharmacyId, { kind: 'bill-payment', id }, by)
      await refreshStatus(tx, pharmacyId, await undoPayment(tx, pharmacyId, id, context.now))
      if (payment.payerKind !== 'company') await collectFreed(tx, pharmacyId, [payment.payerId], context.now)
      touchPayer(touch, payment)
    }
    return requireRow(await findPayment(tx, pharmacyId, id))
  })
}

/**
 * Settles bills of a payer with what it has ahead, once by the id of the call. Throws `requests:invalid` for an unknown
 * payer or a bill of another one, `billPayments:nothingToAllocate`.
 */
export function allocateAhead(
  context: Context,
  { id, payerId, billId }: HandlerInput<typeof billPayments.allocate>['body'],
): Promise<CallReply<typeof billPayments.allocate>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const payer = await findPayer(tx, pharmacyId, payerId)
    if (!payer) refuseFields([{ path: 'body.payerId', message: 'unknown' }])
    const billIds = billId === null ? null : [billId]
    if (billId !== null) await checkBillOf(tx, pharmacyId, billId, payer!.id)
    context.changes.made = (await billOfSettlement(tx, pharmacyId, id)) === undefined
    if (context.changes.made) {
      const by = { userId: context.actor.userId, at: context.now }
      const allocated = await spendAhead(tx, pharmacyId, { id, payerId: payer!.id, billIds }, by)
      if (allocated === 0) throw new AppError('billPayments:nothingToAllocate')
      touchPayer(touch, { payerKind: payer!.kind, payerId: payer!.id })
    }
    const ahead = await aheadOf(tx, pharmacyId, payer!.id)
    return { ahead }
  })
}

/**
 * Notes money ahead that was given back, once by its id. Cash of a drawer is named by its disbursement. Throws
 * `requests:notFound`, `billPayments:beyondAhead`, `requests:invalid` and `disbursements:used` for the disbursement,
 * `requests:conflict` when the id is that of something else that was given back.
 */
export function giveBack(context: Context, paymentId: string, body: NewReturn): Promise<BillPaymentDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const payment = requireRow(await findPayment(tx, pharmacyId, paymentId))
    const known = await findReturn(tx, pharmacyId, body.id)
    if (known && (known.paymentId !== paymentId || known.amount !== body.amount))
      throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      if (body.amount > payment.ahead) throw new AppError('billPayments:beyondAhead')
      await checkDisbursement(tx, pharmacyId, body)
      await insertReturn(tx, pharmacyId, paymentId, body, { userId: context.actor.userId, at: context.now })
      touchPayer(touch, payment)
    }
    return requireRow(await findPaymentDetail(tx, pharmacyId, paymentId))
  })
}

/**
 * What was given back is ahead again, and the line of a statement that it was matched with is open again; undone twice
 * is undone once. A disbursement of a till stays in its drawer, and may be named by something else. Throws
 * `requests:notFound`.
 */
export function undoReturn(
  context: Context,
  id: string,
  { reason }: HandlerInput<typeof billPayments.undoReturn>['body'],
): Promise<BillPaymentDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { paymentId, isUndone } = requireRow(await findReturn(tx, pharmacyId, id))
    context.changes.made = !isUndone
    if (!isUndone) {
      const by = { userId: context.actor.userId, at: context.now }
      await markReturnUndone(tx, pharmacyId, id, { ...by, reason })
      await freeMoney(tx, pharmacyId, { kind: 'bill-return', id }, by)
      touchPayer(touch, requireRow(await findPayment(tx, pharmacyId, paymentId)))
    }
    return requireRow(await findPaymentDetail(tx, pharmacyId, paymentId))
  })
}

/** Throws `requests:notFound` for an unknown payment or line. */
export function explainPaymentLine(
  context: Context,
  id: string,
  body: HandlerInput<typeof billPayments.explain>['body'],
): Promise<BillPaymentDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const { lines } = requireRow(await findPaymentDetail(tx, pharmacyId, id))
    requireRow(lines.find(({ position }) => position === body.position))
    await explainLine(tx, pharmacyId, id, body, { userId: context.actor.userId, at: context.now })
    return requireRow(await findPaymentDetail(tx, pharmacyId, id))
  })
}

function sharesOf({ amount, lines }: NewPayment, open: readonly OpenLine[]): { line: OpenLine; amount: number }[] {
  if (!lines) return allocatePayment(open, amount).shares
  const byKey = new Map(open.map((line) => [keyOf(line), line]))
  const shares = lines.map((asked) => ({
    line: byKey.get(keyOf(asked)),
    amount: asked.amount,
    key: keyOf(asked),
  }))
  const isDoubled = new Set(shares.map(({ key }) => key)).size < shares.length
  const sum = shares.reduce((all, share) => all + share.amount, 0)
  if (isDoubled || sum > amount || shares.some(({ line, amount: part }) => !line || part > line.left))
    throw new AppError('billPayments:beyondLine')
  return shares.map(({ line, amount: part }) => ({ line: line!, amount: part }))
}

function keyOf({ saleId, paymentId }: { saleId: string; paymentId: string }): string {
  return `${saleId} ${paymentId}`
}
