import type { CallReply } from '#shared/contract/endpoint.ts'
import type { Payable, PayableWeek, supplierPayments } from '#shared/contract/supplier-payments.ts'
import { addDays, lastDayOfMonth, mondayOf, startOfLocalDay } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { leftToPay, usualPaymentDays, type LeftStatement } from '#shared/domain/statements/supplier-account.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import {
  accountEntries,
  notBilledDeliveries,
  suppliersByName,
  takingsBetween,
  validatedStatements,
  type StatementOfSupplier,
} from '#server/supplier-payments/supplier-account.repo.ts'

const weeksShown = 8
const weeksOfTakings = 8
/** Deliveries that are older and on no statement are not awaited any more. */
const daysNotBilled = 92

/** Suppliers to which the account says something, the most overdue first. Amounts in minor units. */
export function listPayables(context: Context): Promise<Payable[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    const { suppliers, left, ahead } = await accounts(tx, pharmacyId)
    const notBilled = groupBy(
      await notBilledDeliveries(tx, pharmacyId, addDays(today, -daysNotBilled)),
      ({ supplierId }) => supplierId,
    )
    return suppliers
      .map(({ id, name }): Payable => {
        const statements = (left.get(id) ?? []).filter((statement) => statement.left > 0)
        const overdue = statements.filter(({ dueOn }) => dueOn < today)
        return {
          supplierId: id,
          supplierName: name,
          owed: sumOf(statements),
          overdue: sumOf(overdue),
          ahead: ahead.get(id) ?? 0,
          nextDueOn: statements[0]?.dueOn ?? null,
          notBilled: (notBilled.get(id) ?? []).reduce((sum, { amount }) => sum + amount, 0),
        }
      })
      .filter(({ owed, ahead: before, notBilled: open }) => owed > 0 || before !== 0 || open > 0)
      .toSorted((a, b) => b.overdue - a.overdue || b.owed - a.owed)
  })
}

/** What is owed to each supplier, deliveries that no statement bills included, by its id. */
export async function owedBySupplier(tx: Tx, pharmacyId: string, today: string): Promise<Map<string, number>> {
  const { left, ahead } = await accounts(tx, pharmacyId)
  const owed = new Map([...left].map(([id, statements]) => [id, sumOf(statements) - (ahead.get(id) ?? 0)]))
  for (const { supplierId, amount } of await notBilledDeliveries(tx, pharmacyId, addDays(today, -daysNotBilled)))
    owed.set(supplierId, (owed.get(supplierId) ?? 0) + amount)
  return owed
}

/** The weeks to come; the first one holds what is overdue. */
export function readCalendar(context: Context): Promise<PayableWeek[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    const monday = mondayOf(today)
    const { suppliers, left } = await accounts(tx, pharmacyId)
    const names = new Map(suppliers.map(({ id, name }) => [id, name]))
    const due = [...left].flatMap(([supplierId, statements]) =>
      statements
        .filter((statement) => statement.left > 0)
        .map(({ id, dueOn, left: amount }) => ({ id, supplierId, dueOn, left: amount })),
    )
    const references = new Map((await validatedStatements(tx, pharmacyId)).map(({ id, reference }) => [id, reference]))
    const expected = (await notBilledDeliveries(tx, pharmacyId, addDays(today, -daysNotBilled))).map(
      ({ receivedOn, paymentDays, amount }) => ({
        // a month is billed at its end
        dueOn: addDays(
          lastDayOfMonth(Number(receivedOn.slice(0, 4)), Number(receivedOn.slice(5, 7))),
          paymentDays ?? usualPaymentDays,
        ),
        amount,
      }),
    )
    const takings = await weeklyTakings(tx, context, monday)
    return Array.from({ length: weeksShown }, (_, index): PayableWeek => {
      const from = addDays(monday, index * 7)
      const isOfWeek = (day: string): boolean => (index === 0 || day >= from) && day < addDays(from, 7)
      const statements = due
        .filter(({ dueOn }) => isOfWeek(dueOn))
        .map((each) => ({
          ...each,
          supplierName: names.get(each.supplierId) ?? '',
          reference: references.get(each.id) ?? '',
        }))
        .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : b.left - a.left))
      return {
        monday: from,
        due: sumOf(statements),
        statements,
        expected: expected.filter(({ dueOn }) => isOfWeek(dueOn)).reduce((sum, { amount }) => sum + amount, 0),
        takings,
      }
    })
  })
}

/** The entries of a period, both days included. Throws `requests:notFound` for an unknown supplier. */
export function readAccount(
  context: Context,
  supplierId: string,
  { from, to }: { from: string; to: string },
): Promise<CallReply<typeof supplierPayments.account>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const supplier = (await suppliersByName(tx, pharmacyId)).find(({ id }) => id === supplierId)
    if (!supplier) throw new AppError('requests:notFound')
    const timeZone = await timeZoneOf(tx, pharmacyId)
    let balance = 0
    let before = 0
    const entries = []
    for (const { supplierId: _supplierId, ...entry } of await accountEntries(tx, pharmacyId, {
      ids: [supplierId],
      timeZone,
    })) {
      if (entry.day > to) break
      balance += entry.amount
      if (entry.day < from) before = balance
      else entries.push({ ...entry, balance })
    }
    return { supplierName: supplier.name, before, entries, balance }
  })
}

type Accounts = {
  suppliers: { id: string; name: string }[]
  left: Map<string, LeftStatement[]>
  ahead: Map<string, number>
}

/** What is left to pay of each supplier's statements, and what was paid beyond them. */
async function accounts(tx: Tx, pharmacyId: string): Promise<Accounts> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const paid = groupBy(
    (await accountEntries(tx, pharmacyId, { timeZone })).filter(({ kind }) => kind !== 'statement'),
    ({ supplierId }) => supplierId,
  )
  const statements = groupBy(await validatedStatements(tx, pharmacyId), ({ supplierId }) => supplierId)
  const suppliers = await suppliersByName(tx, pharmacyId)
  const left = new Map<string, LeftStatement[]>()
  const ahead = new Map<string, number>()
  for (const { id } of suppliers) {
    const given = (paid.get(id) ?? []).reduce((sum, { amount }) => sum - amount, 0)
    const account = leftToPay(statements.get(id) ?? ([] as StatementOfSupplier[]), given)
    left.set(id, account.statements)
    ahead.set(id, account.ahead)
  }
  return { suppliers, left, ahead }
}

/** The mean of the last whole weeks, without the drawers that are withheld from the member. */
async function weeklyTakings(tx: Tx, context: Context, monday: string): Promise<number> {
  const pharmacyId = pharmacyOf(context)
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const from = startOfLocalDay(addDays(monday, -7 * weeksOfTakings), timeZone)
  const taken = await takingsBetween(tx, pharmacyId, {
    from,
    to: startOfLocalDay(monday, timeZone),
    withheld: await withheldFrom(tx, context),
  })
  return Math.round(taken / weeksOfTakings)
}

function sumOf(statements: readonly { left: number }[]): number {
  return statements.reduce((sum, { left }) => sum + left, 0)
}
