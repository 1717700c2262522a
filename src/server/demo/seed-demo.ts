import { analyze } from '#server/db/analyze.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { countryRows } from '#server/demo/countries.ts'
import { demoCalendar } from '#server/demo/demo-calendar.ts'
import { aibBuyerOf, demoClients } from '#server/demo/demo-clients.ts'
import { demoContracts } from '#server/demo/demo-contracts.ts'
import { demoPolicies, tightenCeilings } from '#server/demo/demo-policies.ts'
import { demoScheme } from '#server/demo/demo-scheme.ts'
import { demoAccounts, demoDomain, demoPharmacies, type DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { pastBills } from '#server/demo/past-bills.ts'
import { pastDemand } from '#server/demo/past-demand.ts'
import { seedDues } from '#server/demo/past-dues.ts'
import { seedInventories } from '#server/demo/past-inventories.ts'
import { seedRecalls } from '#server/demo/past-recalls.ts'
import { supplierRows, wholesalerRows } from '#server/demo/demo-suppliers.ts'
import { pastDeliveries } from '#server/demo/past-deliveries.ts'
import { seedExpiries } from '#server/demo/past-expiries.ts'
import { pastStock } from '#server/demo/past-lots.ts'
import { pastMissed } from '#server/demo/past-missed.ts'
import { openPayers } from '#server/demo/past-payers.ts'
import { dayOfMoment, pastPrescriptions } from '#server/demo/past-prescriptions.ts'
import { pastSales } from '#server/demo/past-sales.ts'
import { seedBankStatement } from '#server/demo/seed-bank-statement.ts'
import { seedChanges } from '#server/demo/seed-changes.ts'
import { seedBills, seedClients, seedCoverage, seedScheme } from '#server/demo/seed-clients.ts'
import { enterPharmacy, isSeeded, seedShelf, seedTeam } from '#server/demo/seed-pharmacy.ts'
import { seedDeliveredGoods, seedDeliveryHeads } from '#server/demo/seed-deliveries.ts'
import { known, packagingKey, seedReferential } from '#server/demo/seed-referential.ts'
import { orderCount, seedOrders } from '#server/demo/seed-orders.ts'
import { seedOffice } from '#server/demo/seed-office.ts'
import { seedStatements, statementCounts } from '#server/demo/seed-statements.ts'
import { damagedOf, returnCount, seedSupplierReturns } from '#server/demo/seed-supplier-returns.ts'
import type { PinKeeping } from '#server/identity/pin.ts'
import { seedTrade } from '#server/demo/seed-trade.ts'
import { shelfOf } from '#server/demo/shelf.ts'

export type SeedOptions = PinKeeping & {
  /** The instant at which the past sales end. The same instant gives the same demo, with the same ids. */
  now: Date
}

/**
 * Fills a database with the demo in one transaction, and then with what its members changed. A pharmacy that exists already
 * is not changed.
 */
export async function seedDemo(database: Database, options: SeedOptions): Promise<void> {
  const opened: DemoPharmacy[] = []
  await database.platform(async (tx) => {
    let packagingIds: ReadonlyMap<string, string> | undefined
    for (const pharmacy of demoPharmacies) {
      await enterPharmacy(tx, pharmacy.id)
      if (await isSeeded(tx, pharmacy.id)) continue
      packagingIds ??= await seedPlatform(tx)
      await seedPharmacy(tx, pharmacy, packagingIds, options)
      opened.push(pharmacy)
    }
    if (packagingIds) await analyze(tx)
  })
  for (const pharmacy of opened) {
    await seedOffice(database, pharmacy, options)
    await seedChanges(database, pharmacy, options.now)
  }
}

/** Inserts the data that the pharmacies share. Returns the packagings by key. */
async function seedPlatform(tx: Tx): Promise<ReadonlyMap<string, string>> {
  await bulkInsert(tx, 'countries', countryRows, 'keep')
  await bulkInsert(tx, 'wholesalers', wholesalerRows, 'keep')
  await bulkInsert(tx, 'domains', [demoDomain], 'keep')
  const admins = demoAccounts.filter(({ kind }) => kind === 'admin')
  await bulkInsert(
    tx,
    'users',
    admins.map(({ userId, firstName, lastName, email, firebaseUid }) => ({
      id: userId,
      first_name: firstName,
      last_name: lastName,
      email,
      firebase_uid: firebaseUid,
      kind: 'admin',
      pharmacy_id: null,
    })),
    'keep',
  )
  return seedReferential(tx)
}

async function seedPharmacy(
  tx: Tx,
  pharmacy: DemoPharmacy,
  packagingIds: ReadonlyMap<string, string>,
  { now, ...keeping }: SeedOptions,
): Promise<void> {
  const clients = demoClients(pharmacy)
  const calendar = demoCalendar(now, pharmacy.utcOffsetHours)
  const shelf = shelfOf(pharmacy)
  const demand = pastDemand(pharmacy, shelf, calendar)
  const stock = pastStock(pharmacy.slug, shelf, demand, calendar)
  const scheme = demoScheme(pharmacy, shelf)
  const contracts = demoContracts(pharmacy, shelf, calendar)
  const policies = demoPolicies(pharmacy.slug, clients.households, contracts, calendar)
  const payers = openPayers({ clients, policies, scheme, shelf })
  const trade = pastSales(pharmacy, demand, stock, payers, calendar, aibBuyerOf(clients))
  const people = clients.households.flatMap(({ head, spouse, children }) => [
    head,
    ...(spouse ? [spouse] : []),
    ...children,
  ])
  const prescriptions = pastPrescriptions(pharmacy.id, trade.sales, people, dayOfMoment(pharmacy.utcOffsetHours))
  const delivered = pastDeliveries(pharmacy, {
    stock,
    sales: trade.sales,
    calendar,
    packagingIdOf: ({ medicine }) => known(packagingIds, packagingKey(medicine.packaging)),
  })
  const tightened = tightenCeilings(policies, payers.uses.inMonth(calendar.day(0).date))

  await seedTeam(tx, pharmacy, keeping)
  const revAfterClients = await seedClients(tx, pharmacy, clients, calendar)
  const revAfterScheme = await seedScheme(tx, pharmacy.id, scheme, revAfterClients)
  const rev = await seedShelf(tx, pharmacy, stock, revAfterScheme)
  await seedCoverage(tx, pharmacy, { contracts, policies: tightened })
  await bulkInsert(tx, 'suppliers', supplierRows(pharmacy))
  await seedDeliveryHeads(tx, pharmacy, delivered.deliveries)
  await seedTrade(
    tx,
    pharmacy.id,
    {
      stock,
      trade,
      prescriptions,
      missed: pastMissed(pharmacy, stock, trade.registers, calendar),
      deliveryOfLot: delivered.deliveryOfLot,
    },
    packagingIds,
  )
  await seedExpiries(tx, pharmacy, stock, calendar, packagingIds)
  const destructions = await seedRecalls(tx, pharmacy, stock, calendar, packagingIds)
  const { lotId, boxes } = damagedOf(delivered.deliveries)
  await seedDeliveredGoods(tx, pharmacy, delivered, stock, new Map([[lotId, boxes]]))
  await seedSupplierReturns(tx, pharmacy, { stock, deliveries: delivered.deliveries, calendar, packagingIds })
  await seedOrders(tx, pharmacy, { deliveries: delivered.deliveries, calendar })
  await seedStatements(tx, pharmacy, { deliveries: delivered.deliveries, calendar })
  await seedDues(tx, pharmacy.id, calendar)
  const inventories = await seedInventories(tx, pharmacy, calendar)
  const titulaire = pharmacy.members.find(({ role }) => role === 'titulaire')!
  const { notes } = await seedBills(tx, pharmacy.id, pastBills(pharmacy.slug, trade.sales, calendar), {
    calendar,
    titulaireId: titulaire.id,
  })
  await seedBankStatement(tx, pharmacy, { calendar, titulaireId: titulaire.id })
  await bulkInsert(tx, 'pharmacy_counters', [
    {
      pharmacy_id: pharmacy.id,
      rev,
      sale_number: trade.sales.length,
      return_number: trade.returns.length,
      prescription_number: prescriptions.entries.length,
      destruction_number: destructions,
      delivery_number: delivered.deliveries.length,
      supplier_return_number: returnCount,
      order_number: orderCount,
      bill_statement_number: statementCounts.statements,
      wholesaler_claim_number: statementCounts.claims,
      supplier_payment_number: statementCounts.payments,
      bill_note_number: notes,
      inventory_number: inventories,
      bill_payment_number: 1,
      disbursement_number: trade.gestures.filter(({ kind }) => kind === 'disbursement').length,
      count_number:
        trade.registers.filter(({ closed }) => closed).length +
        trade.registers.filter(({ handedOver }) => handedOver).length,
    },
  ])
}
