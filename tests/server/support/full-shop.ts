import { createHash } from 'node:crypto'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { NetworkPrinter } from '#shared/contract/pharmacy-settings.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { writeBill } from '#tests/server/support/bills.ts'
import { fullBills } from '#tests/server/support/full-bills.ts'
import { anExport } from '#tests/server/support/an-export.ts'
import { aFullCounter } from '#tests/server/support/full-counter.ts'
import { aFullFiscal } from '#tests/server/support/full-fiscal.ts'
import { aPlatform } from '#tests/server/support/full-platform.ts'
import { aFullReport } from '#tests/server/support/full-reports.ts'
import { aFullReferential } from '#tests/server/support/full-referential.ts'
import { aFullRegister } from '#tests/server/support/full-register.ts'
import { aFullStock, aRecallContact } from '#tests/server/support/full-stock.ts'
import { printerOf } from '#tests/server/support/paper.ts'
import { aMovement } from '#tests/server/support/registering.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

export type FullShop = { saleId: string; saleNumber: number; printer: NetworkPrinter }

/** Cash put into a drawer in the name of the owner. */
function unprovenAct(shop: Shop, id: string): RegisterAct {
  const movement = { ...aMovement(shop, { registerId: idOf(shop.id, 'another register') }), id }
  return { act: 'move', id, revision: 1, movement }
}

/** The secret in the link of an open invitation. */
export function invitationSecret(shop: Shop, member: 'pharmacien' | 'stocks'): string {
  return idOf(shop.id, 'invitation', member).replaceAll('-', '')
}

export const invitedAddress = 'kossi@example.org'

/** Two members are invited, a third one has an account of his own. */
async function invite(tx: Tx, shop: Shop): Promise<void> {
  for (const member of ['pharmacien', 'stocks'] as const) {
    const { id } = shop[member]
    await tx.updateTable('users').set({ email: invitedAddress }).where('id', '=', id).execute()
    await tx
      .insertInto('invitations')
      .values({
        pharmacy_id: shop.id,
        id: idOf(shop.id, 'invitation of', member),
        user_id: id,
        email: invitedAddress,
        secret_hash: createHash('sha256').update(invitationSecret(shop, member)).digest('hex'),
        invited_by: shop.titulaire.id,
        created_at: new Date('2026-02-01T09:00:00Z'),
        expires_at: new Date('2090-01-01T00:00:00Z'),
      })
      .execute()
  }
  await tx.updateTable('users').set({ email: 'afi@example.org' }).where('id', '=', shop.vendeur.id).execute()
  await tx
    .updateTable('users')
    .set({ firebase_uid: idOf(shop.id, 'account') })
    .where('id', '=', shop.titulaire.id)
    .execute()
}

/**
 * Adds what `openShop` omits, so that every table has a row of this pharmacy: a closed sale with its ledgers, a rack,
 * an insurer, a tombstone.
 */
