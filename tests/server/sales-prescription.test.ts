import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sales, type Prescription } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`prescriptions ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const prescription: Prescription = {
  prescriber: 'Dr Kpadé',
  prescriberAddress: 'CNHU',
  prescribedOn: '2026-10-31',
  patientName: null,
  patientAddress: 'Akpakpa',
}
const entries = () =>
  database.read(shop.id, (tx) => tx.selectFrom('prescription_entries').selectAll().orderBy('number').execute())

test('what is prescribed and how it is taken stay with the sale', async () => {
  const plain = aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)], prescription })
  const sale = {
    ...plain,
    records: plain.records.map((record, index) => (index === 0 ? { ...record, posology: '1 matin et soir' } : record)),
  }
  const answer = await as(shop.vendeur.token).call(sales.close, { body: sale })
  expect(answer).toMatchObject({ prescription, records: [{ posology: '1 matin et soir' }, {}] })
  expect(await as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } })).toEqual(answer)
  // neither is of a list
  expect(await entries()).toEqual([])
})

test('each line of a listed medicine is entered in the register, with the sale and in its order', async () => {
  const [listed, free, other] = [
    await aLot(database, shop, { list: 'list-1' }),
    await aLot(database, shop),
    await aLot(database, shop, { list: 'list-2', lot: 'B12' }),
  ]
  const sale = aSale(shop, {
    lines: [
      { lot: listed.id, price: 1000, quantity: 2 },
      { lot: free.id, price: 1000 },
      { lot: other.id, price: 1000 },
    ],
    patientId: shop.patientId,
    prescription,
    soldAt: '2026-03-31T23:30:00.000Z',
  })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  const known = {
    sale_id: sale.id,
    dispensed_on: '2026-04-01',
    prescriber: 'Dr Kpadé',
    prescriber_address: 'CNHU',
    prescribed_on: '2026-10-31',
    patient_name: 'ZINSOU Aurèle',
    patient_address: 'Akpakpa',
    dispensed_by: shop.vendeur.id,
  }
  expect(await entries()).toMatchObject([
    {
      ...known,
      number: 1,
      line_id: sale.records[0]!.id,
      list: 'list-1',
      label: sale.records[0]!.label,
      lot: 'L7',
      quantity: 2,
    },
    { ...known, number: 2, line_id: sale.records[2]!.id, list: 'list-2', lot: 'B12', quantity: 1 },
  ])
})

test('numbers of the register have no gaps, whatever is refused between', async () => {
  const { id: lot } = await aLot(database, shop, { list: 'list-1' })
  const vendeur = as(shop.vendeur.token)
  await vendeur.call(sales.close, { body: aSale(shop, { lines: [{ lot, price: 1000 }], prescription }) })
  await expect(
    vendeur.call(sales.close, {
      body: aSale(shop, {
        lines: [
          { lot, price: 1000 },
          { lot: randomUUID(), price: 5 },
        ],
      }),
    }),
  ).rejects.toMatchObject({ message: 'sales:unknownStockItem' })
  await vendeur.call(sales.close, { body: aSale(shop) })
  await vendeur.call(sales.close, {
    body: aSale(shop, {
      lines: [
        { lot, price: 1000 },
        { lot, price: 1000 },
      ],
      prescription,
    }),
  })
  expect((await entries()).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('who is named on the prescription is whom the register names', async () => {
  const { id: lot } = await aLot(database, shop, { list: 'list-1' })
  await as(shop.vendeur.token).call(sales.close, {
    body: aSale(shop, {
      lines: [{ lot, price: 1000 }],
      patientId: shop.patientId,
      prescription: { ...prescription, patientName: 'ZINSOU Léa' },
    }),
  })
  expect(await entries()).toMatchObject([{ patient_name: 'ZINSOU Léa' }])
})

test('a narcotic without its prescription is refused to a seller, and sold with a flag by a pharmacist', async () => {
  const { id: narcotic } = await aLot(database, shop, { list: 'narcotic' })
  const { id: free } = await aLot(database, shop)
  const sell = (of: { given?: Prescription; patientId?: string; by?: 'vendeur' | 'pharmacien'; lot?: string }) => {
    const member = shop[of.by ?? 'vendeur']
    return as(member.token).call(sales.close, {
      body: aSale(shop, {
        lines: [{ lot: of.lot ?? narcotic, price: 1000 }],
        seller: member,
        ...(of.given && { prescription: of.given }),
        ...(of.patientId && { patientId: of.patientId }),
      }),
    })
  }
  await expect(sell({})).rejects.toMatchObject({
    message: 'sales:prescriptionNeeded',
    details: { items: [{ stockItemId: narcotic }], missing: ['patient', 'prescriber', 'prescribedOn'] },
    status: 422,
  })
  await expect(sell({ given: prescription })).rejects.toMatchObject({ details: { missing: ['patient'] } })
  await expect(
    sell({ given: { ...prescription, prescribedOn: null }, patientId: shop.patientId }),
  ).rejects.toMatchObject({ details: { missing: ['prescribedOn'] } })
  expect(await entries()).toEqual([])
  expect((await sell({ given: prescription, patientId: shop.patientId })).flags).toEqual([])
  expect((await sell({ given: { ...prescription, patientName: 'ZINSOU Léa' } })).flags).toEqual([])
  expect((await sell({ by: 'pharmacien' })).flags).toEqual(['prescription:missing'])
  expect((await sell({ by: 'pharmacien', given: { ...prescription, patientName: 'ZINSOU Léa' } })).flags).toEqual([])
  expect((await sell({ lot: free })).flags).toEqual([])
  expect((await entries()).map(({ prescriber }) => prescriber)).toEqual(['Dr Kpadé', 'Dr Kpadé', null, 'Dr Kpadé'])
})

test('list I needs its prescriber and date, unless the pharmacy does without', async () => {
  const { id: lot } = await aLot(database, shop, { list: 'list-1' })
  const sell = (given?: Prescription) =>
    as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [{ lot, price: 1000 }], ...(given && { prescription: given }) }),
    })
  await expect(sell()).rejects.toMatchObject({
    message: 'sales:prescriptionNeeded',
    details: { missing: ['prescriber', 'prescribedOn'] },
  })
  expect((await sell(prescription)).flags).toEqual([])
  await as(shop.titulaire.token).call(pharmacies.changeSettings, { body: { listOneNeedsPrescription: false } })
  expect((await sell()).flags).toEqual([])
})

test('a listed medicine that left while the till was offline is kept and flagged for the owner', async () => {
  const { id: narcotic } = await aLot(database, shop, { list: 'narcotic' })
  const sell = (soldAt: Date) =>
    as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [{ lot: narcotic, price: 1000 }], soldAt: soldAt.toISOString() }),
    })
  const minutesAgo = (minutes: number) => new Date(clock.now.getTime() - minutes * 60_000)
  await expect(sell(minutesAgo(4))).rejects.toMatchObject({ message: 'sales:prescriptionNeeded' })
  expect((await sell(minutesAgo(6))).flags).toEqual(['prescription:unapproved'])
  expect(await entries()).toMatchObject([{ list: 'narcotic', prescriber: null }])
})

test('the right that a pharmacist had when he sold still counts, and the sale says both', async () => {
  const { id: narcotic } = await aLot(database, shop, { list: 'narcotic' })
  const sale = aSale(shop, { lines: [{ lot: narcotic, price: 1000 }], seller: shop.pharmacien })
  await database.platform((tx) =>
    tx.deleteFrom('user_roles').where('pharmacy_id', '=', shop.id).where('user_id', '=', shop.pharmacien.id).execute(),
  )
  expect((await as(shop.terminal.token).call(sales.close, { body: sale })).flags).toEqual([
    'right:revoked',
    'prescription:missing',
  ])
})
