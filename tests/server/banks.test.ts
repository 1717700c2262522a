import { beforeEach, expect, test } from 'vitest'
import { banks, type Bank } from '#shared/contract/banks.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`banks ${count++}`)
})

const asOwner = () => as(shop.titulaire.token)
const aBank = (name: string): Promise<Bank> => asOwner().call(banks.create, { body: { name } })
const names = async (): Promise<string[]> => (await as(shop.vendeur.token).call(banks.all, {})).map(({ name }) => name)

test('a bank is there once, whatever its accents', async () => {
  const bank = await aBank('Société Générale')
  expect(await asOwner().call(banks.read, { params: { id: bank.id } })).toEqual({
    id: bank.id,
    name: 'Société Générale',
    archived: false,
  })
  await expect(aBank('SOCIETE GENERALE')).rejects.toMatchObject({ message: 'requests:taken', status: 409 })
  expect(await names()).toEqual(['Société Générale'])
})

test('a deleted bank is archived: past cheques keep it, and it can come back', async () => {
  const [boa, uba] = [await aBank('BOA'), await aBank('UBA')]
  for (const _ of ['once', 'twice'])
    expect(await asOwner().call(banks.remove, { params: { id: boa.id } })).toEqual({ id: boa.id })
  expect(await names()).toEqual(['UBA'])
  expect((await as(shop.vendeur.token).call(banks.list, {})).items).toEqual([uba, { ...boa, archived: true }])
  await asOwner().call(banks.patch, { params: { id: boa.id }, body: { archived: false } })
  expect(await names()).toEqual(['BOA', 'UBA'])
})

test('a change leaves the rest as it was', async () => {
  const bank = await aBank('BOA')
  await asOwner().call(banks.remove, { params: { id: bank.id } })
  expect(await asOwner().call(banks.patch, { params: { id: bank.id }, body: { name: 'Bank of Africa' } })).toEqual({
    id: bank.id,
    name: 'Bank of Africa',
    archived: true,
  })
})

test('pages of the list', async () => {
  for (const name of ['A', 'B', 'C']) await aBank(name)
  expect(await asOwner().call(banks.list, { query: { page: 1, size: 2 } })).toMatchObject({
    items: [{ name: 'C' }],
    total: 3,
  })
})

test.each([
  ['a word of the name, however it is written', { search: 'societe' }, ['Société Générale']],
  ['words in any order', { search: 'africa bank' }, ['Bank of Africa']],
  ['signs without a word ask for nothing', { search: '%' }, ['Bank of Africa', 'Société Générale', 'écobank']],
  ['from A to Z', { sort: 'name' }, ['Bank of Africa', 'écobank', 'Société Générale']],
  ['from Z to A', { sort: '-name' }, ['Société Générale', 'écobank', 'Bank of Africa']],
  ['archived ones first', { sort: '-archived' }, ['écobank', 'Bank of Africa', 'Société Générale']],
] as const)('searched and sorted by the server: %s', async (_, query, expected) => {
  for (const name of ['Société Générale', 'écobank', 'Bank of Africa']) await aBank(name)
  const [ecobank] = (await asOwner().call(banks.list, { query: { search: 'ecobank' } })).items
  await asOwner().call(banks.remove, { params: { id: ecobank!.id } })
  const { items, total } = await asOwner().call(banks.list, { query })
  expect(items.map(({ name }) => name)).toEqual(expected)
  expect(total).toBe(expected.length)
})

test('what a list is not sorted by is refused', async () => {
  await expect(asOwner().call(banks.list, { query: { sort: 'pharmacy_id' as 'name' } })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})

test('a bank of another pharmacy is not there', async () => {
  const { id } = await aBank('BOA')
  const stranger = as((await openShop(`banks other ${count}`)).titulaire.token)
  const unknown = { message: 'requests:notFound', status: 404 }
  await expect(stranger.call(banks.read, { params: { id } })).rejects.toMatchObject(unknown)
  await expect(stranger.call(banks.patch, { params: { id }, body: { name: 'x' } })).rejects.toMatchObject(unknown)
  await expect(stranger.call(banks.remove, { params: { id } })).rejects.toMatchObject(unknown)
  expect(await names()).toEqual(['BOA'])
})
