import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readMigrations } from '#server/db/migrate.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { idOf } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop, rowCounts } = await testApp()
const shop = await openShop('roles')
const titulaire = as(shop.titulaire.token)

test('the list is searched, and sorted by every column both ways', async () => {
  const [open, free] = [
    await titulaire.call(roles.create, { body: { name: 'Élève', permissions: ['sale.sell'] } }),
    await titulaire.call(roles.create, { body: { name: 'Externe', permissions: ['sale.discount'], discountLimit: 5 } }),
  ]
  const found = async (search: string) => (await titulaire.call(roles.list, { query: { search } })).items
  expect([await found('eleve'), await found('stern'), await found('eleve externe'), await found('%')]).toEqual([
    [open],
    [],
    [],
    (await titulaire.call(roles.list, {})).items,
  ])
  await expectSortedBothWays((query) => titulaire.call(roles.list, { query }), {
    name: ({ name }) => name,
    limit: ({ permissions, discountLimit }) => (permissions.includes('sale.discount') ? (discountLimit ?? 101) : -1),
    rights: ({ permissions }) => permissions.length,
    members: ({ members }) => members,
  })
  for (const { id } of [open, free]) await titulaire.call(roles.remove, { params: { id } })
})

test('a role is created, read, changed and deleted', async () => {
  const role = await titulaire.call(roles.create, { body: { name: 'stagiaire', permissions: ['sale.sell'] } })
  expect(role).toEqual({ id: role.id, name: 'stagiaire', permissions: ['sale.sell'], discountLimit: null, members: 0 })
  expect(
    await titulaire.call(roles.patch, {
      params: { id: role.id },
      body: { permissions: ['sale.sell', 'register.use'] },
    }),
  ).toEqual({ ...role, permissions: ['sale.sell', 'register.use'] })
  expect(await titulaire.call(roles.read, { params: { id: role.id } })).toMatchObject({ name: 'stagiaire' })
  expect(await titulaire.call(roles.remove, { params: { id: role.id } })).toEqual({ id: role.id })
  await expect(titulaire.call(roles.read, { params: { id: role.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
})

test('a role limits the discounts of its holders, in percent, until the limit is lifted', async () => {
  const role = await titulaire.call(roles.create, {
    body: { name: 'adjoint', permissions: ['sale.discount'], discountLimit: 10 },
  })
  expect(role).toMatchObject({ discountLimit: 10 })
  // a change of something else leaves it
  expect(await titulaire.call(roles.patch, { params: { id: role.id }, body: { name: 'adjointe' } })).toMatchObject({
    name: 'adjointe',
    discountLimit: 10,
  })
  expect(await titulaire.call(roles.patch, { params: { id: role.id }, body: { discountLimit: 0 } })).toMatchObject({
    discountLimit: 0,
  })
  expect((await titulaire.call(roles.list, { query: {} })).items).toContainEqual({
    id: role.id,
    name: 'adjointe',
    permissions: ['sale.discount'],
    discountLimit: 0,
    members: 0,
  })
  expect(
    (await titulaire.call(pharmacies.roles, { params: { id: shop.id } })).find(({ id }) => id === role.id),
  ).toMatchObject({ discountLimit: 0 })
  expect(await titulaire.call(roles.patch, { params: { id: role.id }, body: { discountLimit: null } })).toMatchObject({
    discountLimit: null,
  })
  for (const discountLimit of [-1, 101, 800, 12.5, '10']) {
    await expect(
      titulaire.call(roles.patch, { params: { id: role.id }, body: { discountLimit: discountLimit as number } }),
    ).rejects.toMatchObject({ message: 'requests:invalid', status: 400 })
  }
})

test('a role that members hold cannot be deleted, and the count is told', async () => {
  const { items } = await titulaire.call(roles.list, { query: {} })
  const vendeur = items.find((role) => role.name === 'vendeur')!
  const before = await rowCounts()
  await expect(titulaire.call(roles.remove, { params: { id: vendeur.id } })).rejects.toMatchObject({
    message: 'roles:cannotDeleteRoleWithUsers',
    status: 409,
    details: { count: vendeur.members },
  })
  expect(vendeur.members).toBe(1)
  expect(await rowCounts()).toEqual(before)
})

test('two roles of one name would be confused', async () => {
  await titulaire.call(roles.create, { body: { name: 'préparateur', permissions: [] } })
  await expect(titulaire.call(roles.create, { body: { name: 'préparateur', permissions: [] } })).rejects.toMatchObject({
    message: 'requests:taken',
    status: 409,
  })
})

test('a role has each right once', async () => {
  const [vendeur] = (await titulaire.call(roles.list, { query: { search: 'vendeur' } })).items
  const before = await rowCounts()
  for (const held of [['sale.sell', 'sale.sell'], Array.from({ length: 10_000 }, () => 'sale.sell')] as Permission[][])
    for (const attempt of [
      () => titulaire.call(roles.create, { body: { name: 'deux fois', permissions: held } }),
      () => titulaire.call(roles.patch, { params: { id: vendeur!.id }, body: { permissions: held } }),
    ])
      await expect(attempt()).rejects.toMatchObject({
        message: 'requests:invalid',
        details: { issues: expect.arrayContaining([expect.objectContaining({ path: 'body.permissions' })]) as unknown },
      })
  expect(await rowCounts()).toEqual(before)
})

test('the rights of the platform are not a pharmacy’s to give', async () => {
  await expect(
    titulaire.call(roles.create, { body: { name: 'plus', permissions: ['referential.edit'] } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden', details: { permissions: ['referential.edit'] } })
})

test('nobody takes the management of roles from themselves', async () => {
  const { items } = await titulaire.call(roles.list, { query: {} })
  const own = items.find((role) => role.name === 'titulaire')!
  await expect(
    titulaire.call(roles.patch, { params: { id: own.id }, body: { permissions: ['sale.sell'] } }),
  ).rejects.toMatchObject({ message: 'requests:conflict' })
})

test('the management of roles may be taken from a role of others, and one’s own may change in all else', async () => {
  const chief = as((await openShop('roles of a chief')).titulaire.token)
  const other = await chief.call(roles.create, { body: { name: 'gérante', permissions: ['role.manage', 'sale.sell'] } })
  expect(
    await chief.call(roles.patch, { params: { id: other.id }, body: { permissions: ['sale.sell'] } }),
  ).toMatchObject({ permissions: ['sale.sell'] })
  const own = (await chief.call(roles.list, { query: {} })).items.find((role) => role.name === 'titulaire')!
  const fewer = own.permissions.filter((permission) => permission !== 'inventory.close')
  expect(await chief.call(roles.patch, { params: { id: own.id }, body: { permissions: fewer } })).toMatchObject({
    permissions: fewer,
  })
  expect(await chief.call(roles.patch, { params: { id: own.id }, body: { name: 'titulaire' } })).toMatchObject({
    name: 'titulaire',
  })
})

test('who manages roles neither gives nor takes a right that they lack; one that stands may stay', async () => {
  const place = await openShop('roles of a deputy')
  const [chief, deputy] = [as(place.titulaire.token), as(place.vendeur.token)]
  const { id: managing } = await chief.call(roles.create, {
    body: { name: 'adjointe aux rôles', permissions: ['role.manage', 'sale.sell', 'register.use'] },
  })
  await chief.call(users.patch, { params: { id: place.vendeur.id }, body: { roleIds: [managing] } })
  const { id } = await chief.call(roles.create, { body: { name: 'mixte', permissions: ['sale.sell', 'sale.cancel'] } })
  const change = (permissions: ('sale.sell' | 'sale.cancel' | 'register.use' | 'sale.date')[]) =>
    deputy.call(roles.patch, { params: { id }, body: { permissions } })
  await expect(change(['sale.sell', 'sale.cancel', 'sale.date'])).rejects.toMatchObject({
    message: 'auth:forbidden',
    details: { permissions: ['sale.date'] },
  })
  await expect(change(['sale.sell'])).rejects.toMatchObject({
    message: 'auth:forbidden',
    details: { permissions: ['sale.cancel'] },
  })
  expect(await change(['sale.cancel', 'register.use'])).toMatchObject({ permissions: ['sale.cancel', 'register.use'] })
  await expect(deputy.call(roles.remove, { params: { id } })).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('a right taken from a role is gone at the next request', async () => {
  const stocks = as(shop.stocks.token)
  const role = await titulaire.call(roles.create, { body: { name: 'aide', permissions: ['user.manage', 'sale.sell'] } })
  await titulaire.call(users.patch, { params: { id: shop.stocks.id }, body: { roleIds: [role.id] } })
  await expect(
    stocks.call(users.patch, { params: { id: shop.stocks.id }, body: { firstName: 'Isma' } }),
  ).resolves.toBeDefined()
  await titulaire.call(roles.patch, { params: { id: role.id }, body: { permissions: ['sale.sell'] } })
  await expect(
    stocks.call(users.patch, { params: { id: shop.stocks.id }, body: { firstName: 'Isma' } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('an unknown role is not there', async () => {
  await expect(
    titulaire.call(roles.patch, { params: { id: idOf('no role') }, body: { name: 'x' } }),
  ).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(titulaire.call(roles.remove, { params: { id: idOf('no role') } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
})

test('the owner of an earlier pharmacy decides fiscal documents after the update, and nobody else', async () => {
  const earlier = await openShop('earlier roles')
  const [migration] = (await readMigrations()).filter(({ name }) => name.startsWith('0130'))
  const update = () => database.platform((tx) => sql.raw(migration!.sql).execute(tx))
  await database.platform((tx) =>
    sql`update roles set permissions = array_remove(permissions, 'fiscal.manage')
      where pharmacy_id = ${earlier.id}`.execute(tx),
  )
  await update()
  await update()
  const held = await as(earlier.titulaire.token).call(pharmacies.roles, { params: { id: earlier.id } })
  const given = held.filter(({ permissions }) => permissions.includes('fiscal.manage'))
  expect(given.map(({ name }) => name)).toEqual(['titulaire'])
  expect(given[0]!.permissions.filter((each) => each === 'fiscal.manage')).toHaveLength(1)
})
