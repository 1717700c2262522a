import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { companies } from '#shared/contract/companies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { organizations, type Organization } from '#shared/contract/organizations.ts'
import { tags } from '#shared/contract/tags.ts'
import { writeBill } from '#tests/server/support/bills.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aContract, aCredit, aPolicy, changesBy, rowOf } from '#tests/server/support/payers.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`organizations ${count++}`)
})

type New = CallInput<typeof organizations.create>['body']
const owner = () => as(shop.titulaire.token)
const anOrganization = (values: Partial<New> = {}): Promise<Organization> =>
  owner().call(organizations.create, { body: { name: `Lycée ${randomUUID()}`, ...values } })
const patch = (id: string, body: object, token = shop.titulaire.token): Promise<Organization> =>
  as(token).call(organizations.patch, { params: { id }, body })
const archive = (id: string) => owner().call(organizations.remove, { params: { id } })
const read = (id: string): Promise<Organization> => owner().call(organizations.read, { params: { id } })
const issues = (...paths: string[]) => ({
  message: 'requests:invalid',
  details: { issues: paths.map((path) => ({ path })) },
})

/** A bill of the organization, for these payments. */
async function aBill(
  organizationId: string,
  status: 'open' | 'closed' | 'canceled',
  payments: { saleId: string; paymentId: string; amount: number }[] = [],
): Promise<void> {
  const payer = { organization_id: organizationId }
  await database.platform((tx) => writeBill(tx, { pharmacyId: shop.id, payer, status, lines: payments }))
}

describe('an organization', () => {
  test('is kept as it was typed, its phone as it is dialled', async () => {
    const tag = await owner().call(tags.create, { body: { type: 'organization', label: 'École' } })
    const made = await anOrganization({
      name: 'Lycée Béhanzin',
      taxId: '3201',
      phone: '0196123456',
      email: 'i@lycee.bj',
      address: 'Porto-Novo',
      creditLimit: 50_000,
      paymentDelayDays: 45,
      tags: [tag.id, tag.id],
    })
    expect(made).toEqual({
      id: made.id,
      name: 'Lycée Béhanzin',
      taxId: '3201',
      phone: '+2290196123456',
      email: 'i@lycee.bj',
      address: 'Porto-Novo',
      creditLimit: 50_000,
      paymentDelayDays: 45,
      tags: [tag.id],
      aib: null,
      outgoing: 0,
      openBills: [],
      archived: false,
      contracts: [],
    })
    expect(await as(shop.vendeur.token).call(organizations.read, { params: { id: made.id } })).toEqual(made)
    expect(await patch(made.id, { address: null })).toEqual({ ...made, address: null })
  })

  test('sent twice is there once; another of its name with another phone is another', async () => {
    await anOrganization({ name: 'École A', phone: '0196123456' })
    await expect(anOrganization({ name: 'ecole a', phone: '+229 01 96 12 34 56' })).rejects.toMatchObject({
      message: 'requests:taken',
      status: 409,
    })
    await anOrganization({ name: 'École A', phone: '0196123457' })
    expect((await owner().call(organizations.all, {})).map(({ name }) => name)).toEqual([
      'École A',
      'École A',
      'Mairie de Cotonou',
    ])
  })

  test('that is there twice from an import can still be changed', async () => {
    const ids = [randomUUID(), randomUUID()]
    await database.platform((tx) =>
      tx
        .insertInto('organizations')
        .values(ids.map((id) => ({ pharmacy_id: shop.id, id, name: 'École A' })))
        .execute(),
    )
    expect(await patch(ids[0]!, { address: 'Cotonou' })).toMatchObject({ address: 'Cotonou' })
    await expect(patch(ids[0]!, { name: 'ÉCOLE A' })).rejects.toMatchObject({ message: 'requests:taken' })
  })

  test('its limit is for who may give credit', async () => {
    const { token } = await aMember(database, shop, ['client.edit'])
    const forbidden = { message: 'auth:forbidden', status: 403, details: { permission: 'client.credit' } }
    const create = (body: { name: string; creditLimit?: number | null }) =>
      as(token).call(organizations.create, { body })
    for (const creditLimit of [1, null])
      await expect(create({ name: 'A', creditLimit })).rejects.toMatchObject(forbidden)
    expect(await create({ name: 'A' })).toMatchObject({ creditLimit: 0 })
    await expect(patch(shop.organizationId, { creditLimit: null }, token)).rejects.toMatchObject(forbidden)
    expect(await patch(shop.organizationId, { creditLimit: 10_000, taxId: '7' }, token)).toMatchObject({
      creditLimit: 10_000,
      taxId: '7',
    })
    expect(await patch(shop.organizationId, { creditLimit: null })).toMatchObject({ creditLimit: null })
  })

  test('is refused at the field: no name, a negative limit, a delay without end, a phone that is none, tags of nobody', async () => {
    const other = await openShop(`organizations tags ${count}`)
    const foreign = await as(other.titulaire.token).call(tags.create, {
      body: { type: 'organization', label: 'École' },
    })
    const ofPersons = await owner().call(tags.create, { body: { type: 'person', label: 'Fidèle' } })
    await expect(anOrganization({ name: ' ' })).rejects.toMatchObject(issues('body.name'))
    await expect(anOrganization({ creditLimit: -1 })).rejects.toMatchObject(issues('body.creditLimit'))
    await expect(anOrganization({ paymentDelayDays: 366 })).rejects.toMatchObject(issues('body.paymentDelayDays'))
    await expect(anOrganization({ phone: 'abc' })).rejects.toMatchObject(issues('body.phone'))
    await expect(anOrganization({ tags: [foreign.id, ofPersons.id] })).rejects.toMatchObject(
      issues('body.tags.0', 'body.tags.1'),
    )
    expect((await owner().call(organizations.all, {})).map(({ id }) => id)).toEqual([shop.organizationId])
  })

  test('of another pharmacy is not there, nor its account', async () => {
    const stranger = as((await openShop(`organizations other ${count}`)).titulaire.token)
    const params = { id: shop.organizationId }
    const unknown = { message: 'requests:notFound', status: 404 }
    await expect(stranger.call(organizations.read, { params })).rejects.toMatchObject(unknown)
    await expect(stranger.call(organizations.patch, { params, body: { name: 'x' } })).rejects.toMatchObject(unknown)
    await expect(stranger.call(organizations.remove, { params })).rejects.toMatchObject(unknown)
    await expect(stranger.call(organizations.outgoing, { params })).rejects.toMatchObject(unknown)
    await expect(stranger.call(organizations.bills, { params })).rejects.toMatchObject(unknown)
    await expect(stranger.call(organizations.contractPolicies, { params })).rejects.toMatchObject(unknown)
  })
})

