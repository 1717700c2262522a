import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import type { Organization } from '#shared/contract/organizations.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { newLocalSale, type LocalSale } from '#shared/domain/local-sale.ts'
import type { Payment } from '#shared/domain/payment.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { companyView } from '#shared/store/lists/company-list-atoms.ts'
import { policiesOfAtom } from '#shared/store/lists/coverage-atoms.ts'
import { organizationView } from '#shared/store/lists/organization-list-atoms.ts'
import { personView } from '#shared/store/lists/person-list-atoms.ts'
import { productView } from '#shared/store/lists/product-view.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { emptySnapshot } from '#shared/store/sales/sales-snapshot.ts'
import { uncountedOutgoingAtom } from '#shared/store/lists/uncounted-credit.ts'
import { uncountedBoxesAtom, uncountedChangesAtom } from '#shared/store/lists/uncounted-sales.ts'
import { uncountedUsesAtom } from '#shared/store/lists/uncounted-uses.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { maker } from '#tests/support/a-patient.ts'
import { aCompany, aContract, aPerson, aPolicy, idOf } from '#tests/support/listed-rows.ts'

const state = (syncedAt: number) => ({
  syncedAt,
  hasError: false,
  isLoading: false,
  progress: null,
  load: null,
  count: 1,
})
const person = aPerson(1, {
  policies: [aPolicy(1, { ceilings: { perSale: null, perDay: 10_000, perMonth: null, perYear: null } })],
})
const credit = (amount: number): Payment => ({ id: 'c', type: 'CREDIT', amount, creditMetadata: { person: person.id } })
const ofOrganization = (amount: number): Payment => ({
  id: 'o',
  type: 'CREDIT_ORG',
  amount,
  creditMetadata: { organization: idOf('4', 1), contractPolicy: aPolicy(2).id },
})
const insured = (amount: number): Payment => ({
  id: 'i',
  type: 'INSURANCE',
  amount,
  insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: aPolicy(1).id, voucher: 'B1' },
})
const scheme = (amount: number): Payment => ({
  id: 's',
  type: 'SOCIAL_SECURITY',
  amount,
  socialSecurityMetadata: { body: 'CMU', identifier: '7', contractPolicy: aPolicy(1).id },
})

let made = 0
function aSale(status: LocalSale['status'], payments: Payment[], createdAt = '2026-11-21T08:00:00.000Z'): LocalSale {
  return {
    ...newLocalSale({ id: idOf('9', ++made), identifier: `K7QF-${made}`, createdAt }),
    status,
    payments,
    patient: { id: person.id, firstName: '', lastName: '' },
  }
}
const acknowledged = (sale: LocalSale, acknowledgedAt: number) => ({
  id: sale.id,
  sale,
  reply: {} as Sale,
  payload: '',
  hash: '',
  revision: 1,
  sessionId: '',
  acknowledgedAt,
})

/** The persons were last asked for at 1 000, the companies at 2 000, the organizations at 500. */
function aTill(sales: LocalSale[], taken: { sale: LocalSale; at: number }[] = []) {
  const store = createStore()
  store.set(personView.rowsAtom, new Map([[person.id, person]]))
  store.set(personView.stateAtom, state(1000))
  store.set(companyView.stateAtom, state(2000))
  store.set(organizationView.stateAtom, state(500))
  store.set(companyView.rowsAtom, new Map([[aCompany(1).id, aCompany(1, { contracts: [aContract(1)] })]]))
  store.set(snapshotAtom, {
    ...emptySnapshot,
    sales,
    acknowledged: taken.map(({ sale, at }) => acknowledged(sale, at)),
  })
  return store
}

test('what was sold on credit here and is not counted yet is owed: waiting, refused, or taken after the hour of the list', () => {
  const store = aTill(
    [
      aSale('SUBMITTING', [credit(100)]),
      aSale('ERROR', [credit(20)]),
      aSale('ONGOING', [credit(7000)]),
      aSale('LOCAL', [credit(9000)]),
    ],
    [
      { sale: aSale('SUBMITTING', [credit(3)]), at: 1001 },
      { sale: aSale('SUBMITTING', [credit(40_000)]), at: 999 },
      { sale: aSale('SUBMITTING', [ofOrganization(5)]), at: 501 },
    ],
  )
  expect(store.get(uncountedOutgoingAtom)).toEqual(
    new Map([
      [person.id, 123],
      [idOf('4', 1), 5],
    ]),
  )
})

