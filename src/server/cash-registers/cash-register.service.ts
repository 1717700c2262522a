import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { CashRegister, cashRegisters, RegisterReport } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { isInDrawer } from '#shared/domain/register/movements.ts'
import { countedTypes, expectedByMeans } from '#shared/domain/register/totals.ts'
import { findOpenRegister, findRegister, registersOfDays } from '#server/register-ledger/cash-register.repo.ts'
import { countsOf, eventsOf, totalsOf } from '#server/register-ledger/count.repo.ts'
import { foundBy } from '#server/register-ledger/close-register.ts'
import { maySeeExpected, withheldFrom } from '#server/register-ledger/sight.ts'
import { takeAct } from '#server/register-acts/take-act.ts'
import { awaitedIn } from '#server/register-ledger/waiting.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

/**
 * The open register of a user, or null. When an offline terminal opened a second one, the latest wins. Null also for a
 * user of another pharmacy.
 */
export async function currentCashRegister(context: Context, userId: string): Promise<CashRegister | null> {
  const pharmacyId = pharmacyOf(context)
  const register = await context.database.read(pharmacyId, (tx) => findOpenRegister(tx, pharmacyId, userId))
  return register && seenBy(context, register)
}

/** Registers that were open on the given days of the pharmacy (default: today), newest first. */
export async function listByDate(
  context: Context,
  { from, to, page, size }: HandlerInput<typeof cashRegisters.byDate>['query'],
): Promise<{ items: CashRegister[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const today = localDayOf(context.now, timeZone)
    const { items, total } = await registersOfDays(tx, pharmacyId, {
      from: from ?? to ?? today,
      to: to ?? from ?? today,
      timeZone,
      page,
      size,
    })
    return { items: items.map((register) => seenBy(context, register)), total }
  })
}

/** Revenue and count of a register. Throws `requests:notFound` when the pharmacy has no such register. */
export async function readReport(context: Context, registerId: string): Promise<RegisterReport> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const register = await findRegister(tx, pharmacyId, registerId)
    if (!register) throw new AppError('requests:notFound')
    const isWithheld = (await withheldFrom(tx, context)).includes(registerId)
    const seesExpected = maySeeExpected(context) && !isWithheld
    const totals = await totalsOf(tx, pharmacyId, registerId)
    const counts = await countsOf(tx, pharmacyId, registerId)
    const events = await eventsOf(tx, pharmacyId, registerId)
    return {
      register: seenBy(context, register),
      totals: seesExpected ? totals : isWithheld ? [] : totals.filter((total) => !isCounted(total)),
      expected: seesExpected ? expectedByMeans([...totals, ...foundBy(counts)]) : null,
      counts: counts.map((count) => (seesExpected ? count : blind(count))),
      awaited: await awaitedIn(tx, pharmacyId, registerId),
      events: isWithheld ? events.filter(({ kind }) => !kindsWithAmounts.includes(kind)) : events,
    }
  })
}

/**
 * Records an act at a register and returns the register's current state. An act that was already recorded is not
 * recorded again.
 */
export async function actOnRegister(
  context: Context,
  act: Exclude<RegisterAct, { act: 'move' | 'disburse' }>,
): Promise<CashRegister> {
  const pharmacyId = pharmacyOf(context)
  await takeAct(context, act)
  const id = act.act === 'open' ? act.id : act.registerId
  const register = await context.database.read(pharmacyId, (tx) => findRegister(tx, pharmacyId, id))
  if (!register) throw new Error(`register ${id} was written and is not there`)
  return seenBy(context, register)
}

function seenBy(context: Context, register: CashRegister): CashRegister {
  return maySeeExpected(context) ? register : { ...register, gap: null, firstGap: null }
}

/** Events that name amounts of sales or collections, or an amount that the drawer did not hold: with the other amounts they are shown after the count. */
const kindsWithAmounts: readonly RegisterReport['events'][number]['kind'][] = [
  'closed-over',
  'refused-later',
  'confirmed',
  'collected-beyond',
  'paid-beyond',
  'refused-beyond',
]

/** Whether a count covers it: the drawer, and what is counted apart, such as mobile money. */
function isCounted(total: RegisterReport['totals'][number]): boolean {
  return isInDrawer(total) || countedTypes.some((type) => type === total.type)
}

/** Returns the count without the amounts that would reveal the expected cash to the next person who counts. */
function blind(count: RegisterCount): RegisterCount {
  return {
    ...count,
    gap: null,
    totals: [],
    awaits: [],
    unfinished: [],
    differences: withoutGaps(count.differences),
    earlier: count.earlier.map((each) => ({ ...each, gap: null, differences: withoutGaps(each.differences) })),
  }
}

function withoutGaps(rows: RegisterCount['differences']): RegisterCount['differences'] {
  return rows.map((row) => ({ ...row, expected: null, gap: null }))
}