describe('its account', () => {
  test('is what it owes, billed or not, and what a payment would make of it', async () => {
    const [billed, unbilled, closed] = [
      await aCredit(database, shop, shop.organizationId, 4_000),
      await aCredit(database, shop, shop.organizationId, 3_000),
      await aCredit(database, shop, shop.organizationId, 50_000),
    ]
    await aBill(shop.organizationId, 'open', [{ ...billed, amount: 4_000 }])
    await aBill(shop.organizationId, 'closed', [{ ...closed, amount: 50_000 }])
    await aBill(shop.organizationId, 'canceled', [{ ...unbilled, amount: 3_000 }])
    const outgoing = (query: object) =>
      owner().call(organizations.outgoing, { params: { id: shop.organizationId }, query })
    const now = { limit: 10_000, billed: 4_000, unbilled: 3_000, total: 7_000 }
    expect(await outgoing({})).toEqual({ ...now, after: null })
    expect(await outgoing({ payment: 3_000 })).toEqual({ ...now, after: { total: 10_000, left: 0, excess: 0 } })
    expect(await outgoing({ payment: 3_500 })).toEqual({ ...now, after: { total: 10_500, left: 0, excess: 500 } })
    await expect(outgoing({ payment: -1 })).rejects.toMatchObject(issues('query.payment'))
    expect((await read(shop.organizationId)).outgoing).toBe(7_000)
  })

  test('has its bills, by page', async () => {
    for (const status of ['open', 'closed'] as const) await aBill(shop.organizationId, status)
    const bills = await owner().call(organizations.bills, {
      params: { id: shop.organizationId },
      query: { size: 1, page: 1 },
    })
    expect([bills.items.length, bills.total]).toEqual([1, 2])
  })

  test('has the policies under the contracts it took, whoever pays, by page; and no others', async () => {
    const taken = { kind: 'organization' as const, id: shop.organizationId }
    const [insured, own, other] = [
      await aContract(owner(), { owner: taken }),
      await aContract(owner(), { companyId: null, owner: taken }),
      await aContract(owner()),
    ]
    for (const contract of [insured, own, other]) await aPolicy(owner(), shop, { contractId: contract.id })
    const page = (query: object) =>
      owner().call(organizations.contractPolicies, { params: { id: shop.organizationId }, query })
    expect(new Set((await page({})).items.map(({ contractId }) => contractId))).toEqual(new Set([insured.id, own.id]))
    expect((await page({})).items.find(({ contractId }) => contractId === own.id)).toMatchObject({
      payerName: 'Mairie de Cotonou',
      payerKind: 'organization',
      beneficiaryName: 'ZINSOU Aurèle',
    })
    expect(await page({ size: 1, page: 1 })).toMatchObject({ items: [{}], total: 2 })
    expect(await page({ search: 'aurele' })).toMatchObject({ total: 2 })
    expect(await page({ search: 'nobody' })).toMatchObject({ items: [], total: 0 })
  })
})

