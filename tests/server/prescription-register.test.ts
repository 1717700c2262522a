import { beforeAll, expect, test } from 'vitest'
import { prescriptionRegister, type NewAmendment } from '#shared/contract/prescription-register.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { idOf } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const shop = await openShop('register of lists')
const other = await openShop('register elsewhere')

// The full shop enters numbers 1 (two boxes) and 2 (one back), both of its sale 2.
beforeAll(async () => {
  for (const one of [shop, other]) await aFullShop(database, one)
  const entry = {
    pharmacy_id: shop.id,
    sale_id: idOf(shop.id, 'returned sale'),
    line_id: idOf(shop.id, 'returned record'),
    entered_at: new Date('2026-03-02T10:00:00Z'),
    quantity: 1,
  }
  await database.platform(async (tx) => {
    await tx
      .insertInto('prescription_entries')
      .values([
        {
          ...entry,
          number: 3,
          dispensed_on: '2026-03-01',
          list: 'list-2',
          label: 'Éfferalgan codéiné',
          dispensed_by: shop.pharmacien.id,
          posology: '1 le soir',
        },
        {
          ...entry,
          number: 4,
          dispensed_on: '2026-03-02',
          list: 'narcotic',
          label: 'Morphine 10 mg',
          dispensed_by: shop.pharmacien.id,
          prescriber: 'Pr Ɖossou-Yovo',
          prescriber_address: 'CNHU',
          prescribed_on: '2026-03-01',
          patient_name: 'AGBODJAN Clarisse',
          patient_address: 'Akpakpa',
        },
      ])
      .execute()
  })
})

const list = (query: Partial<HandlerInput<typeof prescriptionRegister.list>['query']> = {}) =>
  as(shop.pharmacien.token).call(prescriptionRegister.list, { query })
const numbers = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ number }) => number)

test('the register is read newest first, with who dispensed and the sale’s number; what came back stands below zero', async () => {
  const { items, total } = await list()
  expect([items.map(({ number, quantity }) => [number, quantity]), total]).toEqual([
    [
      [4, 1],
      [3, 1],
      [2, -1],
      [1, 2],
    ],
    4,
  ])
  expect(items[0]).toEqual({
    number: 4,
    enteredAt: '2026-03-02T10:00:00.000Z',
    dispensedOn: '2026-03-02',
    list: 'narcotic',
    label: 'Morphine 10 mg',
    lot: null,
    quantity: 1,
    posology: null,
    prescriber: 'Pr Ɖossou-Yovo',
    prescriberAddress: 'CNHU',
    prescribedOn: '2026-03-01',
    patientName: 'AGBODJAN Clarisse',
    patientAddress: 'Akpakpa',
    amendments: [],
    dispensedBy: 'AGBO Kossi',
    saleId: idOf(shop.id, 'returned sale'),
    saleNumber: 2,
  })
})

test('by day, by list, and only what nobody prescribed', async () => {
  expect(await numbers({ from: '2026-03-01' })).toEqual([4, 3])
  expect(await numbers({ from: '2026-02-01', to: '2026-03-01' })).toEqual([3, 2, 1])
  expect(await numbers({ list: 'list-1' })).toEqual([2, 1])
  expect(await numbers({ only: 'without-prescriber' })).toEqual([3])
})

test('every word is sought in what was dispensed, the patient and the prescriber, without accents', async () => {
  expect(await numbers({ search: 'EFFERALGAN codeine' })).toEqual([3])
  expect(await numbers({ search: 'clarisse morphine' })).toEqual([4])
  expect(await numbers({ search: 'ɖossou' })).toEqual([4])
  expect(await numbers({ search: 'kpade zinsou' })).toEqual([2, 1])
  expect(await numbers({ search: '100%_' })).toEqual([])
})

test('a page at a time', async () => {
  expect(await list({ page: 1, size: 3 })).toMatchObject({ items: [{ number: 1 }], total: 4 })
  expect(await list({ page: 9, size: 3 })).toEqual({ items: [], total: 4 })
})

