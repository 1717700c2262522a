import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { companies } from '#shared/contract/companies.ts'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { contracts, type ContractDetail } from '#shared/contract/contracts.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import { aCompany, aContract, aPolicy, changesBy, rowOf } from '#tests/server/support/payers.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, hints, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`contracts ${count++}`)
})

const owner = () => as(shop.titulaire.token)
const read = (id: string): Promise<ContractDetail> => owner().call(contracts.read, { params: { id } })
const patch = (id: string, body: object): Promise<ContractDetail> =>
  owner().call(contracts.patch, { params: { id }, body })
const remove = (id: string) => owner().call(contracts.remove, { params: { id } })
const issues = (...found: ([path: string] | [path: string, message: string])[]) => ({
  message: 'requests:invalid',
  status: 400,
  details: { issues: found.map(([path, message]) => ({ path, ...(message ? { message } : {}) })) },
})
const taken = () => ({ kind: 'organization' as const, id: shop.organizationId })
const product = (index: 0 | 1 | 2, rule: object = { excluded: true }) => ({
  pharmacyProductId: shop.products[index],
  ...rule,
})

describe('a contract', () => {
  test('is kept whole, with the labels and names that a screen shows', async () => {
    const company = await aCompany(owner(), { name: 'NSIA' })
    const terms = {
      companyId: company.id,
      owner: taken(),
      label: 'Groupe',
      number: 'G-1',
      defaultCoverage: 80,
      ceilings: { perSale: 10_000, perDay: null, perMonth: 50_000, perYear: null },
      validFrom: '2026-01-01',
      validUntil: '2026-12-31',
    }
    const made = await aContract(owner(), {
      ...terms,
      products: [product(0), product(2, { coverage: 50, referencePrice: 900 })],
    })
    expect(made).toMatchObject({
      ...terms,
      ownerName: 'Mairie de Cotonou',
      payerName: 'NSIA',
      policies: 0,
      archived: false,
      uses: { usedOnDay: 0, usedInMonth: 0 },
    })
    expect(made.products).toEqual([
      {
        pharmacyProductId: shop.products[0],
        excluded: true,
        coverage: null,
        referencePrice: null,
        label: 'Doliprane 1 g',
      },
      {
        pharmacyProductId: shop.products[2],
        excluded: false,
        coverage: 50,
        referencePrice: 900,
        label: 'Éfferalgan 500 mg',
      },
    ])
    expect(await as(shop.vendeur.token).call(contracts.read, { params: { id: made.id } })).toEqual(made)
  })

  test('may be a person’s own', async () => {
    expect(await aContract(owner(), { owner: { kind: 'person', id: shop.patientId } })).toMatchObject({
      owner: { kind: 'person', id: shop.patientId },
      ownerName: 'ZINSOU Aurèle',
    })
  })

  test('without a company is paid by the organization that took it', async () => {
    const made = await aContract(owner(), { companyId: null, owner: taken(), defaultCoverage: 100 })
    expect(made).toMatchObject({ companyId: null, payerName: 'Mairie de Cotonou', defaultCoverage: 100 })
    for (const nobody of [null, { kind: 'person' as const, id: shop.patientId }])
      await expect(aContract(owner(), { companyId: null, owner: nobody })).rejects.toMatchObject(issues(['body.owner']))
    await expect(patch(made.id, { owner: null })).rejects.toMatchObject(issues(['body.owner']))
  })

  test('sent twice is there once; the same label for another owner is another', async () => {
    const { id: companyId } = await aCompany(owner())
    await aContract(owner(), { companyId, label: 'Santé', owner: taken() })
    await expect(aContract(owner(), { companyId, label: 'SANTE', owner: taken() })).rejects.toMatchObject({
      message: 'requests:taken',
      status: 409,
    })
    await aContract(owner(), { companyId, label: 'Santé' })
    await aContract(owner(), { companyId, label: 'Santé', number: '2' })
    expect(await owner().call(contracts.company, { params: { id: companyId } })).toHaveLength(3)
  })

  test('that is there twice from an import can still be changed', async () => {
    const { id: companyId } = await aCompany(owner())
    const ids = [randomUUID(), randomUUID()]
    await database.platform((tx) =>
      tx
        .insertInto('contracts')
        .values(
          ids.map((id) => ({ pharmacy_id: shop.id, id, company_id: companyId, label: 'Santé', default_coverage: 80 })),
        )
        .execute(),
    )
    expect(await patch(ids[0]!, { defaultCoverage: 70 })).toMatchObject({ defaultCoverage: 70 })
  })

  test('covers from 0 to 100 percent', async () => {
    for (const defaultCoverage of [0, 100])
      expect(await aContract(owner(), { defaultCoverage })).toMatchObject({ defaultCoverage })
    for (const defaultCoverage of [-1, 101, 0.5])
      await expect(aContract(owner(), { defaultCoverage })).rejects.toMatchObject(issues(['body.defaultCoverage']))
    await expect(aContract(owner(), { products: [product(0, { coverage: 101 })] })).rejects.toMatchObject(
      issues(['body.products.0.coverage']),
    )
    await expect(aContract(owner(), { ceilings: { perDay: -1 } })).rejects.toMatchObject(
      issues(['body.ceilings.perDay']),
    )
  })

  test('may be valid for one day, and never ends before it begins', async () => {
    const made = await aContract(owner(), { validFrom: '2026-03-01', validUntil: '2026-03-01' })
    await expect(aContract(owner(), { validFrom: '2026-03-02', validUntil: '2026-03-01' })).rejects.toMatchObject(
      issues(['body.validUntil', 'La fin est avant le début.']),
    )
    await expect(patch(made.id, { validUntil: '2026-02-28' })).rejects.toMatchObject(issues(['body.validUntil']))
    await expect(aContract(owner(), { validFrom: '2026-02-30' })).rejects.toMatchObject(issues(['body.validFrom']))
    expect(await read(made.id)).toEqual(made)
  })
})