export async function aFullShop(database: Database, shop: Shop): Promise<FullShop> {
  const saleId = idOf(shop.id, 'past sale')
  const pharmacy_id = shop.id
  const at = new Date('2026-02-01T09:00:00Z')
  const own = (name: string): string => idOf(shop.id, name)
  const printer = await printerOf(shop)
  await database.platform(async (tx) => {
    await tx
      .updateTable('pharmacies')
      .set({ settings: JSON.stringify({ printers: [printer], blindCount: false }) })
      .where('id', '=', pharmacy_id)
      .execute()
    await aFullReferential(tx)
    await aPlatform(tx)
    await tx.insertInto('pharmacy_contacts').values({ pharmacy_id, version: '0.1.0+abcdef12', at }).execute()
    await tx
      .insertInto('till_queues')
      .values({ pharmacy_id, terminal_id: own('till'), waiting: 2, oldest_at: at, skew_seconds: 0, said_at: at })
      .execute()
    await tx
      .insertInto('roles')
      .values({ pharmacy_id, id: idOf(shop.id, 'role', 'unheld'), name: 'unheld', permissions: ['sale.sell'] })
      .execute()
    await tx
      .insertInto('list_layouts')
      .values({
        pharmacy_id,
        user_id: shop.vendeur.id,
        list: '/ventes',
        layout: JSON.stringify({ list: '/ventes', order: [], hidden: [], shown: [], views: [] }),
      })
      .execute()
    await tx
      .insertInto('product_views')
      .values({
        pharmacy_id,
        id: own('view'),
        user_id: shop.vendeur.id,
        list: '/stock',
        name: 'À commander',
        search: 'etat=mini',
        shared: true,
      })
      .execute()
    await aFullReport(tx, shop)
    await invite(tx, shop)
    await tx
      .insertInto('pin_guesses')
      .values({
        pharmacy_id,
        id: own('guess'),
        user_id: shop.vendeur.id,
        place_id: shop.terminal.id,
        is_known_place: true,
        at,
      })
      .execute()
    await tx
      .insertInto('grants')
      .values({
        pharmacy_id,
        id: own('grant'),
        permission: 'sale.discount',
        subject_id: own('sale of a grant'),
        item_id: null,
        amount: 10,
        granted_by: shop.titulaire.id,
        terminal_id: shop.terminal.id,
        at,
        expires_at: new Date(at.getTime() + 60_000),
      })
      .execute()
    await tx
      .insertInto('pin_alerts')
      .values({
        pharmacy_id,
        id: own('pin alert'),
        user_id: shop.vendeur.id,
        terminal_id: shop.terminal.id,
        terminal_code: 'K7QF',
        guesses: 7,
        started_at: at,
        last_at: at,
      })
      .execute()
    await tx
      .insertInto('storages')
      .values({ pharmacy_id, id: own('storage'), label: 'Rayon A' })
      .execute()
    await tx
      .insertInto('companies')
      .values([
        { pharmacy_id, id: own('company'), name: 'Assurances du Golfe' },
        { pharmacy_id, id: own('unused company'), name: 'Colina' },
      ])
      .execute()
    await tx
      .insertInto('organizations')
      .values({ pharmacy_id, id: own('unused organization'), name: 'Lycée Béhanzin' })
      .execute()
    await tx
      .insertInto('contracts')
      .values({
        pharmacy_id,
        id: own('contract'),
        company_id: own('company'),
        owner_organization_id: shop.organizationId,
        label: 'Groupe',
        default_coverage: 80,
      })
      .execute()
    await tx
      .insertInto('contracts')
      .values({
        pharmacy_id,
        id: own('contract of nobody'),
        company_id: own('company'),
        label: 'Particuliers',
        default_coverage: 70,
      })
      .execute()
    await tx
      .insertInto('contract_products')
      .values({ pharmacy_id, contract_id: own('contract'), pharmacy_product_id: shop.products[0], excluded: true })
      .execute()
    await tx
      .insertInto('contract_policies')
      .values({
        pharmacy_id,
        id: own('policy'),
        contract_id: own('contract'),
        beneficiary_id: shop.patientId,
        number: 'NS-1',
      })
      .execute()
    await tx
      .insertInto('products')
      .values({ id: idOf('free product'), label: 'EFFERALGAN 500 mg, comprimé', source: 'tests' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('product_health_insurances')
      .values([
        {
          pharmacy_id,
          id: own('scheme line'),
          code: 'S-1',
          label: 'PARACETAMOL 1G CP',
          base_price: 900,
          rate: 70,
          product_id: idOf('referential product'),
        },
        { pharmacy_id, id: own('free line'), code: 'S-2', label: 'PARACETAMOL 500MG CP', base_price: 500, rate: 70 },
      ])
      .execute()
    await tx
      .insertInto('member_import_mappings')
      .values({ pharmacy_id, payer_id: own('company'), mapping: JSON.stringify({ number: 'Matricule' }) })
      .execute()
    await tx
      .insertInto('tags')
      .values([
        { pharmacy_id, id: own('tag'), type: 'person', label: 'Fidèle', color: 'green' },
        { pharmacy_id, id: own('organization tag'), type: 'organization', label: 'École', color: 'blue' },
        { pharmacy_id, id: own('policy tag'), type: 'contract-policy', label: 'Vérifiée', color: 'teal' },
      ])
      .execute()
    await tx
      .insertInto('banks')
      .values({ pharmacy_id, id: own('bank'), name: 'Bank of Africa' })
      .execute()
    await tx
      .insertInto('persons')
      .values([
        {
          pharmacy_id,
          id: own('client'),
          first_name: 'Ama',
          last_name: 'Kouassi',
          phone: '+2290197123456',
          birth_date: '1990-05-17',
        },
        { pharmacy_id, id: own('duplicate'), first_name: 'AMA', last_name: 'KOUASSI', birth_date: '1990-05-17' },
      ])
      .execute()
    const [one_id, other_id] = [own('client'), shop.patientId].toSorted() as [string, string]
    await tx
      .insertInto('person_distinct_pairs')
      .values({ pharmacy_id, one_id, other_id, told_by: shop.titulaire.id, told_at: at })
      .execute()
    for (const [kind, name, subject_id] of [
      ['insured', 'insured import', own('contract')],
      ['scheme', 'scheme import', pharmacy_id],
    ] as const)
      await tx
        .insertInto('import_runs')
        .values({
          id: own(name),
          pharmacy_id,
          kind,
          subject_id,
          imported_by: shop.titulaire.id,
          imported_at: at,
          added: 0,
          changed: 0,
          same: 0,
          gone: 0,
          refused: '[]',
        })
        .execute()
    await tx
      .insertInto('import_changes')
      .values({ import_id: own('scheme import'), pharmacy_id, part: 'lines', key: own('gone line'), after: '{}' })
      .execute()
    await tx
      .insertInto('relationships')
      .values({
        pharmacy_id,
        id: own('relationship'),
        person_id: own('client'),
        relative_id: shop.patientId,
        kind: 'child',
      })
      .execute()
    await tx
      .insertInto('tombstones')
      .values({ pharmacy_id, list: 'pharmacy-products', id: own('gone'), rev: 1 })
      .execute()
    await tx
      .insertInto('cash_registers')
      .values({ pharmacy_id, id: own('past register'), opened_by: shop.vendeur.id, opened_at: at })
      .execute()
    await tx
      .insertInto('sales')
      .values({
        pharmacy_id,
        id: saleId,
        number: 1,
        identifier: 'C1-1',
        terminal_id: shop.terminal.id,
        session_id: shop.vendeur.sessionId,
        seller_id: shop.vendeur.id,
        seller_roles: ['vendeur'],
        register_id: own('past register'),
        total: 1000,
        rounding: 0,
        units: 1,
        sold_at: at,
        received_at: at,
      })
      .execute()
    await tx
      .insertInto('sale_records')
      .values({
        pharmacy_id,
        sale_id: saleId,
        id: own('record'),
        position: 0,
        stock_item_id: shop.lots[0],
        label: 'Doliprane 1 g',
        quantity: 1,
        price: 1000,
        purchase_price: 600,
      })
      .execute()
    await tx
      .insertInto('sale_payments')
      .values({
        pharmacy_id,
        sale_id: saleId,
        id: own('payment'),
        position: 0,
        // what a bill holds somebody owes
        type: 'SOCIAL_SECURITY',
        amount: 1000,
        data: JSON.stringify({ socialSecurityMetadata: { body: 'CNSS', coverage: 80, identifier: 'SS-1' } }),
      })
      .execute()
    await writeBill(tx, {
      pharmacyId: pharmacy_id,
      payer: { company_id: own('company') },
      id: own('bill'),
      number: 'F-1',
      issuedOn: '2026-02-28',
      lines: [{ saleId, paymentId: own('payment'), amount: 1000 }],
    })
    await fullBills(tx, shop, at)
    await tx
      .insertInto('stock_movements')
      .values({
        pharmacy_id,
        id: own('movement'),
        stock_item_id: shop.lots[0],
        cause: 'sale',
        quantity: -1,
        before: 100,
        after: 99,
        user_id: shop.vendeur.id,
        at,
        sale_id: saleId,
      })
      .execute()
    await tx
      .updateTable('stock_items')
      .set({ quantity: 99 })
      .where('pharmacy_id', '=', pharmacy_id)
      .where('id', '=', shop.lots[0])
      .execute()
    await tx
      .insertInto('register_movements')
      .values({
        pharmacy_id,
        id: own('franc'),
        register_id: own('past register'),
        kind: 'sale',
        type: 'CASH',
        amount: 1000,
        at,
        occurred_at: at,
        user_id: shop.vendeur.id,
        sale_id: saleId,
      })
      .execute()
    await tx
      .insertInto('inbox')
      .values({
        pharmacy_id,
        id: own('refused sale'),
        kind: 'sale',
        revision: 1,
        hash: 'none',
        accepted: false,
        answer: JSON.stringify({ message: 'sales:cannotCloseEmptySale' }),
        at,
      })
      .execute()
    await tx
      .insertInto('inbox')
      .values({
        pharmacy_id,
        id: own('unproven act'),
        kind: 'register-act',
        revision: 1,
        hash: 'none',
        accepted: false,
        answer: JSON.stringify({ message: 'auth:unprovenSender' }),
        at,
        sent_by: shop.terminal.id,
        content: JSON.stringify(unprovenAct(shop, own('unproven act'))),
      })
      .execute()
    await tx
      .insertInto('discarded_parcels')
      .values({
        pharmacy_id,
        parcel_id: own('refused sale'),
        revision: 1,
        reason: 'Essai',
        discarded_by: shop.titulaire.id,
        discarded_at: at,
      })
      .execute()
    await aFullCounter(tx, shop, at)
    await aFullFiscal(tx, shop, saleId, at)
    await anExport(tx, shop, at)
    await aFullRegister(tx, shop, at)
    await aFullStock(tx, shop, at)
    await aRecallContact(tx, shop, saleId, at)
    await tx
      .updateTable('pharmacy_counters')
      .set({
        sale_number: 2,
        return_number: 1,
        prescription_number: 2,
        count_number: 1,
        disbursement_number: 1,
        destruction_number: 1,
      })
      .where('pharmacy_id', '=', pharmacy_id)
      .execute()
  })
  // a traced change, and back
  await database.write(shop.id, async (tx) => {
    for (const settings of [{ blindCount: false }, { printers: [printer], blindCount: false }])
      await tx
        .updateTable('pharmacies')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', pharmacy_id)
        .execute()
  })
  return { saleId, saleNumber: 1, printer }
}