describe('archiving an organization', () => {
  const refusal = (details: object) => ({ message: 'organizations:archiveUnclosedBillsOrSales', status: 409, details })

  test('is refused while bills are open, sales wait, or credit is not billed; and says how many', async () => {
    const { id } = await anOrganization()
    await aBill(id, 'open')
    await aBill(id, 'closed')
    await aBill(id, 'canceled')
    const parked = { pharmacy_id: shop.id, content: '{}', parked_by: shop.vendeur.id, parked_at: new Date() }
    await database.platform((tx) =>
      tx
        .insertInto('parked_sales')
        .values([
          { ...parked, id: randomUUID(), client_id: id },
          { ...parked, id: randomUUID(), client_id: id },
          { ...parked, id: randomUUID(), client_id: shop.organizationId },
        ])
        .execute(),
    )
    await aCredit(database, shop, id, 2_500)
    await expect(archive(id)).rejects.toMatchObject(refusal({ bills: 1, sales: 2, outgoing: 2_500 }))
    await expect(patch(id, { archived: true })).rejects.toMatchObject(refusal({ bills: 1, sales: 2, outgoing: 2_500 }))
    expect((await read(id)).archived).toBe(false)
  })

  test.each([
    ['one open bill', (id: string) => aBill(id, 'open')],
    ['credit that no bill asks for', (id: string) => aCredit(database, shop, id, 1)],
  ])('is refused for %s alone', async (_, open) => {
    const { id } = await anOrganization()
    await open(id)
    await expect(archive(id)).rejects.toMatchObject({ message: 'organizations:archiveUnclosedBillsOrSales' })
  })

  test('is refused while it pays by a contract; then it is done, twice the same, and comes back', async () => {
    const { id } = await anOrganization()
    const contract = await aContract(owner(), { companyId: null, owner: { kind: 'organization', id } })
    await aContract(owner(), { owner: { kind: 'organization', id } })
    await expect(archive(id)).rejects.toMatchObject({
      message: 'companies:archiveOpenContracts',
      details: { contracts: 1 },
    })
    await owner().call(contracts.remove, { params: { id: contract.id } })
    for (const _ of ['once', 'twice']) expect(await archive(id)).toEqual({ id })
    expect((await owner().call(organizations.all, {})).map((one) => one.id)).toEqual([shop.organizationId])
    expect(await patch(id, { archived: false })).toMatchObject({ archived: false })
  })
})

describe('the list that tills hold', () => {
  test('carries the contracts it pays itself and what it owes; by cursor what changed since', async () => {
    await aCredit(database, shop, shop.organizationId, 700)
    const contract = await aContract(owner(), {
      companyId: null,
      owner: { kind: 'organization', id: shop.organizationId },
    })
    await aContract(owner(), { owner: { kind: 'organization', id: shop.organizationId } })
    const first = await owner().call(organizations.list, { query: { cursor: '' } })
    expect(first.items).toMatchObject([
      { id: shop.organizationId, outgoing: 700, contracts: [{ id: contract.id, ownerName: 'Mairie de Cotonou' }] },
    ])
    expect((await owner().call(organizations.list, { query: { cursor: first.cursor! } })).items).toEqual([])
    await patch(shop.organizationId, { taxId: '1' })
    expect((await owner().call(organizations.list, { query: { cursor: first.cursor! } })).items).toMatchObject([
      { taxId: '1' },
    ])
    expect(await owner().call(organizations.list, {})).toMatchObject({ items: [{ id: shop.organizationId }], total: 1 })
  })

  test('a new name is read again by who holds contracts that it took', async () => {
    const insured = await aContract(owner(), { owner: { kind: 'organization', id: shop.organizationId } })
    const rename = () => patch(shop.organizationId, { name: 'Mairie de Porto-Novo' })
    expect(await changesBy(rename, { database, hints, shop })).toEqual({
      heard: ['companies', 'organizations'],
      touched: [rowOf('companies', insured.companyId!), rowOf('organizations', shop.organizationId)],
    })
    expect((await owner().call(companies.read, { params: { id: insured.companyId! } })).contracts).toMatchObject([
      { ownerName: 'Mairie de Porto-Novo' },
    ])
  })
})
