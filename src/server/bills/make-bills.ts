import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { BillProposal, BillRule, bills, UnbilledVoucher } from '#shared/contract/bills.ts'
import { splitBills } from '#shared/domain/billing/split-bills.ts'
import { voucherFaults } from '#shared/domain/billing/voucher-faults.ts'
import { addDays, startOfLocalDay } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { wordsOf, fold } from '#shared/domain/search/fold.ts'
import { pageOfRows } from '#server/base/page-of-rows.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { collectOnBills } from '#server/credit/collect-on-bills.ts'
import { billRules, usualRule } from '#server/bills/bill-rule.repo.ts'
import { billsOfRun, insertBills, takeNumbers, type NewBill } from '#server/bills/bill.repo.ts'
import { unbilledVouchers, type VoucherRow } from '#server/bills/voucher.repo.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
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
    const period = { from: query.from ?? addDays(today, -366), to: query.to ?? today }
    const rows = (await judgedVouchers(tx, pharmacyId, period)).filter(
      (row) =>
        (!query.payerId || row.payerId === query.payerId) &&
        (query.show === 'all' || row.faults.length > 0) &&
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
      }),
      amount: sumOf(rows),
      atRisk: sumOf(rows.filter(({ faults }) => faults.length > 0)),
    }
  })
}

/** What each payer would be billed for a period, the most first. */
export function listProposals(context: Context, period: Period): Promise<BillProposal[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const rules = await billRules(tx, pharmacyId)
    const byPayer = groupBy(await judgedVouchers(tx, pharmacyId, period), ({ payerId }) => payerId ?? '')
    byPayer.delete('')
    return [...byPayer]
      .map(([payerId, vouchers]): BillProposal => {
        const rule = rules.get(payerId) ?? usualRule
        const incomplete = vouchers.filter(({ faults }) => faults.length > 0)
        const { payerKind, payerName } = vouchers[0]!
        return {
          payerKind,
          payerId,
          payerName,
          vouchers: vouchers.length,
          amount: sumOf(vouchers),
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
 * The bills of these payers for a period, all or none; a repeated run returns its bills. Throws `bills:nothingToBill`
 * when another member billed all of it meanwhile, `requests:invalid` for a period that has not begun or is upside down.
 */
export function makeBills(
  context: Context,
  { id, payerIds, withIncomplete, ...period }: HandlerInput<typeof bills.create>['body'],
): Promise<CallReply<typeof bills.create>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    if (period.from > period.to) refuseFields([{ path: 'body.to', message: 'before from' }])
    if (period.from > today) refuseFields([{ path: 'body.from', message: 'in the future' }])
    const known = await billsOfRun(tx, pharmacyId, id)
    context.changes.made = known.length === 0
    if (known.length === 0) {
      const rules = await billRules(tx, pharmacyId, payerIds)
      const vouchers = (await judgedVouchers(tx, pharmacyId, period)).filter(
        ({ payerId, faults }) =>
          payerId !== null && payerIds.includes(payerId) && (withIncomplete || faults.length === 0),
      )
      if (vouchers.length === 0) throw new AppError('bills:nothingToBill')
      const made: NewBill[] = []
      for (const [payerId, of] of groupBy(vouchers, (voucher) => voucher.payerId!)) {
        const rule = rules.get(payerId) ?? usualRule
        const drafts = draftsOf(of, rule)
        const before = await takeNumbers(tx, pharmacyId, rule.prefix, drafts.length)
        made.push(
          ...drafts.map(({ label, vouchers: lines }, index): NewBill => ({
            id: randomUUID(),
            number: `${rule.prefix}${String(before + index + 1).padStart(5, '0')}`,
            payer: { kind: lines[0]!.payerKind, id: payerId },
            label,
            amount: sumOf(lines),
            dueOn: addDays(today, rule.paymentDays),
            lines: lines.map(({ saleId, paymentId, left }) => ({ saleId, paymentId, amount: left })),
          })),
        )
      }
      const by = { userId: context.actor.userId, at: context.now }
      await insertBills(tx, pharmacyId, { id, ...period, issuedOn: today }, made, by)
      const payersOf = (kind: NewBill['payer']['kind']) =>
        made.flatMap(({ payer }) => (payer.kind === kind ? [payer.id] : []))
      for (const clientId of new Set([...payersOf('person'), ...payersOf('organization')]))
        await collectOnBills(tx, pharmacyId, clientId, context.now)
      touch('persons', payersOf('person'))
      touch('organizations', payersOf('organization'))
    }
    return { bills: await billsOfRun(tx, pharmacyId, id) }
  })
}

type Judged = Omit<VoucherRow, 'facts'> & Pick<UnbilledVoucher, 'id' | 'faults'>

async function judgedVouchers(tx: Tx, pharmacyId: string, { from, to }: Period): Promise<Judged[]> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const rules = await billRules(tx, pharmacyId)
  const rows = await unbilledVouchers(tx, pharmacyId, {
    from: startOfLocalDay(from, timeZone),
    before: startOfLocalDay(addDays(to, 1), timeZone),
  })
  return rows.map(({ facts, ...row }) => ({
    ...row,
    id: `${row.saleId}.${row.paymentId}`,
    faults: voucherFaults(facts, (row.payerId ? rules.get(row.payerId) : undefined)?.needs ?? usualRule.needs),
  }))
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
