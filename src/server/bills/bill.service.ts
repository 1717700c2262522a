import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { BillDetail, BillRow, BillRule, bills, BillSettlement } from '#shared/contract/bills.ts'
import { isMoneyBack } from '#shared/domain/billing/bill-state.ts'
import { acceptedUntil } from '#shared/domain/billing/foreclosure.ts'
import { voucherFaults } from '#shared/domain/billing/voucher-faults.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { collectOnBills } from '#server/credit/collect-on-bills.ts'
import { aheadOf } from '#server/bills/bill-payment.repo.ts'
import { requireRow } from '#server/base/require-row.ts'
import { billRules, findPayer, usualRule, writeBillRule } from '#server/bills/bill-rule.repo.ts'
import {
  findBill,
  findBillLines,
  findBills,
  findSettlements,
  markBillCanceled,
  markBillSent,
  waitingBills,
  type BillQuery,
  type By,
} from '#server/bills/bill.repo.ts'
import {
  billOfSettlement,
  insertSettlements,
  openLines,
  releaseLines,
  takeNoteNumber,
  undoPaid,
  type NewSettlement,
  refreshStatus,
} from '#server/credit/settlement.repo.ts'
import { findWriteOffs } from '#server/bills/write-off.repo.ts'
import { stableId } from '#server/base/stable-id.ts'
import { keepCompanyEmail } from '#server/companies/company.service.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { changing, type Touch } from '#server/lists/changing.ts'
import { keepOrganizationEmail } from '#server/organizations/organization.service.ts'
import { keepPersonEmail } from '#server/persons/person.service.ts'

export function listBills(context: Context, query: BillQuery): Promise<CallReply<typeof bills.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    findBills(tx, pharmacyId, query, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

export function listWriteOffs(
  context: Context,
  query: HandlerInput<typeof bills.writeOffs>['query'],
): Promise<CallReply<typeof bills.writeOffs>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    findWriteOffs(tx, pharmacyId, query, await timeZoneOf(tx, pharmacyId)),
  )
}

/** How many bills are not sent, or not paid on their day. */
export function countWaitingBills(context: Context): Promise<{ total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => ({
    total: await waitingBills(tx, pharmacyId, await pharmacyToday(tx, pharmacyId, context.now)),
  }))
}

/** Throws `requests:notFound`. */
export function readBill(context: Context, id: string): Promise<BillDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => shown(tx, pharmacyId, id))
}

/** Throws `requests:notFound` for an unknown payer. */
export function readRule(context: Context, payerId: string): Promise<BillRule> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const payer = requireRow(await findPayer(tx, pharmacyId, payerId))
    return (await billRules(tx, pharmacyId, [payer.id])).get(payer.id) ?? usualRule
  })
}

/** Throws `requests:notFound` for an unknown payer. */
export function changeRule(context: Context, payerId: string, rule: BillRule): Promise<BillRule> {
  return changing(context, async (tx, pharmacyId) => {
    const payer = requireRow(await findPayer(tx, pharmacyId, payerId))
    await writeBillRule(tx, pharmacyId, payer.id, rule)
    return rule
  })
}

/** Sent twice is sent once. Throws `bills:notAllowed` for a canceled bill. */
export function sendBill(context: Context, id: string): Promise<BillDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const { sentAt } = await checkBill(tx, pharmacyId, id)
    context.changes.made = sentAt === null
    if (sentAt === null) await markBillSent(tx, pharmacyId, id, byOf(context))
    return shown(tx, pharmacyId, id)
  })
}

/** Notes that an e-mail with a bill has left: of one that was not sent it is the sending. */
export async function noteBillMailed(tx: Tx, pharmacyId: string, id: string, by: By): Promise<void> {
  const bill = await findBill(tx, pharmacyId, id)
  if (bill && bill.sentAt === null && bill.state !== 'canceled') await markBillSent(tx, pharmacyId, id, by)
}

