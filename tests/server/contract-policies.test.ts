import { beforeEach, describe, expect, test } from 'vitest'
import { contractPolicies, type PolicyDetail } from '#shared/contract/contract-policies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { policyTerms } from '#shared/domain/coverage/policy-terms.ts'
import { tags } from '#shared/contract/tags.ts'
import { policiesOf } from '#server/coverage/policy.repo.ts'
import { aCompany, aContract, aPolicy, changesBy, rowOf } from '#tests/server/support/payers.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`policies ${count++}`)
})

const owner = () => as(shop.titulaire.token)
const read = (id: string): Promise<PolicyDetail> => owner().call(contractPolicies.read, { params: { id } })
const patch = (id: string, body: object): Promise<PolicyDetail> =>
  owner().call(contractPolicies.patch, { params: { id }, body })
const remove = (id: string) => owner().call(contractPolicies.remove, { params: { id } })
const list = (query: object) => owner().call(contractPolicies.list, { query })
const issues = (...found: ([path: string] | [path: string, message: string])[]) => ({
  message: 'requests:invalid',
  status: 400,
  details: { issues: found.map(([path, message]) => ({ path, ...(message ? { message } : {}) })) },
})
const policyTag = (label: string, type: 'contract-policy' | 'person' = 'contract-policy') =>
  owner().call(tags.create, { body: { type, label } })

describe('a policy', () => {
  test('is kept whole, with the names that a screen shows', async () => {
    const company = await aCompany(owner(), { name: 'CNSS', kind: 'social-security' })
    const contract = await aContract(owner(), {
      companyId: company.id,
      owner: { kind: 'organization', id: shop.organizationId },
      ceilings: { perMonth: 1_000 },
    })
    const tag = await policyTag('Vérifiée')
    const terms = {
      contractId: contract.id,
      beneficiaryId: shop.patientId,
      holderId: shop.debtorId,
      number: 'NS-1',
      coverage: 75,
      rank: 2,
      ceilings: { perSale: 1, perDay: 2, perMonth: 3, perYear: null },
      validFrom: '2026-01-01',
      validUntil: '2026-12-31',
    }
    const made = await aPolicy(owner(), shop, { ...terms, tags: [tag.id, tag.id] })
    expect(made).toMatchObject({
      ...terms,
      tags: [tag.id],
      archived: false,
      uses: { usedOnDay: 0, usedInMonth: 0 },
      payerName: 'CNSS',
      payerKind: 'social-security',
      beneficiaryName: 'ZINSOU Aurèle',
      holderName: 'TOSSA Basile',
      contract: { id: contract.id, ownerName: 'Mairie de Cotonou', defaultCoverage: 80, uses: { usedInMonth: 0 } },
    })
    expect(await as(shop.vendeur.token).call(contractPolicies.read, { params: { id: made.id } })).toEqual(made)
    expect(await patch(made.id, { rank: 1 })).toEqual({ ...made, rank: 1 })
  })

  test('pays more than its contract only where a member who may edit contracts says so', async () => {
    const contract = await aContract(owner())
    const byPharmacist = as(shop.pharmacien.token)
    const terms = { contractId: contract.id, beneficiaryId: shop.patientId, number: 'NS-2' }
    const forbidden = { message: 'auth:forbidden', status: 403, details: { permission: 'contract.edit' } }
    await expect(
      byPharmacist.call(contractPolicies.create, { body: { ...terms, coverage: 81 } }),
    ).rejects.toMatchObject(forbidden)
    const { id } = await byPharmacist.call(contractPolicies.create, { body: { ...terms, coverage: 80 } })
    await expect(
      byPharmacist.call(contractPolicies.patch, { params: { id }, body: { coverage: 100 } }),
    ).rejects.toMatchObject(forbidden)
    expect(await patch(id, { coverage: 100 })).toMatchObject({ coverage: 100 })
    // What was allowed once stays when the rest changes.
    expect(await byPharmacist.call(contractPolicies.patch, { params: { id }, body: { number: 'NS-3' } })).toMatchObject(
      {
        number: 'NS-3',
        coverage: 100,
      },
    )
  })

  test('who names himself as the insured is the insured', async () => {
    expect(await aPolicy(owner(), shop, { holderId: shop.patientId })).toMatchObject({
      holderId: null,
      holderName: null,
    })
  })

  test('sent twice is there once; a dependant may carry the number of the insured', async () => {
    const { id: contractId } = await aContract(owner())
    const made = await aPolicy(owner(), shop, { contractId, number: '12' })
    await expect(aPolicy(owner(), shop, { contractId, number: ' 12 ' })).rejects.toMatchObject({
      message: 'requests:taken',
      status: 409,
    })
    await aPolicy(owner(), shop, { contractId, number: '12', beneficiaryId: shop.debtorId, holderId: shop.patientId })
    const other = await aPolicy(owner(), shop, { contractId, number: '13' })
    await expect(patch(other.id, { number: '12' })).rejects.toMatchObject({ message: 'requests:taken' })
    await remove(made.id)
    await patch(other.id, { number: '12' })
    await expect(patch(made.id, { archived: false })).rejects.toMatchObject({ message: 'requests:taken' })
    expect((await list({ contractId })).items.map(({ number, archived }) => [number, archived])).toEqual([
      ['12', false],
      ['12', false],
      ['12', true],
    ])
  })

  test('covers from 0 to 100 percent, or as its contract does', async () => {
    for (const coverage of [0, 100, null])
      expect(await aPolicy(owner(), shop, { coverage })).toMatchObject({ coverage })
    const made = await aPolicy(owner(), shop)
    for (const coverage of [-1, 101, 0.5]) {
      await expect(aPolicy(owner(), shop, { coverage })).rejects.toMatchObject(issues(['body.coverage']))
      await expect(patch(made.id, { coverage })).rejects.toMatchObject(issues(['body.coverage']))
    }
    for (const rank of [0, 10]) await expect(patch(made.id, { rank })).rejects.toMatchObject(issues(['body.rank']))
    await expect(patch(made.id, { number: ' ' })).rejects.toMatchObject(issues(['body.number']))
  })

  test('never ends before it begins', async () => {
    const made = await aPolicy(owner(), shop, { validFrom: '2026-03-01', validUntil: '2026-03-01' })
    await expect(aPolicy(owner(), shop, { validFrom: '2026-03-02', validUntil: '2026-03-01' })).rejects.toMatchObject(
      issues(['body.validUntil']),
    )
    await expect(patch(made.id, { validFrom: '2026-03-02' })).rejects.toMatchObject(issues(['body.validUntil']))
    expect(await read(made.id)).toEqual(made)
  })
})

