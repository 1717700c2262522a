import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { companies } from '#shared/contract/companies.ts'
import { contractPolicies, type PolicyDetail } from '#shared/contract/contract-policies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aCompany, aContract, changesBy, rowOf } from '#tests/server/support/payers.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`company contracts ${count++}`)
})

type Body = CallInput<typeof contractPolicies.companyContract>['body']
const owner = () => as(shop.titulaire.token)
const aCard = (values: Partial<Body['policy']> = {}): Body['policy'] => ({
  beneficiaryId: shop.patientId,
  number: 'NS-1',
  ...values,
})
const allNew = (): Body => ({
  company: { name: 'NSIA' },
  contract: { label: 'Groupe', defaultCoverage: 80 },
  policy: aCard(),
})
const send = (body: Body): Promise<PolicyDetail> => owner().call(contractPolicies.companyContract, { body })
const issue = (path: string, message?: string) => ({
  message: 'requests:invalid',
  status: 400,
  details: { issues: [{ path, ...(message ? { message } : {}) }] },
})

test('a new company, its contract and a card come together', async () => {
  const policy = await send({
    ...allNew(),
    contract: {
      label: 'Groupe',
      defaultCoverage: 80,
      owner: { kind: 'organization', id: shop.organizationId },
      products: [{ pharmacyProductId: shop.products[0], excluded: true }],
    },
  })
  expect(policy).toMatchObject({
    number: 'NS-1',
    payerName: 'NSIA',
    beneficiaryName: 'ZINSOU Aurèle',
    contract: { label: 'Groupe', defaultCoverage: 80, ownerName: 'Mairie de Cotonou' },
  })
  expect((await owner().call(companies.all, {}))[0]).toMatchObject({
    name: 'NSIA',
    contracts: [{ id: policy.contractId, products: [{ excluded: true }] }],
  })
})

test('each may be one that exists', async () => {
  const company = await aCompany(owner(), { name: 'NSIA' })
  const first = await send({
    company: { id: company.id },
    contract: { label: 'Groupe', defaultCoverage: 80 },
    policy: aCard(),
  })
  expect(first.contract.companyId).toBe(company.id)
  const second = await send({
    company: { id: company.id },
    contract: { id: first.contractId },
    policy: aCard({ beneficiaryId: shop.debtorId }),
  })
  expect(second.contractId).toBe(first.contractId)
  expect(await owner().call(contracts.list, {})).toMatchObject({ items: [{ policies: 2 }], total: 1 })
})

test.each([
  ['all of them new', 'body.company.name', () => allNew()],
  [
    'a company that exists',
    'body.contract.label',
    async () => ({ ...allNew(), company: { id: (await aCompany(owner())).id } }),
  ],
  [
    'a contract that exists',
    'body.policy.number',
    async () => {
      const { id, companyId } = await aContract(owner())
      return { ...allNew(), company: { id: companyId! }, contract: { id } }
    },
  ],
])('sent twice, %s, it is refused at %s and nothing is doubled', async (_, path, build) => {
  const body = await build()
  await send(body)
  const before = await rowCounts()
  await expect(send(body)).rejects.toMatchObject({
    message: 'requests:taken',
    status: 409,
    details: { issues: [{ path, message: 'taken' }] },
  })
  expect(await rowCounts()).toEqual(before)
})

test('both at once, one of them is made', async () => {
  const outcomes = await Promise.allSettled([send(allNew()), send(allNew())])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await owner().call(companies.all, {})).toHaveLength(1)
})

test.each([
  ['a card of nobody', { beneficiaryId: randomUUID() }, 'body.policy.beneficiaryId', 'unknown'],
  ['an insured of nobody', { holderId: randomUUID() }, 'body.policy.holderId', 'unknown'],
  [
    'a card that ends before it begins',
    { validFrom: '2026-03-02', validUntil: '2026-03-01' },
    'body.policy.validUntil',
    undefined,
  ],
  ['a tag of nobody', { tags: [randomUUID()] }, 'body.policy.tags.0', 'unknown'],
  ['a coverage of 101', { coverage: 101 }, 'body.policy.coverage', undefined],
])('half of it never stays: %s', async (_, policy, path, message) => {
  const before = await rowCounts()
  const refused = () => expect(send({ ...allNew(), policy: aCard(policy) })).rejects.toMatchObject(issue(path, message))
  expect(await changesBy(refused, { database, hints, shop })).toEqual({ heard: [], touched: [] })
  expect(await rowCounts()).toEqual(before)
  // and the name is free: what was refused can be mended and sent again
  await send(allNew())
})

test('half of it never stays: what is wrong with the contract or the company', async () => {
  const before = await rowCounts()
  await expect(
    send({
      ...allNew(),
      contract: { label: 'G', defaultCoverage: 80, validFrom: '2026-03-02', validUntil: '2026-03-01' },
    }),
  ).rejects.toMatchObject(issue('body.contract.validUntil'))
  await expect(
    send({
      ...allNew(),
      contract: { label: 'G', defaultCoverage: 80, products: [{ pharmacyProductId: randomUUID() }] },
    }),
  ).rejects.toMatchObject(issue('body.contract.products.0.pharmacyProductId', 'unknown'))
  await expect(send({ ...allNew(), company: { name: 'NSIA', phone: '1' } })).rejects.toMatchObject(
    issue('body.company.phone'),
  )
  expect(await rowCounts()).toEqual(before)
})

test('a company or contract of another pharmacy is unknown, as is a contract of another company', async () => {
  const other = await openShop(`company contracts other ${count}`)
  const foreign = await aContract(as(other.titulaire.token))
  const [mine, ofAnother] = [await aCompany(owner()), await aContract(owner())]
  const before = await rowCounts()
  await expect(send({ ...allNew(), company: { id: foreign.companyId! } })).rejects.toMatchObject(
    issue('body.company.id', 'unknown'),
  )
  for (const { id } of [foreign, ofAnother])
    await expect(send({ ...allNew(), company: { id: mine.id }, contract: { id } })).rejects.toMatchObject(
      issue('body.contract.id', 'unknown'),
    )
  expect(await rowCounts()).toEqual(before)
})

test('an archived company or contract takes nothing new', async () => {
  const { id, companyId } = await aContract(owner())
  await owner().call(contracts.remove, { params: { id } })
  await expect(send({ ...allNew(), company: { id: companyId! }, contract: { id } })).rejects.toMatchObject(
    issue('body.contract.id', 'archived'),
  )
  await owner().call(companies.remove, { params: { id: companyId! } })
  await expect(send({ ...allNew(), company: { id: companyId! } })).rejects.toMatchObject(
    issue('body.company.id', 'archived'),
  )
})

test('tills hear of the company and of the person', async () => {
  const company = await aCompany(owner())
  const { heard, touched } = await changesBy(() => send({ ...allNew(), company: { id: company.id } }), {
    database,
    hints,
    shop,
  })
  expect(heard).toEqual(['companies', 'persons'])
  expect(touched).toEqual([rowOf('companies', company.id), rowOf('persons', shop.patientId)])
})

test('needs the right to contracts', async () => {
  const { token } = await aMember(database, shop, ['client.edit'])
  await expect(as(token).call(contractPolicies.companyContract, { body: allNew() })).rejects.toMatchObject({
    message: 'auth:forbidden',
    status: 403,
  })
})
