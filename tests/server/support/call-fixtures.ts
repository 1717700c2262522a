import { randomInt, randomUUID } from 'node:crypto'
import type { FullShop } from '#tests/server/support/full-shop.ts'
import { anExport } from '#tests/server/support/exporting.ts'
import { aMissedSale } from '#tests/server/support/missing.ts'
import { aParkedContent } from '#tests/server/support/parking.ts'
import { aPhoto } from '#tests/server/support/photographing.ts'
import {
  aClosing,
  aCounting,
  aDisbursement,
  aHandOver,
  aMovement,
  anOpening,
  anOverdraw,
  aReceiptPhoto,
  aReopening,
  aSaleOpening,
} from '#tests/server/support/registering.ts'
import { billFixtures } from '#tests/server/support/bill-fixtures.ts'
import { fiscalFixtures } from '#tests/server/support/fiscal-fixtures.ts'
import { statementFixtures } from '#tests/server/support/statement-fixtures.ts'
import { deliveryFixtures } from '#tests/server/support/delivery-fixtures.ts'
import { lotFixtures } from '#tests/server/support/lot-fixtures.ts'
import { inventoryFixtures } from '#tests/server/support/inventory-fixtures.ts'
import { serverCallFixtures } from '#tests/server/support/server-call-fixtures.ts'
import { platformFixtures } from '#tests/server/support/platform-fixtures.ts'
import { personRecordFixtures } from '#tests/server/support/person-record-fixtures.ts'
import { owing } from '#tests/server/support/owing.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { referentialFixtures } from '#tests/server/support/referential-fixtures.ts'
import { aDestruction, aRecall } from '#tests/server/support/stock-acting.ts'
import { memberFixtures } from '#tests/server/support/member-fixtures.ts'
import { idOf, type Shop, type TestMember } from '#tests/server/support/shop.ts'
import { reportFixtures } from '#tests/server/support/report-fixtures.ts'

/** A valid request of one call, built from rows of `shop`, for the tests over all calls. */
export type CallFixture = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/**
 * A valid request for every call of the contract, by `family.name`. The tests over all calls fail for a call without an
 * entry: a new call needs a line here. A deferred call names the acting member in its body: `actor`. The contract says
 * which right the call needs; nothing here does.
 */