/** The address of a bill becomes that of its payer. */
export async function keepBillAddress(tx: Tx, pharmacyId: string, id: string, to: string, touch: Touch): Promise<void> {
  const { payerId } = requireRow(await findBill(tx, pharmacyId, id))
  const payer = requireRow(await findPayer(tx, pharmacyId, payerId))
  const keep = { company: keepCompanyEmail, organization: keepOrganizationEmail, person: keepPersonEmail }[payer.kind]
  await keep(tx, pharmacyId, touch, payer.id, to)
}

/** Throws `requests:notFound`, and `bills:notAllowed` for a canceled bill. */
export async function checkBill(tx: Tx, pharmacyId: string, id: string): Promise<BillRow> {
  const bill = requireRow(await findBill(tx, pharmacyId, id))
  if (bill.state === 'canceled') throw new AppError('bills:notAllowed', { state: bill.state })
  return bill
}

/** Throws `requests:notFound`. */
export async function billExists(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  requireRow(await findBill(tx, pharmacyId, id))
}

/** A canceled bill stays canceled and keeps its number. What a client paid of it at a till
 * and what its payer paid of it is ahead again. Throws `bills:settled` once anything of it was refused, charged to a
 * patient or written off, which has the number of a credit note, or was paid before payments were noted. */
export function cancelBill(
  context: Context,
  id: string,
  { reason }: HandlerInput<typeof bills.cancel>['body'],
): Promise<BillDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const bill = requireRow(await findBill(tx, pharmacyId, id))
    context.changes.made = bill.state !== 'canceled'
    if (bill.state !== 'canceled') {
      const firm = (await findSettlements(tx, pharmacyId, id)).filter((settlement) => !isMoneyBack(settlement))
      const sumOf = (kind: BillSettlement['kind']) =>
        firm.reduce((sum, settlement) => sum + (settlement.kind === kind ? settlement.amount : 0), 0)
      const [again, charged, writtenOff, unnoted] = [
        sumOf('presented-again'),
        sumOf('charged'),
        sumOf('written-off'),
        sumOf('paid'),
      ]
      if (firm.length > 0) throw new AppError('bills:settled', { again, charged, writtenOff, unnoted })
      await undoPaid(tx, pharmacyId, id, context.now)
      await markBillCanceled(tx, pharmacyId, id, { ...byOf(context), reason })
      if (bill.payerKind !== 'company') await collectOnBills(tx, pharmacyId, bill.payerId, context.now)
      touchPayer(touch, bill)
    }
    return shown(tx, pharmacyId, id)
  })
}

/**
 * What is left of refused vouchers is presented again (another bill may hold it), or charged to the patient, who owes it
 * from then on; each refusal has a number. Once by its id. Throws `bills:lineSettled` for a line that awaits nothing,
 * `bills:noPatient`, `bills:notAllowed`.
 */
export function refuseVouchers(
  context: Context,
  billId: string,
  { id, lines, outcome, reason }: HandlerInput<typeof bills.refuse>['body'],
): Promise<BillDetail> {
  return settle(context, billId, { id, lines, reason, kind: outcome === 'charge' ? 'charged' : 'presented-again' })
}

/** The same, for what the pharmacy gives up. */
export function writeOffVouchers(
  context: Context,
  billId: string,
  body: HandlerInput<typeof bills.writeOff>['body'],
): Promise<BillDetail> {
  return settle(context, billId, { ...body, kind: 'written-off' })
}

type Settling = {
  id: string
  lines: readonly { saleId: string; paymentId: string }[]
  kind: Exclude<NewSettlement['kind'], 'paid'>
  reason: string
}

function settle(context: Context, billId: string, settling: Settling): Promise<BillDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    context.changes.made = await settleLines(tx, context, pharmacyId, touch, billId, settling)
    return shown(tx, pharmacyId, billId)
  })
}