test('what a client paid back here is owed no more: waiting, refused, or newer than the list; nothing is counted twice', async () => {
  const organizationId = idOf('4', 1)
  const disk = openSalesStore(pharmacyId)
  const collect = (clientId: string, amount: number) =>
    disk.moveMoney({ kind: 'collection', type: 'CASH', operator: null, clientId, amount, note: null }, maker)
  const sent = [await collect(person.id, 300), await collect(organizationId, 40)]
  await disk.moveMoney({ kind: 'cash-in', amount: 9000, note: null }, maker)
  await disk.settle(sent.map((id) => (tx) => tx.objectStore('outbox').delete(id)))
  await collect(person.id, 20)
  const refusedId = await collect(organizationId, 1)
  await disk.settle([
    async (tx) =>
      void (await tx
        .objectStore('outbox')
        .put({ ...(await tx.objectStore('outbox').get(refusedId))!, errors: [{ message: 'cashRegisters:closed' }] })),
  ])
  const store = aTill([])
  store.set(organizationView.rowsAtom, new Map([[organizationId, { id: organizationId } as Organization]]))
  const { outbox, registers } = await disk.snapshot(0)
  store.set(snapshotAtom, { ...emptySnapshot, sales: [aSale('SUBMITTING', [credit(500)])], outbox, registers })
  expect(store.get(uncountedOutgoingAtom)).toEqual(
    new Map([
      [person.id, 180],
      [organizationId, -41],
    ]),
  )
  // Both lists have come anew since: what the server has is counted in them.
  for (const { stateAtom } of [personView, organizationView]) store.set(stateAtom, state(Date.now() + 1))
  expect(store.get(uncountedOutgoingAtom)).toEqual(
    new Map([
      [person.id, 480],
      [organizationId, -1],
    ]),
  )
})

test('what is paid back stays so when its register is closed before it is sent', async () => {
  const disk = openSalesStore(pharmacyId)
  await disk.moveMoney(
    { kind: 'collection', type: 'CASH', operator: null, clientId: person.id, amount: 300, note: null },
    maker,
  )
  const { id: registerId } = await disk.registerOf(maker.sellerId)
  await disk.closeTill({ registerId, count: { denominations: [], others: [] }, comment: null, passedOver: [] }, maker)
  const store = aTill([])
  store.set(snapshotAtom, await disk.snapshot(0))
  expect(store.get(uncountedOutgoingAtom)).toEqual(new Map([[person.id, -300]]))
})

test('what payers gave here and is not counted yet is used, by day, policy and contract', () => {
  const store = aTill([
    aSale('SUBMITTING', [insured(800), scheme(70)]),
    aSale('SUBMITTING', [insured(1)], '2026-11-20T23:30:00.000Z'),
    aSale('ONGOING', [insured(5000)]),
  ])
  const use = {
    policyId: aPolicy(1).id,
    contractId: aContract(1).id,
    insuredId: aPolicy(1).beneficiaryId,
    day: '2026-11-21',
  }
  expect(store.get(uncountedUsesAtom).ofPolicies).toEqual([
    { ...use, amount: 800 },
    { ...use, amount: 70 },
    { ...use, amount: 1, day: '2026-11-20' },
  ])
  expect(store.get(policiesOfAtom)(person, '2026-11-21')).toMatchObject([
    { payer: { ceilings: [{ period: 'day', used: 870 }] } },
  ])
})

test('a sale that the list of persons counts may still be missing from the older list of payers', () => {
  const store = aTill([], [{ sale: aSale('SUBMITTING', [insured(800)]), at: 900 }])
  expect(store.get(uncountedUsesAtom)).toMatchObject({ ofPolicies: [], ofContracts: [{ amount: 800 }] })
})

test('boxes that were opened here left as boxes and are there as units; typing into another sale counts nothing again', () => {
  const [box, old] = [idOf('5', 1), idOf('5', 2)]
  const item = {
    id: box,
    packaging: 'B/30',
    units: 30,
    lot: 'L1',
    expiresOn: null,
    quantity: 10,
    salePrice: 1500,
    archived: false,
  }
  // A list that an earlier version wrote does not know how many are in a box.
  const { units: _, ...oldItem } = { ...item, id: old }
  const product = { id: idOf('6', 1), stockItems: [item, oldItem] } as unknown as PharmacyProduct
  const line = (stockItemId: string, quantity: number, opens?: SaleRecord['opens']): SaleRecord => ({
    id: 'r',
    stockItemId,
    label: 'Efferalgan',
    quantity,
    price: 50,
    opens,
  })
  const sale = (status: LocalSale['status'], records: SaleRecord[]) => ({ ...aSale(status, []), records })
  const opened = sale('SUBMITTING', [
    line(unitItemIdOf(box), 3, { stockItemId: box, boxes: 1 }),
    line(box, 2),
    line(unitItemIdOf(old), 1, { stockItemId: old, boxes: 1 }),
  ])
  const open = sale('ONGOING', [line(box, 9)])
  const store = aTill(
    [opened, open],
    [
      { sale: sale('SUBMITTING', [line(unitItemIdOf(box), 4)]), at: 1001 },
      { sale: sale('SUBMITTING', [line(box, 500)]), at: 999 },
    ],
  )
  store.set(productView.rowsAtom, new Map([[product.id, product]]))
  store.set(productView.stateAtom, state(1000))
  const changes = store.get(uncountedChangesAtom)
  expect(changes).toEqual(
    new Map([
      [box, -3],
      [unitItemIdOf(box), 23],
      [old, -1],
      [unitItemIdOf(old), 0],
    ]),
  )
  expect(store.get(uncountedBoxesAtom).get(unitItemIdOf(box))).toBe(-23)
  store.set(snapshotAtom, (before) => ({
    ...before,
    sales: [opened, { ...open, editCount: open.editCount + 1, records: [line(box, 10)] }],
  }))
  expect(store.get(uncountedChangesAtom)).toBe(changes)
})
