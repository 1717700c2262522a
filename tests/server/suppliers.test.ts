import { beforeEach, expect, test } from 'vitest'
import { suppliers, type Supplier } from '#shared/contract/suppliers.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`suppliers ${count++}`)
})

const asOwner = () => as(shop.titulaire.token)
const aSupplier = (name: string, returnDays?: number | null): Promise<Supplier> =>
  asOwner().call(suppliers.create, { body: { name, ...(returnDays === undefined ? {} : { returnDays }) } })

test('a supplier says until when it takes a lot back; without a word it takes none', async () => {
  const { id } = await aSupplier('Ubipharm', 90)
  expect(await asOwner().call(suppliers.read, { params: { id } })).toEqual({
    id,
    name: 'Ubipharm',
    returnDays: 90,
    customerNumber: null,
    phone: null,
    email: null,
    address: null,
    contacts: [],
    deliveryDays: [],
    paymentDays: null,
    minimumOrder: null,
    creditLimit: null,
    note: null,
    wholesalerId: null,
    archived: false,
  })
  expect(await aSupplier('Gapob')).toMatchObject({ returnDays: null })
})

test('a change of the window leaves the name, and it can be taken away', async () => {
  const { id } = await aSupplier('Ubipharm', 90)
  const change = (body: object) => asOwner().call(suppliers.patch, { params: { id }, body })
  expect(await change({ returnDays: 30 })).toMatchObject({ name: 'Ubipharm', returnDays: 30 })
  expect(await change({ returnDays: null })).toMatchObject({ name: 'Ubipharm', returnDays: null })
  await expect(change({ returnDays: -1 })).rejects.toMatchObject({ message: 'requests:invalid' })
  await expect(change({ returnDays: 1.5 })).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('two of one name are refused, except beside an archived one', async () => {
  const { id } = await aSupplier('Ubipharm')
  await expect(aSupplier('UBIPHARM')).rejects.toMatchObject({ message: 'requests:taken', status: 409 })
  await asOwner().call(suppliers.remove, { params: { id } })
  await aSupplier('Ubipharm')
  const back = asOwner().call(suppliers.patch, { params: { id }, body: { archived: false } })
  await expect(back).rejects.toMatchObject({ message: 'requests:taken' })
  expect((await as(shop.vendeur.token).call(suppliers.all, {})).map(({ name }) => name)).toEqual(['Ubipharm'])
})

test('sorted by the window, those that take nothing last in both directions', async () => {
  await aSupplier('A', 30)
  await aSupplier('B')
  await aSupplier('C', 90)
  const sorted = async (sort: 'returnDays' | '-returnDays') =>
    (await asOwner().call(suppliers.list, { query: { sort } })).items.map(({ name }) => name).join('')
  expect(await sorted('returnDays')).toBe('ACB')
  expect(await sorted('-returnDays')).toBe('CAB')
})

test('keeps its contacts, its delivery days and the delay of payment', async () => {
  const { id } = await aSupplier('Ubipharm')
  const settings = {
    customerNumber: '00417',
    phone: '+2290121314151',
    contacts: [{ name: 'Mme Ahouansou', role: 'Litiges', phone: null, email: 'litiges@example.org' }],
    deliveryDays: [1, 4],
    paymentDays: 30,
    note: 'Quai B\nSonner deux fois',
  }
  await asOwner().call(suppliers.patch, { params: { id }, body: settings })
  expect(await asOwner().call(suppliers.read, { params: { id } })).toMatchObject(settings)
  await asOwner().call(suppliers.patch, { params: { id }, body: { contacts: [], deliveryDays: [] } })
  expect(await asOwner().call(suppliers.read, { params: { id } })).toMatchObject({ contacts: [], deliveryDays: [] })
  for (const wrong of [{ deliveryDays: [8] }, { paymentDays: -1 }, { wholesalerId: idOf('nobody') }])
    await expect(asOwner().call(suppliers.patch, { params: { id }, body: wrong })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
})
