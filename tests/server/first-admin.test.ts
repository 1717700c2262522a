import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { insertAdmin, insertFirstCountries } from '#server/start/first-admin.repo.ts'
import { openShop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const database = await testDatabase()
afterAll(() => database.close())
const sika = (firebaseUid: string) => ({
  id: randomUUID(),
  name: 'AHO Sika Marie',
  email: 'sika@officine.example',
  firebaseUid,
})
const countries = () => database.platform((tx) => tx.selectFrom('countries').select('code').execute())

test('a new platform begins with the countries of the CFA francs; one that has countries keeps its own', async () => {
  await database.platform(insertFirstCountries)
  const first = await countries()
  expect(first.map(({ code }) => code)).toEqual(expect.arrayContaining(['BJ', 'CI', 'CM', 'SN', 'TG']))
  await database.platform(async (tx) => {
    await tx.deleteFrom('countries').where('code', '<>', 'TG').execute()
    await insertFirstCountries(tx)
  })
  expect(await countries()).toEqual([{ code: 'TG' }])
})

test('the first account is made once; the account of a pharmacy never becomes one of the platform', async () => {
  expect(await database.platform((tx) => insertAdmin(tx, sika('admin-uid')))).toBe(true)
  expect(await database.platform((tx) => insertAdmin(tx, sika('admin-uid')))).toBe(false)
  const admins = await database.platform((tx) =>
    tx.selectFrom('users').select(['last_name', 'first_name', 'kind']).where('kind', '=', 'admin').execute(),
  )
  expect(admins).toEqual([{ last_name: 'AHO', first_name: 'Sika Marie', kind: 'admin' }])

  const shop = await openShop(database, 'first admin')
  await expect(database.platform((tx) => insertAdmin(tx, sika(shop.terminal.id)))).rejects.toThrow(
    'compte d’une pharmacie',
  )
})