describe('what it names of others', () => {
  test('a company, an owner or a product of another pharmacy is unknown, each at its field; nothing is written', async () => {
    const other = await openShop(`contracts other ${count}`)
    const { id: companyId } = await aCompany(as(other.titulaire.token))
    const mine = await aCompany(owner())
    const before = await rowCounts()
    await expect(aContract(owner(), { companyId })).rejects.toMatchObject(issues(['body.companyId', 'unknown']))
    for (const kind of ['organization', 'person'] as const) {
      await expect(
        aContract(owner(), {
          companyId: mine.id,
          owner: { kind, id: kind === 'person' ? other.patientId : other.organizationId },
        }),
      ).rejects.toMatchObject(issues(['body.owner.id', 'unknown']))
    }
    const products = [
      product(0),
      product(1),
      product(2),
      { pharmacyProductId: other.products[0] },
      { pharmacyProductId: randomUUID() },
    ]
    await expect(aContract(owner(), { companyId: mine.id, products })).rejects.toMatchObject(
      issues(['body.products.3.pharmacyProductId', 'unknown'], ['body.products.4.pharmacyProductId', 'unknown']),
    )
    expect(await rowCounts()).toEqual(before)
  })

  test('an archived company or organization takes no new contract, and none of theirs comes back', async () => {
    const company = await aCompany(owner())
    const insured = await aContract(owner(), { companyId: company.id })
    const own = await aContract(owner(), { companyId: null, owner: taken() })
    for (const { id } of [insured, own]) await remove(id)
    await owner().call(companies.remove, { params: { id: company.id } })
    await owner().call(organizations.remove, { params: { id: shop.organizationId } })
    await expect(aContract(owner(), { companyId: company.id })).rejects.toMatchObject(
      issues(['body.companyId', 'archived']),
    )
    await expect(aContract(owner(), { companyId: null, owner: taken() })).rejects.toMatchObject(
      issues(['body.owner.id', 'archived']),
    )
    for (const { id } of [insured, own])
      await expect(patch(id, { archived: false })).rejects.toMatchObject(issues(['body.archived', 'archived']))
  })

  test('a product stands in it once', async () => {
    await expect(
      aContract(owner(), { products: [product(0), product(1), product(0, { coverage: 10 })] }),
    ).rejects.toMatchObject(issues(['body.products.2.pharmacyProductId', 'taken']))
  })

  test('a contract of another pharmacy is not there', async () => {
    const { id, companyId } = await aContract(owner())
    const stranger = as((await openShop(`contracts stranger ${count}`)).titulaire.token)
    const unknown = { message: 'requests:notFound', status: 404 }
    await expect(stranger.call(contracts.read, { params: { id } })).rejects.toMatchObject(unknown)
    await expect(stranger.call(contracts.patch, { params: { id }, body: { label: 'x' } })).rejects.toMatchObject(
      unknown,
    )
    await expect(stranger.call(contracts.remove, { params: { id } })).rejects.toMatchObject(unknown)
    await expect(stranger.call(contracts.company, { params: { id: companyId! } })).rejects.toMatchObject(unknown)
    expect(await stranger.call(contracts.list, {})).toEqual({ items: [], total: 0 })
  })
})

