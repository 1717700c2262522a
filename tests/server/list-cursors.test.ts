import { expect, test } from 'vitest'
import { touchRows } from '#server/lists/revision.repo.ts'
import { aReader, byId, type Listed } from '#tests/server/support/list-reader.ts'
import { aQuickPatient } from '#tests/server/support/quick-patients.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { openShop } from '#tests/server/support/shop.ts'
import { times, twoServers } from '#tests/server/support/two-servers.ts'

test('tills that read while many write end with the very list: no late commit is passed over', async () => {
  const [one, other] = await twoServers()
  const shop = await openShop(one.database, 'cursors')
  const readers = ['persons', 'pharmacy-products'].flatMap((list) => [
    aReader(one, shop, list),
    aReader(other, shop, list),
  ])
  let isWriting = true
  const writing = Promise.all(
    times(16, async (index) => {
      const server = index % 2 ? one : other
      const written =
        index % 4 < 2
          ? await server.post('/persons/createPatientByQuickWay', aQuickPatient(shop), shop.vendeur.token)
          : await server.post(
              '/sales',
              aSale(shop, { lines: [lineOf(shop, (index % 3) as 0 | 1 | 2)] }),
              shop.vendeur.token,
            )
      expect(written.status).toBe(201)
    }),
  ).finally(() => {
    isWriting = false
  })
  const reading = readers.map(async (reader) => {
    while (isWriting) await reader.read()
  })
  await Promise.all([writing, ...reading])
  for (const [index, reader] of readers.entries()) {
    await reader.readOn()
    const fresh = aReader(one, shop, index < 2 ? 'persons' : 'pharmacy-products')
    await fresh.readOn()
    expect(byId(reader.rows.values())).toEqual(byId(fresh.rows.values()))
  }
  expect(readers[0]!.rows.size).toBeGreaterThanOrEqual(8)
  // No cursor was ever ahead of the server, or it would have taken itself for restored.
  expect(new Set(readers.flatMap(({ epochs }) => [...epochs])).size).toBe(1)
})

test('a change that is not committed yet is not passed over by the cursor of who reads meanwhile', async () => {
  const [one, other] = await twoServers()
  const shop = await openShop(one.database, 'late')
  const early = aQuickPatient(shop)
  await one.post('/persons/createPatientByQuickWay', early, shop.vendeur.token)
  const reader = aReader(other, shop, 'persons')
  await reader.readOn()
  let commit = (): void => undefined
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  let taken = (): void => undefined
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve
  })
  const late = one.database.write(shop.id, async (tx) => {
    await tx
      .updateTable('persons')
      .set({ last_name: 'Tardif' })
      .where('pharmacy_id', '=', shop.id)
      .where('id', '=', early.id)
      .execute()
    await touchRows(tx, shop.id, 'persons', [early.id])
    taken()
    await held
  })
  await isTaken
  // Another change comes behind it: it must wait for its turn, or the reader would step over the first.
  const behind = other.post(
    '/persons/createPatientByQuickWay',
    aQuickPatient(shop, { lastName: 'Derrière' }),
    shop.vendeur.token,
  )
  for (let look = 0; look < 5; look++) await reader.read()
  expect([...reader.rows.values()]).not.toContainEqual(expect.objectContaining({ lastName: 'Tardif' }))
  commit()
  await Promise.all([late, behind])
  await reader.readOn()
  const names = [...reader.rows.values()].map((row) => (row as Listed & { lastName: string }).lastName)
  expect(names).toEqual(expect.arrayContaining(['Tardif', 'Derrière']))
})
