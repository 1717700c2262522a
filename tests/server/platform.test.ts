import { expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { invitations } from '#shared/contract/invitations.ts'
import { domains, platformAccounts, platformPharmacies } from '#shared/contract/platform.ts'
import { readBase } from '#shared/contract/base.ts'
import { sales } from '#shared/contract/sales.ts'
import { createToken } from '#shared/contract/tokens.ts'
import { countries } from '#shared/contract/countries.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { aSale, salesCount } from '#tests/server/support/selling.ts'
import { idOf, openAdmin, tokenOf } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, claimed, clock, database, hints, openShop, rowCounts } = await testApp()
const shop = await openShop('platform')
const other = await openShop('platform, other')
const admin = as(await openAdmin(database))
const notFound = { message: 'requests:notFound', status: 404 }
let count = 0

const aPharmacy = (given: Record<string, unknown> = {}) => {
  count++
  return {
    name: `Pharmacie ${String(count).padStart(2, '0')}`,
    countryCode: 'BJ',
    city: count % 2 === 0 ? 'Ouidah' : 'Abomey',
    address: 'Place de la République',
    phone: '+2290197000000',
    taxId: '',
    timeZone: 'Africa/Porto-Novo',
    ownerLastName: 'Gbaguidi',
    ownerFirstName: 'Codjo',
    ownerEmail: `codjo${count}@example.org`,
    ...given,
  }
}
const create = (given: Record<string, unknown> = {}) =>
  admin.call(platformPharmacies.create, { body: aPharmacy(given) })

/** The invitation of somebody is accepted with an account of the sign-in service. */
async function accept(secret: string, uid: string, email: string, pin?: string) {
  const body = { secret, accountToken: tokenOf({ sub: uid, email }), ...(pin ? { pin } : {}) }
  return as(undefined).call(invitations.accept, { body })
}

/** A pharmacy whose owner has accepted his invitation. */
async function anOwned(uid: string, email: string, pin: string) {
  const pharmacy = await create({ ownerEmail: email })
  const { secret } = await admin.call(platformPharmacies.inviteOwner, { params: { id: pharmacy.id } })
  await accept(secret, uid, email, pin)
  const till = as(tokenOf({ sub: uid, pharmacyId: pharmacy.id }))
  const [owner] = await till.call(pharmacies.users, { params: { id: pharmacy.id } })
  return { pharmacy, owner: owner!, till }
}

/** Unlocks a terminal and calls as the member. */
async function unlock(till: ReturnType<typeof as>, pharmacyId: string, userId: string, pin: string) {
  const { claims } = await till.call(createToken, { body: { userId, pin, terminalId: idOf(pharmacyId, 'till') } })
  return as(tokenOf({ sub: userId, pharmacyId, pin: claims.pin }))
}

test('a pharmacy is made with its roles, its reasons and its owner; invited, he opens it with every right', async () => {
  const { pharmacy, owner, till } = await anOwned('owner-1', 'first@example.org', '4719')
  const own = await unlock(till, pharmacy.id, owner.id, '4719')
  const made = await own.call(roles.list, { query: { size: 50 } })
  expect(Object.fromEntries(made.items.map(({ name, permissions }) => [name, permissions.toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(defaultRoles).map(([name, rights]) => [name, [...rights].toSorted()])),
  )
  expect((await own.call(disbursementReasons.list, { query: { size: 50 } })).total).toBe(5)
  expect(await admin.call(platformPharmacies.read, { params: { id: pharmacy.id } })).toMatchObject({
    owner: { lastName: 'Gbaguidi', hasAccount: true, invitedUntil: null },
    members: 1,
    suspendedAt: null,
    taxId: null,
    createdAt: clock.now.toISOString(),
    use: { salesPerDay: 0, lastSaleAt: null, lastContactAt: null, versions: [] },
  })
  // He has an account now, and cannot be invited again.
  await expect(admin.call(platformPharmacies.inviteOwner, { params: { id: pharmacy.id } })).rejects.toMatchObject({
    message: 'requests:conflict',
  })
})

test('the first pharmacy of a country finds it as it starts; a country of the platform stays as it is', async () => {
  const before = await admin.call(countries.list, {})
  expect(before.map(({ code }) => code)).not.toContain('GA')
  await create({ countryCode: 'GA', timeZone: 'Africa/Libreville' })
  await create({ countryCode: 'BJ' })
  const after = await admin.call(countries.list, {})
  expect(after.filter(({ code }) => code !== 'GA')).toEqual(before)
  expect(after.find(({ code }) => code === 'GA')).toMatchObject({
    name: 'Gabon',
    currency: { code: 'XAF', symbol: 'FCFA', decimals: 0 },
    phoneOperators: ['Airtel Money', 'Moov Money'],
  })
})

test('a country, a group or a time zone that is none is refused at its field, and nothing is left behind', async () => {
  const before = await rowCounts()
  for (const [given, path] of [
    [{ countryCode: 'XX' }, 'body.countryCode'],
    [{ domainId: idOf('no domain') }, 'body.domainId'],
    [{ timeZone: 'Africa/Nowhere' }, 'body.timeZone'],
    [{ ownerEmail: 'codjo' }, 'body.ownerEmail'],
  ] as const)
    await expect(create(given)).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path }] },
    })
  expect(await rowCounts()).toEqual(before)
})