describe('a change', () => {
  test('replaces its exceptions whole, and leaves alone what it does not name', async () => {
    const made = await aContract(owner(), {
      owner: taken(),
      number: '7',
      ceilings: { perDay: 5 },
      products: [product(0), product(1, { coverage: 50 })],
    })
    const labelled = await patch(made.id, { label: 'Autre' })
    expect(labelled).toEqual({ ...made, label: 'Autre' })
    expect((await patch(made.id, { products: [product(2)] })).products).toMatchObject([
      { pharmacyProductId: shop.products[2], excluded: true },
    ])
    expect((await patch(made.id, { products: [] })).products).toEqual([])
    await expect(
      patch(made.id, { products: [product(0), { pharmacyProductId: idOf('nobody') }] }),
    ).rejects.toMatchObject(issues(['body.products.1.pharmacyProductId', 'unknown']))
    expect((await read(made.id)).products).toEqual([])
  })

  test('is read again by who holds the payer’s row, and heard after the commit', async () => {
    const insured = await aContract(owner(), { owner: taken() })
    const own = await aContract(owner(), { companyId: null, owner: taken() })
    const other = await owner().call(organizations.create, { body: { name: 'Lycée' } })
    const changes = (id: string, body: object) => changesBy(() => patch(id, body), { database, hints, shop })
    expect(await changes(insured.id, { defaultCoverage: 70 })).toEqual({
      heard: ['companies'],
      touched: [rowOf('companies', insured.companyId!)],
    })
    expect(await changes(own.id, { defaultCoverage: 70 })).toEqual({
      heard: ['organizations'],
      touched: [rowOf('organizations', shop.organizationId)],
    })
    // who paid before holds it no longer, who pays now does
    expect((await changes(own.id, { owner: { kind: 'organization', id: other.id } })).touched).toEqual(
      [rowOf('organizations', other.id), rowOf('organizations', shop.organizationId)].toSorted(),
    )
  })
})

test('the new name of a person who took a contract is read again by who holds it', async () => {
  const { companyId } = await aContract(owner(), { owner: { kind: 'person', id: shop.patientId } })
  const change = (body: object) =>
    changesBy(() => owner().call(persons.patch, { params: { id: shop.patientId }, body }), { database, hints, shop })
  expect(await change({ firstName: 'Aurélien' })).toEqual({
    heard: ['companies', 'persons'],
    touched: [rowOf('companies', companyId!), rowOf('persons', shop.patientId)],
  })
  expect(await change({ address: 'Ouidah' })).toEqual({
    heard: ['persons'],
    touched: [rowOf('persons', shop.patientId)],
  })
  expect((await owner().call(companies.read, { params: { id: companyId! } })).contracts).toMatchObject([
    { ownerName: 'ZINSOU Aurélien' },
  ])
})

