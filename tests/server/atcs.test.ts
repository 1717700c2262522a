import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { atcs } from '#shared/contract/referential.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
const shop = await openShop('atcs')
const asked = (query: object) => as(shop.vendeur.token).call(atcs.list, { query })

beforeAll(async () => {
  await database.platform(async (tx) => {
    await tx
      .insertInto('atcs')
      .values([
        { code: 'J', label: 'Anti-infectieux' },
        { code: 'J01CA04', label: 'Amoxicilline' },
        { code: 'N02BE01', label: 'Paracétamol' },
      ])
      .execute()
    const product = (atc_code: string, archived = false) => ({
      id: randomUUID(),
      label: atc_code,
      source: 'tests',
      atc_code,
      archived,
    })
    await tx
      .insertInto('products')
      .values([product('J01CA04'), product('J01CR02'), product('J01'), product('J01CA04', true), product('no code')])
      .execute()
  })
})

test('the tree: each level with its products below, named or not, and how many nodes are under it', async () => {
  expect(await asked({ parent: 'root' })).toEqual({
    items: [
      { id: 'J', label: 'Anti-infectieux', products: 3, children: 1 },
      { id: 'N', label: null, products: 0, children: 1 },
    ],
    total: 2,
  })
  expect((await asked({ parent: 'J' })).items).toEqual([{ id: 'J01', label: null, products: 3, children: 1 }])
  expect((await asked({ parent: 'J01C' })).items).toEqual([
    { id: 'J01CA', label: null, products: 1, children: 1 },
    { id: 'J01CR', label: null, products: 1, children: 1 },
  ])
  expect(await asked({ parent: 'J01CA04' })).toEqual({ items: [], total: 0 })
})

test('found by words of a label, or by the beginning of a code', async () => {
  const ids = async (search: string) => (await asked({ search })).items.map(({ id }) => id)
  expect(await ids('PARACETAMOL')).toEqual(['N02BE01'])
  expect(await ids('j01ca')).toEqual(['J01CA', 'J01CA04'])
  expect(await ids('zzz')).toEqual([])
})

test('read by its code; an unknown one is not there, and what is no code is refused', async () => {
  const read = (id: string) => as(shop.vendeur.token).call(atcs.read, { params: { id } })
  expect(await read('J01CA04')).toEqual({ id: 'J01CA04', label: 'Amoxicilline', products: 1, children: 0 })
  await expect(read('A01')).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(read('J0')).rejects.toMatchObject({ message: 'requests:invalid' })
  expect((await as(await openAdmin(database)).call(atcs.list, { query: { size: 1 } })).items).toHaveLength(1)
})