test('a suspended pharmacy is closed to all its accounts at once; what it sold before is still accepted, and it opens again', async () => {
  const closed = await openShop('suspended')
  const before = await salesCount(database, closed)
  const [till, seller] = [as(closed.terminal.token), as(closed.vendeur.token)]
  const params = { params: { id: closed.id } }
  await till.call(pharmacies.read, params)
  await seller.call(users.all, {})
  const heard: string[] = []
  const stop = hints.subscribe(closed.id, (resource) => heard.push(resource))
  await admin.call(platformPharmacies.patch, { ...params, body: { suspended: true } })
  stop()
  expect(heard).toContain('pharmacies')

  const suspended = { message: 'pharmacies:suspended', status: 403 }
  await expect(till.call(pharmacies.read, params)).rejects.toMatchObject(suspended)
  await expect(seller.call(users.all, {})).rejects.toMatchObject(suspended)
  const body = { userId: closed.vendeur.id, pin: '0000', terminalId: closed.terminal.id }
  await expect(till.call(createToken, { body })).rejects.toMatchObject(suspended)
  await seller.call(sales.close, { body: aSale(closed) })
  expect(await salesCount(database, closed)).toBe(before + 1)
  // Others work on, and the platform still reads it.
  await as(shop.vendeur.token).call(users.all, {})
  expect(await admin.call(platformPharmacies.list, { query: { only: 'suspended' } })).toMatchObject({
    total: 1,
    items: [{ id: closed.id, suspendedAt: clock.now.toISOString() }],
  })

  await admin.call(platformPharmacies.patch, { ...params, body: { suspended: false } })
  await till.call(pharmacies.read, params)
  // The owner reads who did it.
  const { items } = await as(closed.titulaire.token).call(audit.list, { query: {} })
  expect(items.filter(({ call }) => call === 'PATCH /platform/pharmacies/{id}')).toHaveLength(2)
})

test('an account of two pharmacies goes from one to the other without signing out; nobody else’s is offered or opened', async () => {
  const [one, two] = [
    await anOwned('owner-2', 'both@example.org', '4719'),
    await anOwned('owner-2', 'both@example.org', '5820'),
  ]
  // Its terminals of the first pharmacy stay there when their token is renewed.
  expect(claimed.get('owner-2')).toMatchObject({ pharmacyId: one.pharmacy.id })
  const mine = await one.till.call(pharmacies.mine, {})
  expect(mine.map(({ id }) => id).toSorted()).toEqual([one.pharmacy.id, two.pharmacy.id].toSorted())
  const { token } = await one.till.call(pharmacies.enter, { params: { id: two.pharmacy.id } })
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    uid: string
    claims: unknown
  }
  expect(claims).toMatchObject({ uid: 'owner-2', claims: { enters: two.pharmacy.id } })
  // What the sign-in service makes of it: the claim of this sign-in, beside that of the account.
  const entered = as(tokenOf({ sub: 'owner-2', pharmacyId: one.pharmacy.id, enters: two.pharmacy.id }))
  await entered.call(pharmacies.read, { params: { id: two.pharmacy.id } })
  await unlock(entered, two.pharmacy.id, two.owner.id, '5820')
  await expect(entered.call(pharmacies.read, { params: { id: one.pharmacy.id } })).rejects.toMatchObject(notFound)

  for (const id of [shop.id, idOf('no pharmacy')])
    await expect(one.till.call(pharmacies.enter, { params: { id } })).rejects.toMatchObject(notFound)
  await expect(
    as(tokenOf({ sub: 'owner-2', enters: shop.id })).call(pharmacies.read, { params: { id: shop.id } }),
  ).rejects.toMatchObject({ message: 'auth:invalidToken' })
  // One that is suspended is neither offered nor opened.
  await admin.call(platformPharmacies.patch, { params: { id: two.pharmacy.id }, body: { suspended: true } })
  expect((await one.till.call(pharmacies.mine, {})).map(({ id }) => id)).toEqual([one.pharmacy.id])
  await expect(one.till.call(pharmacies.enter, { params: { id: two.pharmacy.id } })).rejects.toMatchObject(notFound)
})

