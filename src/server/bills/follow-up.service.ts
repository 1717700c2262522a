import type { billFollowUps, Collection } from '#shared/contract/bill-follow-ups.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { proposedCeiling } from '#shared/domain/billing/proposed-ceiling.ts'
import { nextReminder } from '#shared/domain/billing/reminder-step.ts'
import { addDays } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { aheadOf } from '#server/bills/bill-payment.repo.ts'
import { payingHabits, receivables } from '#server/bills/bill-report.repo.ts'
import { findPayer, type Payer } from '#server/bills/bill-rule.repo.ts'
import {
  creditLimitOf,
  followUpsOf,
  insertFollowUp,
  markFollowUpEnded,
  monthlyBilled,
  owedBills,
  payerOfFollowUp,
} from '#server/bills/follow-up.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

type NewFollowUp = HandlerInput<typeof billFollowUps.create>['body']

/** A payer is judged by the bills of so many days. */
const daysJudged = 365
const ceilingStep = 5000

/** Throws `requests:notFound` for an unknown payer. */
export function readCollection(context: Context, payerId: string): Promise<Collection> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const payer = requireRow(await findPayer(tx, pharmacyId, payerId))
    return collectionOf(tx, pharmacyId, payer, await pharmacyToday(tx, pharmacyId, context.now))
  })
}

/**
 * Notes what was done, once by its id. Throws `requests:invalid` for an unknown payer, a bill of another one, or a promise
 * for a past day, `requests:conflict` when the id is that of another payer.
 */
export function noteFollowUp(context: Context, body: NewFollowUp): Promise<Collection> {
  return changing(context, async (tx, pharmacyId) => {
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    const payer = await findPayer(tx, pharmacyId, body.payerId)
    if (!payer) refuseFields([{ path: 'body.payerId', message: 'unknown' }])
    const known = await payerOfFollowUp(tx, pharmacyId, body.id)
    if (known && known.payerId !== payer!.id) throw new AppError('requests:conflict')
    context.changes.made = !known
    if (!known) {
      if (body.kind === 'promise' && body.promisedOn < today)
        refuseFields([{ path: 'body.promisedOn', message: 'in the past' }])
      if (body.kind === 'dispute' && body.billId !== null) {
        const owed = await owedBills(tx, pharmacyId, payer!.id, today)
        if (!owed.some(({ id }) => id === body.billId)) refuseFields([{ path: 'body.billId', message: 'unknown' }])
      }
      await insertFollowUp(tx, pharmacyId, payer!, body, { userId: context.actor.userId, at: context.now, on: today })
    }
    return collectionOf(tx, pharmacyId, payer!, today)
  })
}

/** Throws `requests:notFound`, and `requests:invalid` for a reminder, which has no end. */
export function endFollowUp(
  context: Context,
  id: string,
  { note }: HandlerInput<typeof billFollowUps.end>['body'],
): Promise<Collection> {
  return changing(context, async (tx, pharmacyId) => {
    const { payerId, kind, isEnded } = requireRow(await payerOfFollowUp(tx, pharmacyId, id))
    if (kind === 'reminder') refuseFields([{ path: 'params.id', message: 'a reminder' }])
    context.changes.made = !isEnded
    if (!isEnded) await markFollowUpEnded(tx, pharmacyId, id, { userId: context.actor.userId, at: context.now, note })
    const payer = requireRow(await findPayer(tx, pharmacyId, payerId))
    return collectionOf(tx, pharmacyId, payer, await pharmacyToday(tx, pharmacyId, context.now))
  })
}

async function collectionOf(tx: Tx, pharmacyId: string, payer: Payer, today: string): Promise<Collection> {
  const { kind, id, name, phone, email, address } = payer
  const since = addDays(today, -daysJudged)
  const followUps = await followUpsOf(tx, pharmacyId, id, today)
  const disputes = followUps.filter((one) => one.kind === 'dispute' && one.endedAt === null)
  const isAllDisputed = disputes.some(({ billId }) => billId === null)
  const bills = (await owedBills(tx, pharmacyId, id, today)).map((bill) => ({
    ...bill,
    isDisputed: isAllDisputed || disputes.some(({ billId }) => billId === bill.id),
  }))
  const due = bills.filter(({ late, isDisputed }) => late > 0 && !isDisputed)
  const dueOn = due[0]?.dueOn ?? null
  // A reminder of former debts does not count for those of today.
  const last = followUps.find((one) => one.kind === 'reminder' && dueOn !== null && one.on >= dueOn)
  const promised = followUps.flatMap((one) => (one.promise === 'open' ? (one.promisedOn ?? []) : [])).toSorted(byText)
  const habits = (await payingHabits(tx, pharmacyId, since)).get(id) ?? { days: null, refused: null }
  const sum = (of: readonly { left: number }[]) => of.reduce((total, { left }) => total + left, 0)
  const creditLimit = await creditLimitOf(tx, pharmacyId, payer)
  return {
    payerKind: kind,
    payerId: id,
    payerName: name,
    phone,
    email,
    address,
    left: sum(bills),
    unbilled: (await receivables(tx, pharmacyId, today)).find(({ payerId }) => payerId === id)?.unbilled ?? 0,
    ahead: await aheadOf(tx, pharmacyId, id),
    overdue: sum(due),
    bills,
    followUps,
    next: nextReminder({
      dueOn,
      last: last ? { step: last.step!, on: last.on } : null,
      promisedOn: promised.at(-1) ?? null,
    }),
    ...habits,
    creditLimit,
    proposedLimit:
      kind === 'company'
        ? null
        : proposedCeiling(
            {
              monthly: await monthlyBilled(tx, pharmacyId, id, since),
              days: habits.days,
              over90: sum(due.filter(({ late }) => late > 90)),
              broken: followUps.filter(({ promise }) => promise === 'broken').length,
            },
            ceilingStep,
          ),
  }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