describe('archiving a contract', () => {
  test('is refused while policies under it cover somebody, and says how many', async () => {
    clock.now = new Date('2026-11-21T10:00:00Z')
    const { id, companyId } = await aContract(owner())
    const policy = await aPolicy(owner(), shop, { contractId: id })
    await aPolicy(owner(), shop, { contractId: id, validUntil: '2026-11-21' })
    await aPolicy(owner(), shop, { contractId: id, validUntil: '2026-11-20' })
    const refusal = (policies: number) => ({
      message: 'contracts:archiveActivePolicies',
      status: 409,
      details: { policies },
    })
    await expect(remove(id)).rejects.toMatchObject(refusal(2))
    await owner().call(contracts.removePolicy, { params: { id: policy.id } })
    await expect(patch(id, { archived: true })).rejects.toMatchObject(refusal(1))
    clock.now = new Date('2026-11-22T10:00:00Z')
    const archiving = await changesBy(() => remove(id), { database, hints, shop })
    clock.now = new Date()
    expect(archiving.touched).toEqual([rowOf('companies', companyId!), rowOf('persons', shop.patientId)])
    expect(await remove(id)).toEqual({ id })
    expect(await patch(id, { archived: false })).toMatchObject({ archived: false })
  })

  test('frees its label, and coming back it must be free', async () => {
    const made = await aContract(owner(), { label: 'Santé' })
    await remove(made.id)
    await aContract(owner(), { companyId: made.companyId, label: 'Santé' })
    await expect(patch(made.id, { archived: false })).rejects.toMatchObject({ message: 'requests:taken' })
  })
})

describe('the lists', () => {
  test('by page, with how many policies each has; archived ones last', async () => {
    const company = await aCompany(owner(), { name: 'A' })
    const [first, second] = [
      await aContract(owner(), { companyId: company.id, label: 'a' }),
      await aContract(owner(), { companyId: company.id, label: 'b' }),
    ]
    await aPolicy(owner(), shop, { contractId: second.id })
    await remove(first.id)
    const list = await owner().call(contracts.list, {})
    expect(list).toMatchObject({
      items: [
        { id: second.id, policies: 1, payerName: 'A' },
        { id: first.id, policies: 0, archived: true },
      ],
      total: 2,
    })
    expect(await owner().call(contracts.list, { query: { page: 1, size: 1 } })).toMatchObject({
      items: [{ id: first.id }],
      total: 2,
    })
  })

  test('of a company its own; of an organization those that it pays itself', async () => {
    const insured = await aContract(owner(), { owner: taken() })
    const own = await aContract(owner(), { companyId: null, owner: taken() })
    const of = async (id: string) => (await owner().call(contracts.company, { params: { id } })).map((one) => one.id)
    expect(await of(insured.companyId!)).toEqual([insured.id])
    expect(await of(shop.organizationId)).toEqual([own.id])
    await expect(of(shop.patientId)).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
  })
})

test('a policy taken out of its contract is archived, twice the same', async () => {
  const policy = await aPolicy(owner(), shop)
  const taking = () => as(shop.pharmacien.token).call(contracts.removePolicy, { params: { id: policy.id } })
  expect(await changesBy(taking, { database, hints, shop })).toEqual({
    heard: ['persons'],
    touched: [rowOf('persons', shop.patientId)],
  })
  expect(await taking()).toEqual({ id: policy.id })
  expect(await owner().call(contractPolicies.read, { params: { id: policy.id } })).toEqual({
    ...policy,
    archived: true,
  })
  const stranger = as((await openShop(`contracts policy ${count}`)).titulaire.token)
  await expect(stranger.call(contracts.removePolicy, { params: { id: policy.id } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
})
