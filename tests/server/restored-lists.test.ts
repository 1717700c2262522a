import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { touchRows } from '#server/lists/revision.repo.ts'
import { backUpLists } from '#tests/server/support/backup.ts'
import { aReader, byId, type Listed } from '#tests/server/support/list-reader.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { times, twoServers, type Server } from '#tests/server/support/two-servers.ts'

const lists = ['pharmacy-products', 'persons']

function rename(database: Database, shop: Shop, product: 0 | 1 | 2, label: string): Promise<void> {
  return database.write(shop.id, async (tx) => {
    await tx
      .updateTable('pharmacy_products')
      .set({ private_label: label })
      .where('pharmacy_id', '=', shop.id)
      .where('id', '=', shop.products[product])
      .execute()
    await touchRows(tx, shop.id, 'pharmacy-products', [shop.products[product]])
  })
}

function addPerson(database: Database, shop: Shop): Promise<void> {
  const id = randomUUID()
  return database.write(shop.id, async (tx) => {
    await tx
      .insertInto('persons')
      .values({ pharmacy_id: shop.id, id, first_name: 'Perdue', last_name: 'Lost' })
      .execute()
    await touchRows(tx, shop.id, 'persons', [id])
  })
}

/** Two servers over a database that came back from its backup; `aTill` has read all that was lost with it. */
async function aRestoredShop(name: string, tills: number, { former = false } = {}) {
  const [one, other] = await twoServers()
  const shop = await openShop(one.database, name)
  await rename(one.database, shop, 0, 'Doliprane')
  const restore = await backUpLists(one.database, shop)
  await rename(one.database, shop, 0, 'Doliprane perdu')
  for (const _ of times(4, () => 0)) await addPerson(one.database, shop)
  const readers = times(tills, (till) =>
    lists.map((list) => aReader(till % 2 ? other : one, shop, list, { former })),
  ).flat()
  for (const reader of readers) await reader.readOn()
  const [before] = readers[0]!.epochs
  await restore()
  return { one, shop, readers, before: before! }
}

async function truthOf(server: Server, shop: Shop): Promise<Listed[][]> {
  return Promise.all(
    lists.map(async (list) => {
      const reader = aReader(server, shop, list)
      await reader.readOn()
      return byId(reader.rows.values())
    }),
  )
}

const held = (readers: readonly ReturnType<typeof aReader>[]) =>
  times(readers.length / lists.length, (till) =>
    lists.map((_, at) => byId(readers[till * lists.length + at]!.rows.values())),
  )

test('a server that came back from a backup: no till goes on showing what was lost, and all of them read the lists anew once', async () => {
  const { one, shop, readers, before } = await aRestoredShop('restored', 3)
  for (const reader of readers) await reader.readOn()
  const truth = await truthOf(one, shop)
  expect(JSON.stringify(truth)).not.toMatch(/perdu|Lost/)
  expect(held(readers)).toEqual(times(3, () => truth))
  for (const { epochs } of readers) expect([...epochs]).toEqual([before, expect.not.stringMatching(before)])
  expect(new Set(readers.flatMap(({ epochs }) => [...epochs])).size).toBe(2)
})

test('who asks only when the server has passed what he knew learns it too', async () => {
  const { one, shop, readers } = await aRestoredShop('passed', 2)
  const [early, , ...late] = readers
  await early!.readOn()
  for (const at of times(20, (index) => index)) await rename(one.database, shop, 1, `Amoxicilline ${at}`)
  for (const reader of [...late, ...readers]) await reader.readOn()
  expect(held(readers)).toEqual(await truthOf(one, shop).then((truth) => times(2, () => truth)))
})

test('a till of former days, that does not say which life its cursor is of, is told too', async () => {
  const { one, shop, readers } = await aRestoredShop('former', 1, { former: true })
  for (const reader of [...readers, ...readers, ...readers]) await reader.readOn()
  expect(held(readers)).toEqual([await truthOf(one, shop)])
})

test('tills that ask in the same moment begin one new life together', async () => {
  const { one, shop, readers } = await aRestoredShop('together', 6)
  await Promise.all(readers.map((reader) => reader.readOn()))
  expect(new Set(readers.flatMap(({ epochs }) => [...epochs])).size).toBe(2)
  expect(held(readers)).toEqual(await truthOf(one, shop).then((truth) => times(6, () => truth)))
})

test('a terminal that misses a sale there ends the life of all lists, also where the revisions have passed every cursor', async () => {
  const { one, shop, readers, before } = await aRestoredShop('lost sale', 2)
  const sold = aSale(shop)
  expect((await one.post('/sales', sold, shop.vendeur.token)).status).toBe(201)
  for (const at of times(20, (index) => index)) await rename(one.database, shop, 1, `Amoxicilline ${at}`)
  const ask = (ids: string[], epoch?: string) => one.post('/sales/reconcile', { ids, epoch }, shop.terminal.token)
  const epochNow = async () => (await one.get<{ epoch: string }>('/persons?cursor=', shop.vendeur.token)).body.epoch
  // Nothing is missing; a receipt that is typed back was never taken.
  await ask([sold.id], before)
  await ask([randomUUID()])
  expect(await epochNow()).toBe(before)
  expect((await ask([sold.id, randomUUID()], before)).body).toEqual({ missing: [expect.any(String)] })
  const after = await epochNow()
  await ask([randomUUID()], before)
  expect([after === before, await epochNow()]).toEqual([false, after])
  for (const reader of readers) await reader.readOn()
  expect(held(readers)).toEqual(await truthOf(one, shop).then((truth) => times(2, () => truth)))
})
