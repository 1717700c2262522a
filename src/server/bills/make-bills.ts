import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { UnbilledVoucher } from '#shared/contract/bill-vouchers.ts'
import type { BillProposal, BillRule, BillRun, bills } from '#shared/contract/bills.ts'
import { lastPeriod } from '#shared/domain/billing/bill-period.ts'
import { acceptedUntil, type Deadline, deadlineOf } from '#shared/domain/billing/foreclosure.ts'
import { splitBills } from '#shared/domain/billing/split-bills.ts'
import { voucherFaults } from '#shared/domain/billing/voucher-faults.ts'
import { addDays, localDayOf, startOfLocalDay } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { wordsOf, fold } from '#shared/domain/search/fold.ts'
import { aheadByPayer } from '#server/bills/bill-payment.repo.ts'
import { spendAhead } from '#server/bills/spend-ahead.ts'
import { stableId } from '#server/base/stable-id.ts'
import { pageOfRows } from '#server/base/page-of-rows.ts'
import { requireRow } from '#server/base/require-row.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { settleRepaid } from '#server/credit/collect-on-bills.ts'
import { repaidVouchers, voucherKey } from '#server/credit/repaid.repo.ts'
import { billRules, remainingPayers, usualRule } from '#server/bills/bill-rule.repo.ts'
import { billRunJob, findRun, insertRun, orderOfRun, type BillOrder } from '#server/bills/bill-run.repo.ts'
import { insertBills, takeNumbers, type By, type NewBill } from '#server/bills/bill.repo.ts'
import { billedTypes, unbilledVouchers, type VoucherRow } from '#server/bills/voucher.repo.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { insertJob } from '#server/jobs/job.repo.ts'
import { touchRows } from '#server/lists/revision.repo.ts'
import { pharmacyToday, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

type Period = { from: string; to: string }

/** Vouchers of a period that no bill holds, with what is missing on each. Amounts in minor units. */
export function listVouchers(
  context: Context,
  query: HandlerInput<typeof bills.vouchers>['query'],
): Promise<CallReply<typeof bills.vouchers>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const words = wordsOf(query.search ?? '')
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    const judged = await judgedVouchers(tx, pharmacyId, {
      from: query.from,
      to: query.to ?? today,
      today,
      // A client pays back at the till, billed or not: only who asks for his credit sees it.
      ...(query.waiting ? { types: billedTypes.filter((type) => type !== 'CREDIT') } : {}),
    })
    const rows = judged.filter(
      (row) =>
        (!query.payerId || row.payerId === query.payerId) &&
        (query.show === 'all' || row.faults.length > 0) &&
        (!query.deadline || row.deadline === query.deadline) &&
        (!query.waiting || row.isDue || row.deadline === 'soon') &&
        words.every((word) => fold(searchedOf(row)).includes(word)),
    )
    return {
      ...pageOfRows(rows, query, {
        soldAt: ({ soldAt }) => soldAt,
        sale: ({ saleNumber }) => saleNumber,
        payer: ({ payerName }) => payerName,
        beneficiary: ({ beneficiary }) => beneficiary,
        voucher: ({ voucher }) => voucher,
        faults: ({ faults }) => faults.length,
        left: ({ left }) => left,
        until: ({ until }) => until,
      }),
      amount: sumOf(rows),
      atRisk: sumOf(rows.filter(({ faults }) => faults.length > 0)),
      soonLost: sumOf(rows.filter(({ deadline }) => deadline === 'soon')),
    }
  })
}

/** What each payer would be billed for a period, the most first. */
export function listProposals(
  context: Context,
  { earlier, ...period }: HandlerInput<typeof bills.proposals>['query'],
): Promise<BillProposal[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const rules = await billRules(tx, pharmacyId)
    const ahead = await aheadByPayer(tx, pharmacyId)
    const order = { ...period, withEarlier: earlier === 'with' }
    const taken = await takenVouchers(tx, pharmacyId, order, await pharmacyToday(tx, pharmacyId, context.now))
    const byPayer = groupBy(taken, ({ payerId }) => payerId ?? '')
    byPayer.delete('')
    return [...byPayer]
      .map(([payerId, vouchers]): BillProposal => {
        const rule = rules.get(payerId) ?? usualRule
        const incomplete = vouchers.filter(({ faults }) => faults.length > 0)
        const before = vouchers.filter(({ soldOn }) => soldOn < period.from)
        const { payerKind, payerName } = vouchers[0]!
        return {
          payerKind,
          payerId,
          payerName,
          vouchers: vouchers.length,
          amount: sumOf(vouchers),
          earlier: before.length,
          earlierAmount: sumOf(before),
          ahead: ahead.get(payerId) ?? 0,
          incomplete: incomplete.length,
          atRisk: sumOf(incomplete),
          bills: draftsOf(vouchers, rule).length,
          rule,
        }
      })
      .toSorted((a, b) => b.amount - a.amount)
  })
}