describe('what it names of others', () => {
  test('a contract, a person or a tag of another pharmacy is unknown, each at its field; nothing is written', async () => {
    const other = await openShop(`policies other ${count}`)
    const foreign = await aContract(as(other.titulaire.token))
    const foreignTag = await as(other.titulaire.token).call(tags.create, {
      body: { type: 'contract-policy', label: 'x' },
    })
    const contract = await aContract(owner())
    const ofPersons = await policyTag('x', 'person')
    const before = await rowCounts()
    await expect(aPolicy(owner(), shop, { contractId: foreign.id })).rejects.toMatchObject(
      issues(['body.contractId', 'unknown']),
    )
    await expect(
      aPolicy(owner(), shop, {
        contractId: contract.id,
        beneficiaryId: other.patientId,
        holderId: other.debtorId,
        tags: [foreignTag.id, ofPersons.id],
      }),
    ).rejects.toMatchObject(
      issues(
        ['body.beneficiaryId', 'unknown'],
        ['body.holderId', 'unknown'],
        ['body.tags.0', 'unknown'],
        ['body.tags.1', 'unknown'],
      ),
    )
    expect(await rowCounts()).toEqual(before)
  })

  test('an archived contract takes no policy, and none of it comes back', async () => {
    const made = await aPolicy(owner(), shop)
    await remove(made.id)
    await owner().call(contracts.remove, { params: { id: made.contractId } })
    await expect(aPolicy(owner(), shop, { contractId: made.contractId })).rejects.toMatchObject(
      issues(['body.contractId', 'archived']),
    )
    await expect(patch(made.id, { archived: false })).rejects.toMatchObject(issues(['body.contractId', 'archived']))
    expect(await remove(made.id)).toEqual({ id: made.id })
  })

  test('who is archived or was merged is covered by nothing new; an insured who left still covers his family', async () => {
    const { id: contractId } = await aContract(owner())
    await database.platform((tx) =>
      tx
        .updateTable('persons')
        .set({ archived: true })
        .where('pharmacy_id', '=', shop.id)
        .where('id', '=', shop.debtorId)
        .execute(),
    )
    await expect(aPolicy(owner(), shop, { contractId, beneficiaryId: shop.debtorId })).rejects.toMatchObject(
      issues(['body.beneficiaryId', 'archived']),
    )
    expect(await aPolicy(owner(), shop, { contractId, holderId: shop.debtorId })).toMatchObject({
      holderId: shop.debtorId,
    })
    await database.platform((tx) =>
      tx
        .updateTable('persons')
        .set({ archived: false, merged_into: shop.patientId })
        .where('pharmacy_id', '=', shop.id)
        .where('id', '=', shop.debtorId)
        .execute(),
    )
    await expect(aPolicy(owner(), shop, { contractId, beneficiaryId: shop.debtorId })).rejects.toMatchObject(
      issues(['body.beneficiaryId', 'archived']),
    )
  })

  test('a policy of another pharmacy is not there', async () => {
    const { id, contractId } = await aPolicy(owner(), shop)
    const stranger = as((await openShop(`policies stranger ${count}`)).titulaire.token)
    const unknown = { message: 'requests:notFound', status: 404 }
    await expect(stranger.call(contractPolicies.read, { params: { id } })).rejects.toMatchObject(unknown)
    await expect(stranger.call(contractPolicies.patch, { params: { id }, body: { rank: 2 } })).rejects.toMatchObject(
      unknown,
    )
    await expect(stranger.call(contractPolicies.remove, { params: { id } })).rejects.toMatchObject(unknown)
    expect(await stranger.call(contractPolicies.list, { query: { contractId } })).toEqual({ items: [], total: 0 })
  })
})

