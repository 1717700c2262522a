import { addDays } from '#shared/domain/dates.ts'
import { computedAmount } from '#shared/domain/statements/statement-line.ts'
import { nearestAmount, supplierPrice } from '#shared/domain/supplier-price.ts'
import { judgeStatement } from '#server/bill-statements/judge-statement.ts'
import { agreeTo, claimLinesOf } from '#server/bill-statements/validate-statement.ts'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { keeperOf, type DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { supplierId, type DemoSupplier } from '#server/demo/demo-suppliers.ts'
import type { PastDelivery } from '#server/demo/past-deliveries.ts'

/** What the demo says of a statement. `isChecked`: it is validated. `isRight`: it has no error. */
type PlannedStatement = {
  key: string
  supplier: DemoSupplier
  deliveries: PastDelivery[]
  reference: string
  paymentDays: number
  isChecked: boolean
  isRight?: boolean
}
type BilledLine = ReturnType<typeof billedLines>[number]
type Past = { deliveries: readonly PastDelivery[]; calendar: DemoCalendar }

/** How many statements, claims and payments the demo has: the last numbers of its counters. */
export const statementCounts = { statements: 3, claims: 1, payments: 2 } as const

/**
 * Statements of two wholesalers over the past weeks: an older one that was checked, with its claim half won and its
 * payment, a second checked one that is due soon, and a new one with errors to find.
 */
export async function seedStatements(tx: Tx, pharmacy: DemoPharmacy, past: Past): Promise<void> {
  const plans = plannedStatements(pharmacy, past)
  for (const [index, plan] of plans.entries()) await seedStatement(tx, pharmacy, past.calendar, plan, index + 1)
  await seedPayments(tx, pharmacy, past.calendar)
}

function plannedStatements(pharmacy: DemoPharmacy, { deliveries }: Past): PlannedStatement[] {
  const closedOf = (supplier: DemoSupplier) =>
    deliveries
      .filter(({ state, supplierId: of }) => state === 'closed' && of === supplierId(pharmacy.id, supplier))
      .toSorted((a, b) => (a.receivedOn < b.receivedOn ? -1 : 1))
  const golfe = closedOf('Golfe Répartition')
  const half = Math.ceil(golfe.length / 2)
  return [
    {
      key: 'older',
      supplier: 'Golfe Répartition',
      deliveries: golfe.slice(0, half),
      reference: 'GR-R-0914',
      paymentDays: 30,
      isChecked: true,
    },
    {
      key: 'other',
      supplier: 'Sahel Pharma',
      deliveries: closedOf('Sahel Pharma').slice(0, 2),
      reference: 'SP/1127',
      paymentDays: 45,
      isChecked: true,
      isRight: true,
    },
    {
      key: 'newer',
      supplier: 'Golfe Répartition',
      deliveries: golfe.slice(half),
      reference: 'GR-R-1016',
      paymentDays: 30,
      isChecked: false,
    },
  ]
}

async function seedStatement(
  tx: Tx,
  pharmacy: DemoPharmacy,
  calendar: DemoCalendar,
  { key, supplier, deliveries, reference, paymentDays, isChecked, isRight = false }: PlannedStatement,
  number: number,
): Promise<void> {
  const keeper = keeperOf(pharmacy).id
  const id = statementId(pharmacy, key)
  const right = billedLines(deliveries)
  const lines = isRight ? right : withErrors(right, isChecked)
  const [from, to] = [deliveries[0]!.receivedOn, deliveries.at(-1)!.receivedOn]
  const head = { id, supplierId: supplierId(pharmacy.id, supplier), from, to }
  const createdAt = calendar.at(isChecked ? 6 : 1, 9, number * 60)
  await bulkInsert(tx, 'bill_statements', [
    {
      pharmacy_id: pharmacy.id,
      id,
      number,
      supplier_id: head.supplierId,
      reference,
      from_day: from,
      to_day: to,
      due_on: addDays(to, paymentDays),
      total: lines.reduce((sum, { amount }) => sum + amount, 0),
      state: isChecked ? 'validated' : 'draft',
      created_by: keeper,
      created_at: createdAt,
      validated_by: isChecked ? keeper : null,
      validated_at: isChecked ? calendar.at(6, 11, number * 60) : null,
    },
  ])
  await bulkInsert(
    tx,
    'bill_statement_lines',
    lines.map(({ noteNumber, productId, ...line }, index) => ({
      pharmacy_id: pharmacy.id,
      statement_id: id,
      position: index + 1,
      note_number: noteNumber,
      pharmacy_product_id: productId,
      ...line,
    })),
  )
  if (!isChecked) return
  const judged = await judgeStatement(tx, pharmacy.id, { ...head, state: 'draft' })
  await agreeTo(tx, pharmacy.id, id, judged)
  const claimed = judged.lines.flatMap((line) => claimLinesOf(line, judged))
  if (claimed.length > 0) await seedClaim(tx, pharmacy, calendar, { statementId: id, ...head }, claimed)
}

/** The claim of the checked statement: sent, the first line accepted and credited, the others refused or open. */
async function seedClaim(
  tx: Tx,
  pharmacy: DemoPharmacy,
  calendar: DemoCalendar,
  { statementId: statement_id, supplierId: supplier_id }: { statementId: string; supplierId: string },
  lines: ReturnType<typeof claimLinesOf>,
): Promise<void> {
  const keeper = keeperOf(pharmacy).id
  const pharmacy_id = pharmacy.id
  const claim_id = demoId('wholesaler-claim', pharmacy.slug)
  await bulkInsert(tx, 'wholesaler_claims', [
    {
      pharmacy_id,
      id: claim_id,
      number: 1,
      supplier_id,
      statement_id,
      step: 'sent' as const,
      created_by: keeper,
      created_at: calendar.at(6, 11, 300),
      sent_by: keeper,
      sent_at: calendar.at(6, 14),
      reminders: 1,
      reminded_at: calendar.at(3, 10),
      answered_at: calendar.at(2, 15),
      answer: 'Accord sur la quantité, le prix est à revoir.',
    },
  ])
  await bulkInsert(
    tx,
    'wholesaler_claim_lines',
    lines.map(({ noteNumber, deliveryId, ...line }, index) => ({
      pharmacy_id,
      claim_id,
      position: index + 1,
      note_number: noteNumber,
      delivery_id: deliveryId,
      ...line,
      accepted: index === 0 ? line.amount : null,
    })),
  )
  await bulkInsert(tx, 'wholesaler_claim_credits', [
    {
      pharmacy_id,
      id: demoId('claim-credit', pharmacy.slug),
      claim_id,
      number: 'AV-2207',
      day: calendar.day(1).date,
      amount: lines[0]!.amount,
      noted_by: keeper,
      noted_at: calendar.at(1, 10),
    },
  ])
}

async function seedPayments(tx: Tx, pharmacy: DemoPharmacy, calendar: DemoCalendar): Promise<void> {
  const keeper = keeperOf(pharmacy).id
  const payments = [
    { supplier: 'Golfe Répartition', means: 'CHEQUE', amount: 40_000, daysAgo: 4, reference: 'BOA 4417820' },
    { supplier: 'Dépôt Saint-Luc', means: 'TRANSFER', amount: 18_500, daysAgo: 2, reference: 'VIR 0093' },
  ] as const
  await bulkInsert(
    tx,
    'supplier_payments',
    payments.map(({ supplier, daysAgo, ...payment }, index) => ({
      pharmacy_id: pharmacy.id,
      id: demoId('supplier-payment', pharmacy.slug, String(index)),
      number: index + 1,
      supplier_id: supplierId(pharmacy.id, supplier),
      ...payment,
      paid_on: calendar.day(daysAgo).date,
      created_by: keeper,
      created_at: calendar.at(daysAgo, 12),
    })),
  )
}

/** The lines of the deliveries, as a right statement has them. */
function billedLines(deliveries: readonly PastDelivery[]) {
  return deliveries.flatMap(({ bl, receivedOn, lines }) =>
    lines
      .filter(({ productId, received }) => productId !== null && received > 0)
      .map(({ code, label, productId, received, free, purchasePrice, vat }) => {
        const goods = { quantity: received, price: purchasePrice, rebate: 0, vat }
        return {
          kind: 'goods' as const,
          noteNumber: bl,
          day: receivedOn,
          code,
          label,
          productId,
          free,
          ...goods,
          amount: computedAmount(goods),
        }
      }),
  )
}

/** Plants what wholesalers get wrong; a new statement also has what a member must decide. */
function withErrors(lines: BilledLine[], isChecked: boolean): BilledLine[] {
  const changed = lines.map((line, index): BilledLine => {
    if (index === 1) return priced(line, { quantity: line.quantity + 2 })
    if (index === 4) return priced(line, { price: supplierPrice(nearestAmount(line.price) + 45) })
    return line
  })
  if (isChecked) return changed
  return [
    ...changed.map((line, index) => (index === 6 ? { ...line, noteNumber: exchanged(line.noteNumber) } : line)),
    ...changed.slice(2, 3),
    priced(
      { ...changed[0]!, noteNumber: 'BL000417', code: null, productId: null, label: 'PHYSIODOSE UNIDOSES B/40' },
      {},
    ),
  ]
}

function priced(line: BilledLine, change: Partial<Pick<BilledLine, 'quantity' | 'price'>>): BilledLine {
  const next = { ...line, ...change }
  return { ...next, amount: computedAmount(next) }
}

/** Its last two digits exchanged. */
function exchanged(number: string): string {
  return number.slice(0, -2) + number.slice(-1) + number.slice(-2, -1)
}

function statementId({ slug }: DemoPharmacy, key: string): string {
  return demoId('bill-statement', slug, key)
}