/**
 * Queues the bills of these payers for a period; a repeated call returns the same run. Throws `requests:invalid` for a
 * period that has not begun or is upside down, `requests:conflict` when the id belongs to something else.
 */
export async function askBills(
  context: Context,
  { id, payerIds, withIncomplete, withEarlier, withAhead, ...period }: HandlerInput<typeof bills.create>['body'],
): Promise<BillRun> {
  const { actor, now, database, changes } = context
  const pharmacyId = pharmacyOf(context)
  const run = await database.read(pharmacyId, async (tx) => {
    const today = await pharmacyToday(tx, pharmacyId, now)
    if (period.from > period.to) refuseFields([{ path: 'body.to', message: 'before from' }])
    if (period.from > today) refuseFields([{ path: 'body.from', message: 'in the future' }])
    const isNew = await insertJob(tx, pharmacyId, { id, kind: billRunJob, askedBy: actor.userId, askedAt: now })
    if (isNew) await insertRun(tx, pharmacyId, { id, payerIds, withIncomplete, withEarlier, withAhead, ...period })
    changes.made = isNew
    const asked = await orderOfRun(tx, pharmacyId, id)
    const order = { ...period, payerIds, withIncomplete, withEarlier, withAhead }
    // The id belongs to a job of another kind, or to a run of something else.
    if (!asked || !isSameOrder(asked, order)) throw new AppError('requests:conflict')
    return findRun(tx, pharmacyId, id)
  })
  return requireRow(run)
}

function isSameOrder(one: BillOrder, other: BillOrder): boolean {
  const textOf = ({ from, to, payerIds, withIncomplete, withEarlier, withAhead }: BillOrder) =>
    JSON.stringify([from, to, payerIds.toSorted(), withIncomplete, withEarlier, withAhead])
  return textOf(one) === textOf(other)
}

/** Throws `requests:notFound`. */
export function readRun(context: Context, id: string): Promise<BillRun> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => requireRow(await findRun(tx, pharmacyId, id)))
}

/** A bill before it has its number. */
export type DraftBill = Omit<NewBill, 'id' | 'number' | 'lines'> & {
  prefix: string
  lines: readonly (NewBill['lines'][number] & Pick<Judged, 'repaid'>)[]
}

/** The bills of a run as they would be made now. Throws `bills:nothingToBill` when there is none. */
export async function draftBills(
  tx: Tx,
  pharmacyId: string,
  { payerIds, withIncomplete, ...order }: BillOrder,
  issuedOn: string,
): Promise<DraftBill[]> {
  const payers = await remainingPayers(tx, pharmacyId, payerIds)
  const rules = await billRules(tx, pharmacyId, payers)
  const vouchers = (await takenVouchers(tx, pharmacyId, order, issuedOn)).filter(
    ({ payerId, faults }) => payerId !== null && payers.includes(payerId) && (withIncomplete || faults.length === 0),
  )
  if (vouchers.length === 0) throw new AppError('bills:nothingToBill')
  return [...groupBy(vouchers, (voucher) => voucher.payerId!)].flatMap(([payerId, of]) => {
    const rule = rules.get(payerId) ?? usualRule
    return draftsOf(of, rule).map(({ label, vouchers: lines }): DraftBill => ({
      payer: { kind: lines[0]!.payerKind, id: payerId },
      prefix: rule.prefix,
      label,
      amount: sumOf(lines),
      dueOn: addDays(issuedOn, rule.paymentDays),
      lines: lines.map(({ saleId, paymentId, left, repaid }) => ({ saleId, paymentId, amount: left, repaid })),
    }))
  })
}

