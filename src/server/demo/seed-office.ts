import { sql } from 'kysely'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import type { CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { exports } from '#shared/contract/exports.ts'
import { labels } from '#shared/contract/labels.ts'
import { moneyStatements } from '#shared/contract/money-statements.ts'
import { ownReports } from '#shared/contract/own-reports.ts'
import { dayOf } from '#shared/domain/dates.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { displayName } from '#shared/domain/person.ts'
import { notePayment } from '#server/bills/bill-payment.service.ts'
import { listBills, readBill, refuseVouchers, sendBill } from '#server/bills/bill.service.ts'
import { draftBills, listProposals, writeDrafts } from '#server/bills/make-bills.ts'
import { actingAs, type Database } from '#server/db/database.ts'
import { phoneOperatorsOf } from '#server/demo/countries.ts'
import { demoCalendar, pastDays, type DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { insertExport } from '#server/export-traces/export-trace.repo.ts'
import type { Context } from '#server/http/context.ts'
import type { Actor } from '#server/identity/actor.ts'
import { openIdentity } from '#server/identity/identity.ts'
import type { PinKeeping } from '#server/identity/pin.ts'
import { addLabels } from '#server/labels/label.service.ts'
import { createMoneyStatement } from '#server/money-statements/money-statement.service.ts'
import { createOwnReport, scheduleReport } from '#server/own-reports/own-report.service.ts'

type Bill = CallReply<typeof bills.list>['items'][number]

/**
 * What the owner did in the office: bills of insurers that were sent, refused in part, paid late, and overdue; a
 * statement of mobile money; reports; labels to print; files. Each act is that of the product, at its moment of the past.
 */
export async function seedOffice(
  database: Database,
  pharmacy: DemoPharmacy,
  { now, ...keeping }: PinKeeping & { now: Date },
): Promise<void> {
  const calendar = demoCalendar(now, pharmacy.utcOffsetHours)
  const owner = pharmacy.members.find(({ role }) => role === 'titulaire')!
  const actor: Actor = {
    kind: 'member',
    userId: owner.id,
    pharmacyId: pharmacy.id,
    permissions: new Set(defaultRoles.titulaire),
    roles: ['titulaire'],
    unlockId: null,
    name: displayName(owner),
  }
  const identity = openIdentity({ database, projectId: 'demo-officine', emulatorHost: 'none', ...keeping })
  const asOwner: AsOwner = (daysAgo, hour = 17) => ({
    actor,
    identity,
    database,
    now: daysAgo === 0 ? now : calendar.at(daysAgo, hour),
    changes: { made: undefined, revised: new Set(), pharmacies: undefined },
  })
  await seedInsurersBills(pharmacy, calendar, asOwner)
  await numberBillsByDay(database, pharmacy.id)
  await seedMobileStatement(pharmacy, calendar, asOwner(13, 18))
  await seedLabels(pharmacy, asOwner(0))
  await seedReports(asOwner(1))
  await seedExports(pharmacy, asOwner)
}

/** The acts of the owner at a moment of the past, given by days ago and an hour. */
type AsOwner = (daysAgo: number, hour?: number) => Context

/** An act of a call of the contract, which the audit names. */
function by<T>(context: Context, { method, path }: Endpoint, act: (context: Context) => Promise<T>): Promise<T> {
  const { userId } = context.actor
  return actingAs({ userId, unlockId: null, terminalId: null, call: `${method} ${path}` }, () => act(context))
}

/**
 * The insurer that paid ahead has no bill yet. Of the others, the one that owes most paid late, less a voucher that it
 * refused; the second paid in time; the others owe what is overdue. Of the weeks after, one bill is sent and the others wait to be.
 */
async function seedInsurersBills(pharmacy: DemoPharmacy, calendar: DemoCalendar, asOwner: AsOwner): Promise<void> {
  const bill = async (from: number, to: number, issued: number): Promise<Bill[]> => {
    const period = { from: calendar.day(from).date, to: calendar.day(to).date }
    const context = asOwner(issued, 9)
    const proposals = await listProposals(context, { ...period, earlier: 'without' })
    const payerIds = proposals
      .filter(({ payerKind, ahead }) => payerKind === 'company' && ahead === 0)
      .map(({ payerId }) => payerId)
    const order = { ...period, payerIds, withIncomplete: true, withEarlier: false, withAhead: false }
    const run = { id: demoId('bill run', pharmacy.slug, period.from), issuedOn: calendar.day(issued).date, ...order }
    await by(context, bills.create, () =>
      context.database.write(pharmacy.id, async (tx) => {
        const drafts = await draftBills(tx, pharmacy.id, order, run.issuedOn)
        await writeDrafts(tx, pharmacy.id, run, drafts, { userId: context.actor.userId, at: context.now })
      }),
    )
    const { items } = await listBills(context, { page: 0, size: 100, payerKind: 'company' })
    return payerIds.flatMap((id) =>
      items.filter(({ payerId, issuedOn }) => payerId === id && issuedOn === run.issuedOn),
    )
  }
  const [late, prompt, ...overdue] = await bill(pastDays - 1, 39, 38)
  for (const { id } of [late, prompt, ...overdue].flatMap((each) => each ?? [])) await send(asOwner(37), id)
  if (prompt) await pay(asOwner(20), pharmacy, prompt, prompt.left)
  if (late) {
    const { lines } = await readBill(asOwner(22), late.id)
    const [refused] = lines
    if (refused)
      await by(asOwner(22), bills.refuse, (context) =>
        refuseVouchers(context, late.id, {
          id: demoId('refusal', pharmacy.slug),
          lines: [refused],
          outcome: 'present-again',
          reason: 'Bon illisible',
        }),
      )
    const { left } = await readBill(asOwner(5), late.id)
    await pay(asOwner(5), pharmacy, late, Math.floor((left * 2) / 3))
  }
  const [first] = await bill(38, 12, 11)
  if (first) await send(asOwner(10), first.id)
}

/** The numbers of bills follow their days: those of clients were there before those of insurers, some with a later day. */
function numberBillsByDay(database: Database, pharmacyId: string): Promise<unknown> {
  return database.platform(async (tx) => {
    // First out of the way: no two bills may have one number in between.
    await sql`update bills set number = 'new ' || number where pharmacy_id = ${pharmacyId}`.execute(tx)
    await sql`
      update bills b set number = 'F-' || lpad(d.place::text, 5, '0') from (
        select id, row_number() over (order by issued_on, number) as place from bills where pharmacy_id = ${pharmacyId}
      ) d where b.pharmacy_id = ${pharmacyId} and b.id = d.id`.execute(tx)
  })
}

function send(context: Context, id: string): Promise<unknown> {
  return by(context, bills.send, () => sendBill(context, id))
}

function pay(context: Context, { slug }: DemoPharmacy, { id, payerId }: Bill, amount: number): Promise<unknown> {
  const payment = {
    id: demoId('payment', slug, id),
    payerId,
    means: 'TRANSFER' as const,
    amount,
    paidOn: dayOf(context.now),
    reference: `VIR ${id.slice(0, 6).toLocaleUpperCase('fr')}`,
    note: null,
    billId: id,
    again: [],
    unexplained: [],
  }
  return by(context, billPayments.create, () => notePayment(context, payment))
}

/**
 * The statement of the first operator over ten days of the past: what it paid is what the tills took, but for one payment
 * that never came, one that nobody noted, and its fees.
 */
async function seedMobileStatement(pharmacy: DemoPharmacy, calendar: DemoCalendar, context: Context): Promise<void> {
  const account = phoneOperatorsOf(pharmacy.countryCode)[0]!
  const [from, to] = [calendar.day(24).date, calendar.day(14).date]
  const { timeZone } = pharmacy
  const { rows } = await context.database.read(pharmacy.id, (tx) =>
    sql<{ day: string; minutes: number; amount: number; reference: string | null }>`
      select t.at::date as day, (extract(hour from t.at) * 60 + extract(minute from t.at))::int as minutes, m.amount,
        (select min(y.data ->> 'transactionReference') from sale_payments y
          where y.pharmacy_id = m.pharmacy_id and y.sale_id = m.sale_id and y.type = m.type) as reference
      from register_movements m cross join lateral (select m.occurred_at at time zone ${timeZone} as at) t
      where m.pharmacy_id = ${pharmacy.id} and m.kind = 'sale' and m.type = 'MOBILE_MONEY' and m.amount > 0
        and (m.operator is null or folded(m.operator) = folded(${account}))
        and t.at::date between ${from}::date and ${to}::date
      order by m.occurred_at, m.id`.execute(tx),
  )
  const [, ...came] = rows
  const line = { minutes: null, reference: null, phone: null, fee: 0 }
  const body = {
    id: demoId('mobile statement', pharmacy.slug),
    kind: 'mobile-money' as const,
    account,
    fileName: 'releve-marchand.csv',
    lines: [
      ...came.map((payment) => ({ ...line, ...payment, label: 'Paiement marchand' })),
      { ...line, day: calendar.day(18).date, label: 'Paiement marchand', amount: 7_500 },
      { ...line, day: to, label: 'Frais', amount: -1_500 },
    ],
  }
  await by(context, moneyStatements.create, () => createMoneyStatement(context, body))
}

/** Labels to print of products whose price is on the shelf. */
async function seedLabels({ id }: DemoPharmacy, context: Context): Promise<void> {
  const { rows } = await context.database.read(id, (tx) =>
    sql<{ id: string }>`
      select pharmacy_product_id as id from stock_items where pharmacy_id = ${id} and quantity > 0
      group by 1 order by sum(quantity) desc, 1 limit 8`.execute(tx),
  )
  const ids = rows.map((row) => row.id)
  await by(context, labels.add, () => addLabels(context, ids))
}

/** Reports that the owner built: one on the dashboard, one that leaves by e-mail on Mondays. */
async function seedReports(context: Context): Promise<void> {
  const asked = { filters: [], comparison: 'before' as const }
  const create = (report: Parameters<typeof createOwnReport>[1]) =>
    by(context, ownReports.create, () => createOwnReport(context, report))
  await create({
    name: 'Ventes par assureur, ce mois',
    shared: true,
    pinned: true,
    question: { ...asked, measures: ['turnover', 'insurersPart'], dimensions: ['payer'], period: 'this-month' },
  })
  const { id } = await create({
    name: 'La semaine par vendeur',
    shared: true,
    pinned: false,
    question: {
      ...asked,
      measures: ['turnover', 'baskets', 'meanBasket'],
      dimensions: ['seller'],
      period: 'last-week',
    },
  })
  const schedule = {
    rhythm: 'mondays' as const,
    hour: 7,
    to: ['titulaire@officine.example'],
    format: 'xlsx' as const,
  }
  await by(context, ownReports.schedule, () => scheduleReport(context, id, schedule))
  await create({
    name: 'Marge par laboratoire',
    shared: false,
    pinned: false,
    question: { ...asked, measures: ['margin', 'marginRate'], dimensions: ['laboratory'], period: 'last-month' },
  })
}

/** Lists that the owner saved as files. */
async function seedExports(pharmacy: DemoPharmacy, asOwner: AsOwner): Promise<void> {
  const saved = [
    { list: 'Ventes', filters: 'Octobre, clôturées', format: 'xlsx', rows: 412, daysAgo: 19 },
    { list: 'Péremptions', filters: '90 jours', format: 'csv', rows: 37, daysAgo: 6 },
  ] as const
  for (const { daysAgo, ...trace } of saved) {
    const context = asOwner(daysAgo)
    const { actor, database, now } = context
    const id = demoId('export', pharmacy.slug, trace.list)
    const made = { id, ...trace, exportedAt: now.toISOString(), userId: actor.userId, terminalId: null }
    await by(context, exports.create, () =>
      database.write(pharmacy.id, (tx) => insertExport(tx, pharmacy.id, made, now)),
    )
  }
}