test('is sorted by every column, both ways', async () => {
  const entry = { pharmacy_id: shop.id, line_id: idOf(shop.id, 'past record'), entered_at: new Date(), quantity: 3 }
  await database.platform((tx) =>
    tx
      .insertInto('prescription_entries')
      .values({
        ...entry,
        sale_id: idOf(shop.id, 'past sale'),
        number: 5,
        dispensed_on: '2026-03-03',
        list: 'list-1',
        label: 'Zopiclone',
        lot: 'à part',
        posology: '½ le soir',
        dispensed_by: shop.titulaire.id,
      })
      .execute(),
  )
  // Over a period each text is folded for itself.
  for (const period of [{}, { from: '2000-01-01' }])
    await expectSortedBothWays((query) => list({ ...query, ...period }), {
      number: ({ number }) => number,
      day: ({ dispensedOn }) => dispensedOn,
      list: (entry) => entry.list,
      label: ({ label }) => label,
      quantity: ({ quantity }) => quantity,
      posology: ({ posology }) => posology,
      prescriber: ({ prescriber }) => prescriber?.replace('Ɖ', 'ɖ') ?? null,
      patient: ({ patientName }) => patientName,
      lot: ({ lot }) => lot,
      by: ({ dispensedBy }) => dispensedBy,
      sale: ({ saleNumber }) => saleNumber,
    })
})

test('only who sees reports reads it, and only that of his pharmacy', async () => {
  await expect(as(shop.vendeur.token).call(prescriptionRegister.list, { query: {} })).rejects.toMatchObject({
    message: 'auth:forbidden',
    status: 403,
  })
  expect(
    (await as(other.titulaire.token).call(prescriptionRegister.list, { query: {} })).items.map(({ number, saleId }) => [
      number,
      saleId,
    ]),
  ).toEqual([
    [2, idOf(other.id, 'returned sale')],
    [1, idOf(other.id, 'returned sale')],
  ])
})

test('what was missing is added with who and when; the entry stays as it was written, and later amendments count', async () => {
  const written = () =>
    database.read(shop.id, (tx) =>
      tx.selectFrom('prescription_entries').selectAll().where('number', '=', 3).executeTakeFirstOrThrow(),
    )
  const before = await written()
  const amend = (body: object, member = shop.pharmacien) =>
    as(member.token).call(prescriptionRegister.amend, { body: { number: 3, ...body } as NewAmendment })
  const nothingSaid = {
    prescriber: null,
    prescriberAddress: null,
    prescribedOn: null,
    patientName: null,
    patientAddress: null,
  }
  const first = { ...nothingSaid, prescriber: 'Dr Houessou', prescribedOn: '2026-02-28' }
  const one = { at: clock.now.toISOString(), byName: 'AGBO Kossi', former: nothingSaid }
  expect(await amend(first)).toMatchObject({ ...first, number: 3, label: 'Éfferalgan codéiné', amendments: [one] })
  const second = { ...nothingSaid, prescriber: 'Dr Houessou', patientName: 'SOSSA Ida' }
  expect(await amend(second, shop.titulaire)).toMatchObject({
    ...second,
    amendments: [one, { byName: 'HOUNKPÈ Rose', former: first }],
  })
  expect((await list({ search: 'houessou sossa' })).items).toMatchObject([{ ...second, number: 3 }])
  expect(await numbers({ only: 'without-prescriber' })).not.toContain(3)
  expect(await written()).toEqual(before)
})

test('a return, an unknown entry and a prescription of a day to come are refused, and so is a seller', async () => {
  const amend = (body: Partial<NewAmendment>, token = shop.pharmacien.token) =>
    as(token).call(prescriptionRegister.amend, { body: { number: 1, prescriber: 'Dr Kpadé', ...body } as NewAmendment })
  const refusedAt = (path: string) => ({ message: 'requests:invalid', details: { issues: [{ path }] } })
  await expect(amend({ number: 2 })).rejects.toMatchObject(refusedAt('body.number'))
  await expect(amend({ number: 99 })).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(amend({ prescribedOn: '2999-01-01' })).rejects.toMatchObject(refusedAt('body.prescribedOn'))
  await expect(amend({ prescriber: '  ' })).rejects.toMatchObject(refusedAt('body.prescriber'))
  await expect(amend({}, shop.vendeur.token)).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('a lot is sought in the register', async () => {
  expect(await numbers({ search: 'l1' })).toEqual([2, 1])
})