/** Writes drafts with their numbers, and pays them with money ahead. Needs the write lock of the pharmacy. */
export async function writeDrafts(
  tx: Tx,
  pharmacyId: string,
  run: { id: string; from: string; to: string; issuedOn: string; withAhead: boolean },
  drafts: readonly DraftBill[],
  by: By,
): Promise<void> {
  for (const { payer, lines } of drafts)
    if (payer.kind !== 'company') await settleRepaid(tx, pharmacyId, payer.id, lines, by.at)
  const made: NewBill[] = []
  for (const [prefix, of] of groupBy(drafts, (draft) => draft.prefix)) {
    const before = await takeNumbers(tx, pharmacyId, prefix, of.length)
    made.push(
      ...of.map(({ payer, label, amount, dueOn, lines }, index) => ({
        payer,
        label,
        amount,
        dueOn,
        lines,
        id: stableId(run.id, prefix, String(index)),
        number: `${prefix}${String(before + index + 1).padStart(5, '0')}`,
      })),
    )
  }
  await insertBills(tx, pharmacyId, run, made, by)
  const payersOf = (kind: NewBill['payer']['kind']) => [
    ...new Set(made.flatMap(({ payer }) => (payer.kind === kind ? [payer.id] : []))),
  ]
  if (run.withAhead)
    for (const [payerId, of] of groupBy(made, ({ payer }) => payer.id))
      await spendAhead(tx, pharmacyId, { id: stableId(run.id, payerId), payerId, billIds: of.map(({ id }) => id) }, by)
  await touchRows(tx, pharmacyId, 'persons', payersOf('person'))
  await touchRows(tx, pharmacyId, 'organizations', payersOf('organization'))
}

type Judged = Omit<VoucherRow, 'facts'> &
  Pick<UnbilledVoucher, 'id' | 'faults' | 'until' | 'refusal'> & {
    soldOn: string
    deadline: Deadline | null
    /** The period in which its payer is billed has ended. */
    isDue: boolean
    /** What its client paid back at tills; `left` is the rest. */
    repaid: number
  }

/** What a run takes: the vouchers of its period and, if wanted, earlier ones that no bill holds. */
function takenVouchers(
  tx: Tx,
  pharmacyId: string,
  { from, to, withEarlier }: Period & { withEarlier: boolean },
  today: string,
): Promise<Judged[]> {
  return judgedVouchers(tx, pharmacyId, { from: withEarlier ? undefined : from, to, today })
}

/** What no bill holds and no money of a till has repaid. */
async function judgedVouchers(
  tx: Tx,
  pharmacyId: string,
  {
    from,
    to,
    today,
    types,
  }: { from?: string | undefined; to: string; today: string; types?: readonly (typeof billedTypes)[number][] },
): Promise<Judged[]> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const rules = await billRules(tx, pharmacyId)
  const rows = await unbilledVouchers(tx, pharmacyId, {
    ...(from ? { from: startOfLocalDay(from, timeZone) } : {}),
    before: startOfLocalDay(addDays(to, 1), timeZone),
    ...(types ? { types } : {}),
  })
  const clientIds = new Set(rows.flatMap(({ payerKind, payerId }) => (payerKind === 'company' ? [] : (payerId ?? []))))
  const repaidOf = await repaidVouchers(tx, pharmacyId, [...clientIds])
  return rows.flatMap(({ facts, ...row }) => {
    const id = voucherKey(row)
    const repaid = repaidOf.get(id) ?? 0
    if (repaid === row.left) return []
    const { needs, period, foreclosureDays } = (row.payerId ? rules.get(row.payerId) : undefined) ?? usualRule
    const soldOn = localDayOf(new Date(row.soldAt), timeZone)
    const until = acceptedUntil(soldOn, foreclosureDays)
    const deadline = deadlineOf(until, today)
    return {
      ...row,
      id,
      left: row.left - repaid,
      repaid,
      soldOn,
      until,
      deadline,
      faults: voucherFaults(facts, needs, deadline === 'lost'),
      isDue: soldOn <= lastPeriod(today, period).to,
    }
  })
}

function draftsOf(vouchers: readonly Judged[], rule: BillRule) {
  return splitBills(
    vouchers.map((voucher) => ({ ...voucher, amount: voucher.left })),
    rule,
  )
}

function searchedOf({ payerName, beneficiary, voucher, insuredNumber, saleNumber, employer }: Judged): string {
  return [payerName, beneficiary, voucher, insuredNumber, saleNumber, employer].filter(Boolean).join(' ')
}

function sumOf(vouchers: readonly { left: number }[]): number {
  return vouchers.reduce((sum, { left }) => sum + left, 0)
}
