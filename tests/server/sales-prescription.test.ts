import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sales, type Prescription } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
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
  await vendeur.call(sales.close, { body: aSale(shop, { lines: [{ lot, price: 1000 }] }) })
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

test('a narcotic without its prescriber is sold and wants a look; with him, or of another list, it does not', async () => {
  const [narcotic, listed] = [
    await aLot(database, shop, { list: 'narcotic' }),
    await aLot(database, shop, { list: 'list-1' }),
  ]
  const sell = async (lot: string, given: Prescription | null) =>
    (
      await as(shop.vendeur.token).call(sales.close, {
        body: aSale(shop, { lines: [{ lot, price: 1000 }], prescription: given }),
      })
    ).flags
  expect(await sell(narcotic.id, null)).toEqual(['prescription:missing'])
  expect(await sell(narcotic.id, { ...prescription, prescriber: null })).toEqual(['prescription:missing'])
  expect(await sell(narcotic.id, prescription)).toEqual([])
  expect(await sell(listed.id, null)).toEqual([])
  expect((await entries()).map(({ list, prescriber }) => [list, prescriber])).toEqual([
    ['narcotic', null],
    ['narcotic', null],
    ['narcotic', 'Dr Kpadé'],
    ['list-1', null],
  ])
})