export function callFixtures(
  shop: Shop,
  { saleId, printer }: FullShop,
): Record<string, (actor?: TestMember) => CallFixture> {
  const nothing = (): CallFixture => ({})
  const at = (id: string) => (): CallFixture => ({ params: { id } })
  const unused = idOf('no such thing')
  const own = (name: string): string => idOf(shop.id, name)
  const aCompany = () => ({
    name: `Assurances ${randomUUID()}`,
    kind: 'insurer',
    taxId: '3202',
    phone: '+2290196123457',
    email: 'contact@assurances.bj',
  })
  const aContract = () => ({
    owner: { kind: 'organization', id: shop.organizationId },
    label: `Contrat ${randomUUID()}`,
    number: 'C-1',
    defaultCoverage: 80,
    ceilings: { perSale: 10_000, perDay: 20_000, perMonth: 50_000, perYear: null },
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
    products: [{ pharmacyProductId: shop.products[0], excluded: false, coverage: 70, referencePrice: 900 }],
  })
  const aPolicy = () => ({
    beneficiaryId: shop.patientId,
    holderId: shop.debtorId,
    number: `P ${randomUUID()}`,
    coverage: 80,
    rank: 1,
    ceilings: { perSale: 10_000, perDay: 20_000, perMonth: 50_000, perYear: null },
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
    tags: [own('policy tag')],
  })
  const client = idOf(shop.id, 'client')
  const ofMovements = {
    from: '2026-01-01',
    to: '2026-12-31',
    search: 'kone 12',
    type: 'CASH,CHEQUE',
    kind: 'sale',
    userId: shop.vendeur.id,
    clientId: shop.patientId,
    registerId: own('past register'),
  }
  return {
    'base.readBase': nothing,
    'base.readEvents': nothing,
    'tokens.createToken': () => ({ body: { userId: shop.vendeur.id, pin: '0000', terminalId: randomUUID() } }),
    'tokens.createGrant': () => ({
      body: {
        userId: shop.vendeur.id,
        pin: '0000',
        terminalId: randomUUID(),
        permission: 'sale.discount',
        subjectId: randomUUID(),
        amount: 10,
      },
    }),
    'tokens.endSession': at(shop.stocks.sessionId),
    'lentRights.list': () => ({ query: { from: '2026-01-01', to: '2026-12-31', search: 'dossou', sort: '-usedBy' } }),
    'audit.head': nothing,
    'users.weakPins': nothing,
    'audit.list': () => ({ query: { from: '2026-01-01', to: '2026-12-31', search: 'dossou', thing: 'persons' } }),
    'pinAlerts.list': () => ({ query: { from: '2026-01-01', to: '2026-12-31', search: 'dossou' } }),
    'pharmacies.mine': nothing,
    ...serverCallFixtures,
    'pharmacies.enter': at(shop.id),
    ...platformFixtures(),
    'pharmacies.read': at(shop.id),
    'pharmacies.users': at(shop.id),
    'pharmacies.roles': at(shop.id),
    'pharmacies.changeSettings': () => ({
      body: {
        printers: [printer],
        services: [{ id: randomUUID(), label: 'Prise de tension', price: 500 }],
        openingHours: 'Lun.–sam. 8 h–20 h',
      },
    }),
    'pharmacies.changeIdentity': () => ({ body: { city: 'Porto-Novo' } }),
    'pharmacies.setFiscalToken': () => ({ body: { token: 'a-token-of-the-tests' } }),
    'mecef.differences': nothing,
    'mecef.testToken': () => ({ body: { token: 'a-token-of-the-tests' } }),
    'pharmacies.changePrinters': () => ({ body: { printers: [printer] } }),
    ...memberFixtures(shop),
    ...referentialFixtures(),
    'pharmacyProducts.list': nothing,
    'pharmacyProducts.read': at(shop.products[0]),
    'pharmacyProducts.searchByIds': () => ({ body: { ids: [...shop.products] } }),
    'pharmacyProducts.history': at(shop.products[0]),
    'pharmacyProducts.stats': nothing,
    'pharmacyProductStorages.list': nothing,
    'pharmacyProductStorages.all': nothing,
    'pharmacyProductStorages.figures': () => ({ query: { search: 'rayon', state: 'used', sort: '-costValue' } }),
    'pharmacyProductStorages.moves': () => ({ query: { storageId: own('storage') } }),
    'pharmacyProductStorages.read': at(own('storage')),
    'pharmacyProductStorages.create': () => ({ body: { label: `Tiroir ${randomUUID()}` } }),
    'pharmacyProductStorages.patch': () => ({ params: { id: own('storage') }, body: { label: 'Rayon A' } }),
    'pharmacyProductStorages.remove': at(own('empty storage')),
    'productViews.list': () => ({ query: { list: '/stock' } }),
    'productViews.read': at(own('view')),
    'productViews.create': () => ({
      body: {
        list: '/stock',
        name: `Vue ${randomUUID()}`,
        search: 'etat=rupture',
        columns: { order: ['stock'], hidden: ['prix'], shown: [] },
        shared: false,
      },
    }),
    'productViews.patch': () => ({ params: { id: own('view') }, body: { search: 'etat=mini' } }),
    'productViews.remove': at(own('view')),
    'pharmacyProducts.all': nothing,
    'pharmacyProducts.productStats': at(shop.products[0]),
    'pharmacyProducts.deliveryRecord': at(shop.products[0]),
    'pharmacyProducts.priceChanges': at(shop.products[0]),
    'pharmacyProducts.bestSellers': () => ({}),
    'pharmacyProducts.countByStockQuantity': () => ({ query: { min: 0, max: 10 } }),
    'pharmacyProducts.create': () => ({
      body: {
        label: `Tisane ${randomUUID()}`,
        codes: [`T-${randomUUID()}`],
        storageId: own('storage'),
        minimum: 1,
        maximum: 5,
        tagIds: [own('product tag')],
        pricePolicy: { mode: 'coefficient', coefficient: 1320, roundingStep: 5 },
      },
    }),
    'pharmacyProducts.patch': () => ({
      params: { id: shop.products[1] },
      body: { storageId: own('storage'), minimum: 1, maximum: 5, tagIds: [own('product tag')] },
    }),
    'pharmacyProducts.remove': at(own('empty product')),
    'pharmacyProducts.associateProduct': () => ({
      body: { pharmacyProductId: own('private product'), productId: idOf('free product') },
    }),
    'pharmacyProducts.archivedProducts': () => ({ body: { pharmacyProductIds: [own('empty product')] } }),
    'pharmacyProducts.batchUpdate': () => ({
      body: { ids: [shop.products[0], shop.products[1]], changes: { minimum: 2, addedTagIds: [own('product tag')] } },
    }),
    'pharmacyProducts.setPrice': () => ({
      params: { id: shop.products[1] },
      body: { packaging: 'Boîte', salePrice: 1600 + randomInt(5000), reason: 'Hausse' },
    }),
    'clients.statement': () => ({ params: { id: shop.patientId }, query: { from: '2026-01-01', to: '2026-12-31' } }),
    'clients.list': () => ({
      query: { search: 'zin', kind: 'person', tag: own('tag'), only: 'insured', sort: 'name' },
    }),
    'persons.list': nothing,
    'persons.all': nothing,
    'persons.read': at(shop.patientId),
    'persons.create': () => ({
      body: {
        lastName: 'Kouassi',
        firstName: 'Ama',
        birthDate: '1990-05-17',
        sex: 'F',
        phone: '01 97 12 34 56',
        socialSecurityId: '1234',
        email: 'ama@example.org',
        address: 'Cotonou',
        note: 'Allergique',
        creditLimit: null,
        tags: [own('tag')],
      },
    }),
    'persons.patch': () => ({
      params: { id: client },
      body: { firstName: 'Ama', phone: '+2290197123456', tags: [own('tag')], archived: false },
    }),
    'persons.remove': at(client),
    'persons.createPatientByQuickWay': (seller = shop.vendeur) => ({
      body: {
        id: randomUUID(),
        revision: 1,
        terminalId: shop.terminal.id,
        sessionId: seller.sessionId,
        sellerId: seller.id,
        sellerRoles: seller.roles,
        createdAt: new Date().toISOString(),
        lastName: 'Kouassi',
        firstName: 'Ama',
        birthDate: null,
        sex: null,
        phone: null,
        socialSecurityId: null,
        policy: {
          id: randomUUID(),
          contractId: idOf(shop.id, 'contract'),
          number: 'NS-2',
          coverage: null,
          holderId: null,
        },
      },
    }),
    'persons.outgoing': () => ({ params: { id: shop.debtorId }, query: { payment: 100 } }),
    'persons.bills': at(client),
    'persons.purchases': at(shop.patientId),
    'persons.contractPolicies': at(shop.patientId),
    'persons.relationships': at(shop.patientId),
    'persons.relate': () => ({ params: { id: shop.patientId }, body: { relativeId: shop.debtorId, kind: 'sibling' } }),
    'persons.unrelate': at(idOf(shop.id, 'relationship')),
    'persons.duplicates': nothing,
    'persons.erase': at(idOf(shop.id, 'duplicate')),
    'personData.give': at(shop.patientId),
    'persons.merge': () => ({ params: { id: client }, body: { duplicateId: idOf(shop.id, 'duplicate') } }),
    'organizations.list': nothing,
    'organizations.all': nothing,
    'organizations.read': at(shop.organizationId),
    'organizations.create': () => ({
      body: {
        name: `Lycée ${randomUUID()}`,
        taxId: '3201',
        phone: '+2290196123456',
        email: 'intendance@lycee.bj',
        address: 'Cotonou',
        creditLimit: 50_000,
        paymentDelayDays: 30,
        tags: [own('organization tag')],
      },
    }),
    'organizations.patch': () => ({
      params: { id: shop.organizationId },
      body: { address: 'Place Lénine', creditLimit: 10_000 },
    }),
    'organizations.remove': at(own('unused organization')),
    'organizations.outgoing': () => ({ params: { id: shop.organizationId }, query: { payment: 500 } }),
    'organizations.bills': at(shop.organizationId),
    'organizations.contractPolicies': at(shop.organizationId),
    'companies.list': nothing,
    'companies.all': nothing,
    'companies.read': at(own('company')),
    'companies.create': () => ({ body: aCompany() }),
    'companies.patch': () => ({
      params: { id: own('company') },
      body: { email: 'tiers-payant@golfe.bj', archived: false },
    }),
    'companies.remove': at(own('unused company')),
    'contracts.list': nothing,
    'contracts.read': at(own('contract')),
    'contracts.create': () => ({ body: { ...aContract(), companyId: own('company') } }),
    'contracts.patch': () => ({
      params: { id: own('contract') },
      body: {
        label: 'Groupe',
        ceilings: { perSale: null, perDay: 20_000, perMonth: null, perYear: null },
        products: [{ pharmacyProductId: shop.products[1], coverage: 50 }],
      },
    }),
    'contracts.remove': at(own('contract of nobody')),
    'contracts.company': at(own('company')),
    'contracts.removePolicy': at(own('policy')),
    'contractPolicies.list': () => ({ query: { contractId: own('contract'), search: 'NS', page: 0 } }),
    'contractPolicies.read': at(own('policy')),
    'contractPolicies.create': () => ({ body: { ...aPolicy(), contractId: own('contract') } }),
    'contractPolicies.patch': () => ({
      params: { id: own('policy') },
      body: { coverage: 75, rank: 2, validUntil: '2027-12-31', archived: false },
    }),
    'contractPolicies.remove': at(own('policy')),
    'contractPolicies.companyContract': () => ({
      body: { company: aCompany(), contract: aContract(), policy: aPolicy() },
    }),
    'productHealthInsurance.list': nothing,
    'productHealthInsurance.all': nothing,
    'productHealthInsurance.withAssociatedProduct': () => ({ query: { search: 'paracetamol', only: 'associated' } }),
    'productHealthInsurance.suggestions': nothing,
    'productHealthInsurance.read': at(idOf(shop.id, 'scheme line')),
    'productHealthInsurance.create': () => ({
      body: {
        code: `C-${randomUUID()}`,
        label: 'AMOXICILLINE 500MG GEL B/12',
        inn: 'Amoxicilline',
        dosage: '500 mg',
        form: 'gélule',
        basePrice: 1200,
        rate: 70,
      },
    }),
    'productHealthInsurance.patch': () => ({
      params: { id: idOf(shop.id, 'scheme line') },
      body: {
        code: 'S-1',
        label: 'PARACETAMOL 1G CP',
        inn: 'Paracétamol',
        dosage: '1 g',
        form: 'CP',
        basePrice: 900,
        rate: 70,
        archived: false,
      },
    }),
    'productHealthInsurance.remove': at(idOf(shop.id, 'scheme line')),
    'productHealthInsurance.associateProduct': () => ({
      params: { id: idOf(shop.id, 'free line') },
      body: { productId: idOf('free product'), productHealthInsuranceId: idOf(shop.id, 'free line') },
    }),
    'productHealthInsurance.associateProducts': () => ({
      body: {
        associations: [{ productId: idOf('free product'), productHealthInsuranceId: idOf(shop.id, 'free line') }],
      },
    }),
    'productHealthInsurance.importList': () => ({
      body: {
        lines: [
          {
            code: 'S-1',
            label: 'PARACETAMOL 1G CP',
            inn: 'Paracétamol',
            dosage: '1 g',
            form: 'CP',
            basePrice: 900,
            rate: 70,
          },
        ],
        archiveOthers: false,
      },
    }),
    'insuredImports.readMapping': at(idOf(shop.id, 'company')),
    'insuredImports.check': () => ({
      body: {
        contractId: idOf(shop.id, 'contract'),
        rows: [{ line: 2, fields: { number: 'M-1', fullName: 'DOSSOU Aurèle', coverage: '80' } }],
        endOthers: false,
      },
    }),
    'insuredImports.run': () => ({
      body: {
        contractId: idOf(shop.id, 'contract'),
        rows: [{ line: 2, fields: { number: 'M-1', fullName: 'DOSSOU Aurèle', coverage: '80' } }],
        endOthers: false,
        mapping: { number: 'Matricule' },
      },
    }),
    'tags.list': nothing,
    'tags.read': at(own('tag')),
    'tags.create': () => ({ body: { type: 'person', label: `tag ${randomUUID().slice(0, 8)}`, color: 'teal' } }),
    'tags.patch': () => ({ params: { id: own('tag') }, body: { label: 'Fidèle', color: 'blue' } }),
    'tags.remove': at(own('tag')),
    'listLayouts.mine': nothing,
    'listLayouts.put': () => ({ body: { list: '/ventes', order: ['total'], hidden: [], shown: [], views: [] } }),
    'suppliers.list': nothing,
    'suppliers.all': nothing,
    'suppliers.read': at(own('supplier')),
    'suppliers.create': () => ({ body: { name: `Fournisseur ${randomUUID()}`, returnDays: 60 } }),
    'suppliers.patch': () => ({ params: { id: own('supplier') }, body: { returnDays: null, archived: false } }),
    'suppliers.remove': at(own('supplier')),
    'suppliers.ofCountry': at('BJ'),
    'suppliers.codes': () => ({ params: { id: own('delivering supplier') }, query: { search: 'doli' } }),
    'suppliers.forgetCode': () => ({ params: { id: own('delivering supplier'), code: '2000017' } }),
    ...deliveryFixtures(shop),
    ...lotFixtures(shop),
    ...statementFixtures(shop),
    ...personRecordFixtures(shop),
    ...billFixtures(shop),
    ...reportFixtures(shop),
    ...fiscalFixtures(shop),
    'accounting.report': () => ({ query: { number: 1, format: 'fec' } }),
    'accounting.list': nothing,
    'accounting.summary': () => ({ query: { month: '2020-02-01', format: 'csv' } }),
    'accounting.close': () => ({ body: { id: randomUUID(), month: '2020-02-01' } }),
    ...inventoryFixtures(shop),
    'expiries.list': () => ({
      query: {
        search: 'doli',
        within: '90',
        storage: 'A1',
        supplierId: own('supplier'),
        proposal: 'return,none',
        sort: '-chance',
      },
    }),
    'expiries.read': at(own('expiring lot')),
    'expiryTasks.list': () => ({ query: { search: 'doli', state: 'open', kind: 'discount', sort: '-saved' } }),
    'expiryTasks.read': at(own('expiry task')),
    'expiryTasks.saved': nothing,
    'expiryTasks.create': () => ({ body: { kind: 'return', stockItemId: shop.lots[0], quantity: 1 } }),
    'expiryTasks.end': () => ({ params: { id: own('expiry task') }, body: { outcome: 'canceled' } }),
    'shortages.list': () => ({ query: { search: 'doli', state: 'out', sort: '-missed' } }),
    'sisterStock.read': () => ({ body: { productIds: [idOf('medicine')] } }),
    'banks.list': nothing,
    'banks.all': nothing,
    'banks.read': at(own('bank')),
    'banks.create': () => ({ body: { name: `Banque ${randomUUID()}` } }),
    'banks.patch': () => ({ params: { id: own('bank') }, body: { name: 'Bank of Africa', archived: false } }),
    'banks.remove': at(own('bank')),
    'sales.list': () => ({
      query: { sellerId: shop.vendeur.id, paymentType: 'CASH,CHEQUE', status: 'CLOSED,RETURNED', sort: '-patient' },
    }),
    'sales.read': at(saleId),
    'sales.open': (seller) => ({
      params: { id: saleId },
      body: aSaleOpening(shop, { registerId: own('past register'), ...(seller && { seller }) }),
    }),
    'sales.close': (seller) => ({ body: aSale(shop, seller ? { seller } : {}) }),
    'sales.closeSeveral': (seller) => ({ body: { sales: [aSale(shop, seller ? { seller } : {})] } }),
    'sales.history': at(own('returned sale')),
    'sales.setDate': () => ({
      params: { id: saleId },
      body: { soldAt: '2026-01-31T10:00:00.000Z', reason: 'Saisie après coup' },
    }),
    'sales.cancel': () => ({
      params: { id: saleId },
      body: { id: randomUUID(), revision: 1, registerId: shop.registerId, reason: 'Erreur de produit' },
    }),
    'sales.giveBack': () => ({
      params: { id: saleId },
      body: {
        id: randomUUID(),
        revision: 1,
        registerId: shop.registerId,
        reason: 'Erreur de dosage',
        returnedAt: new Date().toISOString(),
        lines: [{ lineId: own('record'), quantity: 1, toStock: true }],
        inCash: false,
      },
    }),
    'sales.patch': () => ({ params: { id: saleId }, body: { patientId: null } }),
    'sales.addPhoto': (seller) => ({ body: aPhoto(shop, saleId, seller ? { seller } : {}) }),
    'sales.photos': at(own('returned sale')),
    'sales.reconcile': () => ({ body: { ids: [saleId, unused] } }),
    'parkedSales.list': nothing,
    'parkedSales.park': () => ({
      params: { id: randomUUID() },
      body: { terminalId: shop.terminal.id, content: aParkedContent(shop) },
    }),
    'parkedSales.take': () => ({
      params: { id: own('parked sale') },
      body: { terminalId: shop.terminal.id, version: 1 },
    }),
    'parkedSales.sendBack': () => ({
      params: { id: own('prepared sale') },
      body: { terminalId: shop.terminal.id, version: 1, kind: 'sent-back', word: 'Ordonnance à compléter' },
    }),
    'parkedSales.confirm': () => ({
      params: { id: own('parked sale') },
      body: { terminalId: randomUUID(), version: 1 },
    }),
    'destructions.list': () => ({
      query: { from: '2026-01-01', to: '2026-12-31', search: 'adjovi', sort: '-units' },
    }),
    'destructions.read': at(own('destruction')),
    'destructions.create': () => ({ body: aDestruction(shop) }),
    'recalls.list': () => ({
      query: { from: '2026-01-01', to: '2026-12-31', search: 'sterilite', state: 'open,closed', sort: '-label' },
    }),
    'recalls.read': at(own('recall')),
    'recalls.open': () => ({ body: aRecall(shop, { lot: `R ${randomUUID().slice(0, 8)}` }) }),
    'recalls.contact': () => ({
      params: { id: own('recall') },
      body: { id: randomUUID(), saleId, outcome: 'contacted', returned: 0, note: null },
    }),
    'recalls.close': () => ({ params: { id: own('recall') }, body: { note: 'Lot rendu', release: false } }),
    'labels.list': () => ({ query: { search: 'doli', cause: 'price,asked', sort: '-price' } }),
    'labels.add': () => ({ body: { productIds: [shop.products[1], shop.products[2]] } }),
    'labels.remove': () => ({ body: { ids: [own('label')] } }),
    'labels.markPrinted': () => ({ body: { labels: [{ id: own('label'), at: '2099-01-01T00:00:00.000Z' }] } }),
    'missedSales.create': (seller) => ({ body: aMissedSale(shop, seller ? { seller } : {}) }),
    'missedSales.list': () => ({
      query: { from: '2026-01-01', to: '2026-12-31', search: 'doli', reason: 'absent,too-dear', sort: '-value' },
    }),
    'missedSales.byProduct': () => ({ query: { search: 'doli', sort: 'label' } }),
    'dues.list': () => ({
      query: { search: 'doli 12', state: 'open', productId: shop.products[1], saleId, onShelf: 'only', sort: '-owed' },
    }),
    'dues.read': at(own('due')),
    'dues.create': () => ({ body: owing({ id: saleId, records: [{ id: own('record') }] }) }),
    'dues.handOver': () => ({ params: { id: own('due') }, body: { left: 0 } }),
    'dues.cancel': () => ({ params: { id: own('due') }, body: { reason: 'Noté par erreur' } }),
    'exports.create': (seller) => ({ body: anExport(shop, seller ? { seller } : {}) }),
    'exports.list': () => ({ query: { from: '2026-01-01', to: '2026-12-31', search: 'clients', sort: '-rows' } }),
    'stockExports.create': () => ({ body: { id: randomUUID(), at: '2026-02-03', format: 'csv', groupBy: 'lot' } }),
    'stockExports.list': nothing,
    'stockExports.read': at(own('stock export')),
    'unprovenParcels.list': () => ({
      query: { from: '2026-01-01', to: '2026-12-31', search: 'dossou', sort: '-amount' },
    }),
    'unprovenParcels.confirm': () => ({ params: { id: own('unproven act') }, body: { revision: 1 } }),
    'unprovenParcels.discard': () => ({
      params: { id: own('unproven act') },
      body: { revision: 1, reason: 'Jamais fait' },
    }),
    'prescriptionRegister.list': () => ({
      query: { from: '2026-01-01', to: '2026-12-31', list: 'list-1', search: 'zinsou', only: 'without-prescriber' },
    }),
    'prescriptionRegister.amend': () => ({
      body: { number: 1, prescriber: 'Dr Kpadé', prescribedOn: '2026-01-31' },
    }),
    'printJobs.create': () => ({
      body: { id: randomUUID(), printerId: printer.id, data: Buffer.from('Reçu').toString('base64') },
    }),
    'cashRegisters.current': () => ({ query: { userId: shop.vendeur.id } }),
    'cashRegisters.byDate': () => ({ query: { from: '2026-01-01', to: '2026-12-31', page: 0 } }),
    'cashRegisters.report': () => ({ query: { registerId: own('closed register') } }),
    'cashRegisters.ledger': () => ({ query: { registerId: own('closed register') } }),
    'cashRegisters.open': (seller) => ({ body: anOpening(shop, seller ? { seller } : {}) }),
    'cashRegisters.handOver': (seller) => ({
      params: { id: own('past register') },
      body: aHandOver(shop, seller ? { seller } : {}),
    }),
    'cashRegisters.count': (seller) => ({
      params: { id: own('past register') },
      body: aCounting(shop, { cash: 2500, ...(seller ? { seller } : {}) }),
    }),
    'cashRegisters.close': (seller) => ({
      params: { id: own('past register') },
      body: aClosing(shop, { cash: 2500, ...(seller ? { seller } : {}) }),
    }),
    'cashRegisters.overdraw': (seller) => ({
      params: { id: own('past register') },
      body: anOverdraw(shop, seller ? { seller } : {}),
    }),
    'cashRegisters.reopen': (seller) => ({
      params: { id: own('closed register') },
      body: aReopening(shop, seller ? { seller } : {}),
    }),
    'movements.create': (seller) => ({ body: aMovement(shop, seller ? { seller } : {}) }),
    'movements.report': () => ({ query: ofMovements }),
    'movements.movementReportData': () => ({ query: { ...ofMovements, cursor: '1790000000000.1', size: 20 } }),
    'movements.movementReportCsv': () => ({ query: ofMovements }),
    'disbursements.create': (seller) => ({ body: aDisbursement(shop, seller ? { seller } : {}) }),
    'disbursements.list': () => ({
      query: {
        from: '2026-01-01',
        to: '2026-12-31',
        search: 'transport',
        reasonId: own('reason'),
        userId: shop.vendeur.id,
        registerId: own('closed register'),
        sort: 'reason',
      },
    }),
    'disbursements.read': at(own('disbursement')),
    'disbursements.addPhoto': (seller) => ({
      body: aReceiptPhoto(shop, own('disbursement'), seller ? { seller } : {}),
    }),
    'disbursements.photos': at(own('disbursement')),
    'disbursementReasons.list': nothing,
    'disbursementReasons.all': nothing,
    'disbursementReasons.read': at(own('reason')),
    'disbursementReasons.create': () => ({ body: { label: `Motif ${randomUUID()}` } }),
    'disbursementReasons.patch': () => ({
      params: { id: own('reason') },
      body: { label: 'Transport', archived: false },
    }),
    'disbursementReasons.remove': at(own('unused reason')),
    'usage.ownPharmacies': nothing,
    'usage.ownerMorning': at(shop.id),
    'usage.morning': nothing,
    'waitingWork.read': nothing,
    'usage.turnoverStatistics': nothing,
  }
}
