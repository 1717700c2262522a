import { expect, test } from 'vitest'
import { productViews } from '#shared/contract/product-views.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, openShop } = await testApp()
const aView = { list: '/stock', name: 'À commander', search: 'etat=mini' }
const seenBy = async ({ token }: TestMember) =>
  (await as(token).call(productViews.list, { query: { list: '/stock' } })).items.map(({ name }) => name)
const make = ({ token }: TestMember, body: object = {}) =>
  as(token).call(productViews.create, { body: { ...aView, ...body } })

const rooms: Record<string, Promise<Shop>> = {}
const room = (name: string) => (rooms[name] ??= openShop(`views ${name}`))

test('a view is its member’s own until it is shared', async () => {
  const shop = await room('own')
  const mine = await make(shop.titulaire, { columns: { order: ['stock'], hidden: ['prix'], shown: [] } })
  expect(mine).toMatchObject({ own: true, shared: false, ownerName: 'HOUNKPÈ Rose', columns: { hidden: ['prix'] } })
  expect(await seenBy(shop.vendeur)).toEqual([])
  await expect(as(shop.vendeur.token).call(productViews.read, { params: { id: mine.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
  await as(shop.titulaire.token).call(productViews.patch, { params: { id: mine.id }, body: { shared: true } })
  expect(await seenBy(shop.vendeur)).toEqual(['À commander'])
})

test('sharing, and the shared view of a colleague, need the right', async () => {
  const shop = await room('rights')
  await expect(make(shop.vendeur, { shared: true })).rejects.toMatchObject({ message: 'auth:forbidden' })
  const shared = await make(shop.titulaire, { shared: true })
  const params = { id: shared.id }
  await expect(as(shop.vendeur.token).call(productViews.patch, { params, body: { name: 'x' } })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
  await expect(as(shop.vendeur.token).call(productViews.remove, { params })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
})

test('a member has one view of a name for each list', async () => {
  const shop = await room('names')
  await make(shop.vendeur)
  await expect(make(shop.vendeur, { name: 'à commander' })).rejects.toMatchObject({ message: 'requests:taken' })
  await make(shop.pharmacien)
  await make(shop.vendeur, { list: '/ventes' })
})

test('another pharmacy sees none', async () => {
  const [shop, other] = [await room('here'), await room('there')]
  const shared = await make(shop.titulaire, { shared: true })
  expect(await seenBy(other.titulaire)).toEqual([])
  await expect(
    as(other.titulaire.token).call(productViews.remove, { params: { id: shared.id } }),
  ).rejects.toMatchObject({ message: 'requests:notFound' })
})