/** Settles what is left of lines, once by its id; returns whether it was new. Throws as `refuseVouchers`. */
export async function settleLines(
  tx: Tx,
  context: Context,
  pharmacyId: string,
  touch: Touch,
  billId: string,
  { id, lines, kind, reason }: Settling,
): Promise<boolean> {
  const bill = requireRow(await findBill(tx, pharmacyId, billId))
  // The first settlement has the id of the call.
  const known = await billOfSettlement(tx, pharmacyId, id)
  if (known !== undefined && known !== billId) throw new AppError('requests:conflict')
  if (known !== undefined) return false
  if (bill.state === 'canceled') throw new AppError('bills:notAllowed', { state: bill.state })
  const open = new Map(
    (await openLines(tx, pharmacyId, { payerId: bill.payerId, billId })).map((line) => [keyOf(line), line]),
  )
  const asked = [...new Map(lines.map((line) => [keyOf(line), open.get(keyOf(line))])).values()]
  const taken = asked.flatMap((line) => line ?? [])
  if (taken.length < asked.length) throw new AppError('bills:lineSettled')
  if (kind === 'charged' && taken.some(({ patientId }) => patientId === null)) throw new AppError('bills:noPatient')
  const noteNumber = await takeNoteNumber(tx, pharmacyId)
  await insertSettlements(
    tx,
    pharmacyId,
    taken.map(({ saleId, paymentId, left, patientId }, index) => ({
      id: index === 0 ? id : stableId(id, keyOf({ saleId, paymentId })),
      billId,
      saleId,
      paymentId,
      kind,
      amount: left,
      billPaymentId: null,
      movementId: null,
      userId: context.actor.userId,
      clientId: kind === 'charged' ? patientId : null,
      noteNumber,
      reason,
    })),
    context.now,
  )
  if (kind === 'presented-again')
    await releaseLines(
      tx,
      pharmacyId,
      taken.map(({ saleId, paymentId }) => ({ billId, saleId, paymentId })),
    )
  await refreshStatus(tx, pharmacyId, [billId])
  touchPayer(touch, bill)
  if (kind === 'charged') touch('persons', [...new Set(taken.flatMap(({ patientId }) => patientId ?? []))])
  return true
}

/** The debt of a client changes with its bills; an insurer has none that a till shows. */
export function touchPayer(touch: Touch, { payerKind, payerId }: Pick<BillRow, 'payerKind' | 'payerId'>): void {
  if (payerKind === 'person') touch('persons', [payerId])
  if (payerKind === 'organization') touch('organizations', [payerId])
}

function keyOf({ saleId, paymentId }: { saleId: string; paymentId: string }): string {
  return `${saleId} ${paymentId}`
}

function byOf({ actor, now }: Pick<Context, 'actor' | 'now'>): By {
  return { userId: actor.userId, at: now }
}

async function shown(tx: Tx, pharmacyId: string, id: string): Promise<BillDetail> {
  const { lines: _, ...bill } = requireRow(await findBill(tx, pharmacyId, id))
  const payer = requireRow(await findPayer(tx, pharmacyId, bill.payerId))
  const rule = (await billRules(tx, pharmacyId, [payer.id])).get(payer.id) ?? usualRule
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const lines = (await findBillLines(tx, pharmacyId, id)).map(({ facts, ...line }) => {
    const soldOn = localDayOf(new Date(line.soldAt), timeZone)
    const until = acceptedUntil(soldOn, rule.foreclosureDays)
    return { ...line, soldOn, faults: voucherFaults(facts, rule.needs, until !== null && until < bill.issuedOn) }
  })
  const earlier = lines.filter(({ soldOn }) => soldOn < bill.from)
  const { taxId, address, phone, email } = payer
  return {
    ...bill,
    lines: lines.map(({ soldOn: _soldOn, ...line }) => line),
    earlier: { vouchers: earlier.length, amount: earlier.reduce((sum, { amount }) => sum + amount, 0) },
    settlements: await findSettlements(tx, pharmacyId, id),
    rule,
    ahead: await aheadOf(tx, pharmacyId, payer.id),
    payer: { taxId, address, phone, email },
  }
}