describe('the list', () => {
  test('is found by number or beneficiary, without marks and in any order of words; by contract; by tag', async () => {
    const [contract, other] = [await aContract(owner()), await aContract(owner())]
    const tag = await policyTag('Vérifiée')
    const patients = await aPolicy(owner(), shop, { contractId: contract.id, number: 'AB-12', tags: [tag.id] })
    const debtors = await aPolicy(owner(), shop, {
      contractId: contract.id,
      number: 'CD-12',
      beneficiaryId: shop.debtorId,
    })
    const elsewhere = await aPolicy(owner(), shop, { contractId: other.id, number: 'EF-34' })
    const found = async (query: object) => new Set((await list(query)).items.map(({ id }) => id))
    expect(await found({})).toEqual(new Set([patients.id, debtors.id, elsewhere.id]))
    expect(await found({ search: '-12' })).toEqual(new Set([patients.id, debtors.id]))
    expect(await found({ search: 'AURELE zin' })).toEqual(new Set([patients.id, elsewhere.id]))
    expect(await found({ search: 'zinsou cd' })).toEqual(new Set())
    expect(await found({ search: '%' })).toEqual(new Set())
    expect(await found({ contractId: other.id })).toEqual(new Set([elsewhere.id]))
    expect(await found({ tag: tag.id })).toEqual(new Set([patients.id]))
    expect(await list({ search: '12', size: 1, page: 1 })).toMatchObject({ items: [{ id: patients.id }], total: 2 })
    await expect(list({ contractId: 'x' })).rejects.toMatchObject(issues(['query.contractId']))
  })

  test('is sorted by every column that a page can say, both ways', async () => {
    const [contract, other] = [await aContract(owner()), await aContract(owner())]
    await aPolicy(owner(), shop, { contractId: contract.id, number: 'É-1', coverage: 55, validFrom: '2026-01-02' })
    await aPolicy(owner(), shop, {
      contractId: other.id,
      number: 'd-2',
      coverage: 60,
      validFrom: '2026-01-01',
      validUntil: '2031-01-01',
      beneficiaryId: shop.debtorId,
    })
    await aPolicy(owner(), shop, {
      contractId: other.id,
      number: 'F-3',
      validUntil: '2030-01-01',
      holderId: shop.debtorId,
    })
    const termsOf = (policy: PolicyDetail) => policyTerms(policy, policy.contract, '2026-11-21')
    await expectSortedBothWays((query) => owner().call(contractPolicies.list, { query }), {
      beneficiary: ({ beneficiaryName }) => beneficiaryName,
      number: ({ number }) => number,
      percent: (policy) => termsOf(policy).percent,
      from: (policy) => termsOf(policy).validFrom,
      until: (policy) => termsOf(policy).validUntil,
    })
    const byContract = (await list({ sort: 'contract' })).items.map(
      ({ payerName, contract: { label } }) => payerName + label,
    )
    expect(byContract).toEqual(byContract.toSorted())
    for (const sort of ['holder', '-holder'])
      expect((await list({ sort })).items.map(({ holderId }) => holderId)).toEqual([shop.debtorId, null, null])
  })
})

describe('what tills hear', () => {
  test('whoever makes, changes or removes a policy touches its person, after the commit', async () => {
    const { id: contractId } = await aContract(owner())
    const changes = (work: () => Promise<unknown>) => changesBy(work, { database, hints, shop })
    const expected = { heard: ['persons'], touched: [rowOf('persons', shop.patientId)] }
    expect(await changes(() => aPolicy(owner(), shop, { contractId }))).toEqual(expected)
    const { id } = (await list({})).items[0]!
    expect(await changes(() => patch(id, { coverage: 10 }))).toEqual(expected)
    expect(await changes(() => remove(id))).toEqual(expected)
    expect(await changes(() => patch(id, { archived: false }))).toEqual(expected)
    expect(await changes(() => expect(patch(id, { rank: 99 })).rejects.toThrow())).toEqual({ heard: [], touched: [] })
  })

  test('a person’s policies are those in use, in the order they pay', async () => {
    const state = await aContract(owner(), { companyId: (await aCompany(owner(), { kind: 'social-security' })).id })
    const numbers = {
      second: await aPolicy(owner(), shop, { rank: 2 }),
      third: await aPolicy(owner(), shop, { rank: 3 }),
      state: await aPolicy(owner(), shop, { contractId: state.id, rank: 9 }),
    }
    await remove((await aPolicy(owner(), shop)).id)
    const held = await database.read(shop.id, (tx) => policiesOf(tx, shop.id, [shop.patientId], '2026-11-21'))
    expect(held.get(shop.patientId)?.map(({ id }) => id)).toEqual([
      numbers.state.id,
      numbers.second.id,
      numbers.third.id,
    ])
  })
})