test('the account of a till is made, invited and set up without a PIN; closed, it opens nothing', async () => {
  const account = await admin.call(platformAccounts.create, {
    body: { pharmacyId: other.id, name: 'ARRIÈRE', email: 'arriere@example.org' },
  })
  const params = { params: { id: account.id } }
  // This server does not know the address that browsers open: no e-mail could lead there.
  const { secret, isMailed } = await admin.call(platformAccounts.invite, params)
  expect(isMailed).toBe(false)
  expect(await as(undefined).call(invitations.look, { body: { secret } })).toMatchObject({ needsPin: false })
  await accept(secret, 'till-uid', 'arriere@example.org')
  const till = as(tokenOf({ sub: 'till-uid', pharmacyId: other.id }))
  expect(await till.call(pharmacies.users, { params: { id: other.id } })).toHaveLength(4)
  expect(await admin.call(platformAccounts.read, params)).toMatchObject({ hasAccount: true, kind: 'terminal' })

  await admin.call(platformAccounts.patch, { ...params, body: { active: false } })
  await expect(till.call(pharmacies.read, { params: { id: other.id } })).rejects.toMatchObject({ status: 401 })
  await admin.call(platformAccounts.patch, { ...params, body: { active: true } })
  await till.call(pharmacies.read, { params: { id: other.id } })
  // The one that calls stays open, or nobody could open it again.
  await expect(
    admin.call(platformAccounts.patch, { params: { id: idOf('admin') }, body: { active: false } }),
  ).rejects.toMatchObject({ message: 'requests:conflict' })
})

test('a group goes only when it is empty', async () => {
  const domain = await admin.call(domains.create, { body: { name: 'Officines du Nord' } })
  const params = { params: { id: domain.id } }
  await create({ domainId: domain.id })
  await expect(admin.call(domains.remove, params)).rejects.toMatchObject({ message: 'requests:conflict' })
  const empty = await admin.call(domains.create, { body: { name: 'Vide' } })
  await admin.call(domains.remove, { params: { id: empty.id } })
  await expect(admin.call(domains.read, { params: { id: empty.id } })).rejects.toMatchObject(notFound)
  expect(await admin.call(domains.patch, { ...params, body: { name: 'Officines du Sud' } })).toMatchObject({
    name: 'Officines du Sud',
    pharmacies: 1,
  })
})

test('a country is made and changed; its currency stays once a pharmacy counts in it', async () => {
  const body = {
    name: 'Guinée',
    locale: 'fr-GN',
    currency: { code: 'GNF', symbol: 'FG', decimals: 0 },
    cashRoundingStep: 100,
    denominations: [1_000, 20_000, 500],
    phoneOperators: ['Orange Money'],
    fiscalPlatform: 'none' as const,
  }
  const params = { params: { id: 'GN' } }
  expect(await admin.call(countries.write, { ...params, body })).toMatchObject({
    code: 'GN',
    denominations: [20_000, 1_000, 500],
  })
  await admin.call(countries.write, { ...params, body: { ...body, currency: { ...body.currency, decimals: 2 } } })
  await create({ countryCode: 'GN', timeZone: 'Africa/Conakry' })
  await expect(
    admin.call(countries.write, { ...params, body: { ...body, currency: { ...body.currency, decimals: 3 } } }),
  ).rejects.toMatchObject({ details: { issues: [{ path: 'body.currency', message: 'used' }] } })
  await expect(
    admin.call(countries.write, { ...params, body: { ...body, denominations: [500, 500] } }),
  ).rejects.toMatchObject({ details: { issues: [{ path: 'body.denominations', message: 'twice' }] } })
})

test('what a pharmacy uses is counted: sales a day, the last contact, the versions of its windows', async () => {
  const version = '0.1.0+c0ffee00'
  await app.inject({
    url: '/api/users/all',
    headers: { authorization: `Bearer ${shop.titulaire.token}`, 'x-client-version': version },
  })
  for (let sold = 0; sold < 45; sold++) await as(shop.vendeur.token).call(sales.close, { body: aSale(shop) })
  const read = () => admin.call(platformPharmacies.read, { params: { id: shop.id } })
  await expect.poll(async () => (await read()).use.versions).toEqual([version])
  const { use } = await read()
  expect(use).toMatchObject({ salesPerDay: 2, lastContactAt: clock.now.toISOString() })
  // A version of a month ago is in use no more; what is no version is not noted.
  await app.inject({
    url: '/api/users/all',
    headers: { authorization: `Bearer ${other.titulaire.token}`, 'x-client-version': 'KOFFI <script>' },
  })
  expect((await admin.call(platformPharmacies.read, { params: { id: other.id } })).use.versions).toEqual([])
  await as(undefined).call(readBase, {})
})

test('the lists are sorted by each of their columns', async () => {
  for (let made = 0; made < 3; made++) await create()
  await expectSortedBothWays((query) => admin.call(platformPharmacies.list, { query }), {
    name: ({ name }) => name,
    city: ({ city }) => city,
    domain: ({ domain }) => domain.name,
    members: ({ members }) => members,
  })
  await expectSortedBothWays((query) => admin.call(domains.list, { query }), {
    name: ({ name }) => name,
    pharmacies: (row) => row.pharmacies,
  })
  await expectSortedBothWays((query) => admin.call(platformAccounts.list, { query }), {
    kind: ({ kind }) => ({ terminal: 'Poste', member: 'Membre', admin: 'Plateforme' })[kind],
    pharmacy: ({ pharmacy }) => pharmacy?.name ?? null,
    email: ({ email }) => email,
  })
})
