import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { companies, type Company } from '#shared/contract/companies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { aCompany, aContract, changesBy, rowOf } from '#tests/server/support/payers.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`companies ${count++}`)
})

const owner = () => as(shop.titulaire.token)
const patch = (id: string, body: object): Promise<Company> => owner().call(companies.patch, { params: { id }, body })
const issues = (...paths: string[]) => ({
  message: 'requests:invalid',
  details: { issues: paths.map((path) => ({ path })) },
})

describe('a company', () => {
  test('is kept as it was typed, its phone as it is dialled', async () => {
    const company = await aCompany(owner(), {
      name: '  NSIA Bénin ',
      kind: 'insurer',
      taxId: '3201900112233',
      phone: '01 96 12 34 56',
      email: '',
    })
    expect(company).toEqual({
      id: company.id,
      name: 'NSIA Bénin',
      kind: 'insurer',
      taxId: '3201900112233',
      phone: '+2290196123456',
      email: null,
      archived: false,
      contracts: [],
    })
    expect(await as(shop.vendeur.token).call(companies.read, { params: { id: company.id } })).toEqual(company)
  })

  test('sent twice is there once', async () => {
    await aCompany(owner(), { name: 'Société Générale d’Assurances' })
    await expect(aCompany(owner(), { name: 'SOCIETE GENERALE D’ASSURANCES' })).rejects.toMatchObject({
      message: 'requests:taken',
      status: 409,
    })
    const other = await aCompany(owner(), { name: 'Colina' })
    await expect(patch(other.id, { name: 'société générale d’assurances' })).rejects.toMatchObject({
      message: 'requests:taken',
    })
    expect((await owner().call(companies.all, {})).map(({ name }) => name)).toEqual([
      'Colina',
      'Société Générale d’Assurances',
    ])
  })

  test('a change leaves alone what it does not name', async () => {
    const company = await aCompany(owner(), {
      kind: 'social-security',
      phone: '+2290196123456',
      email: 'contact@cnss.bj',
    })
    expect(await patch(company.id, { taxId: '12' })).toEqual({ ...company, taxId: '12' })
  })

  test('without a name, of no kind, or with a phone that is none is refused at its field', async () => {
    await expect(aCompany(owner(), { name: '  ' })).rejects.toMatchObject(issues('body.name'))
    await expect(aCompany(owner(), { kind: 'state' as never })).rejects.toMatchObject(issues('body.kind'))
    await expect(aCompany(owner(), { phone: '12' })).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.phone', message: expect.stringContaining('chiffres') as string }] },
    })
    expect(await owner().call(companies.all, {})).toEqual([])
  })

  test('a phone kept from before need not be typed again to change the rest', async () => {
    const company = await aCompany(owner())
    await database.platform((tx) =>
      tx.updateTable('companies').set({ phone: '21 30' }).where('id', '=', company.id).execute(),
    )
    expect(await patch(company.id, { phone: '21 30', taxId: '1' })).toMatchObject({ phone: '21 30', taxId: '1' })
    await expect(patch(company.id, { phone: '21 31' })).rejects.toMatchObject(issues('body.phone'))
  })

  test('markup and every alphabet are names like others', async () => {
    const name = '<b>Ọlá</b> & « شركة » 保险'
    expect((await aCompany(owner(), { name })).name).toBe(name)
  })

  test('of another pharmacy is not there', async () => {
    const { id } = await aCompany(owner())
    const stranger = as((await openShop(`companies other ${count}`)).titulaire.token)
    const unknown = { message: 'requests:notFound', status: 404 }
    await expect(stranger.call(companies.read, { params: { id } })).rejects.toMatchObject(unknown)
    await expect(stranger.call(companies.patch, { params: { id }, body: { name: 'x' } })).rejects.toMatchObject(unknown)
    await expect(stranger.call(companies.remove, { params: { id } })).rejects.toMatchObject(unknown)
    expect(await stranger.call(companies.all, {})).toEqual([])
    expect(await stranger.call(companies.list, { query: { cursor: '' } })).toMatchObject({ items: [], total: 0 })
  })
})

test('two companies of one name, from an import, can each be changed and archived', async () => {
  const ids = [randomUUID(), randomUUID()]
  await database.platform((tx) =>
    tx
      .insertInto('companies')
      .values(ids.map((id) => ({ pharmacy_id: shop.id, id, name: 'NSIA' })))
      .execute(),
  )
  expect(await patch(ids[0]!, { taxId: '1' })).toMatchObject({ taxId: '1' })
  expect(await owner().call(companies.remove, { params: { id: ids[1]! } })).toEqual({ id: ids[1] })
})

describe('archiving a company', () => {
  test('is refused while it has contracts that are not archived, and says how many', async () => {
    const company = await aCompany(owner())
    const [one, other] = [
      await aContract(owner(), { companyId: company.id }),
      await aContract(owner(), { companyId: company.id }),
    ]
    const refusal = (open: number) => ({
      message: 'companies:archiveOpenContracts',
      status: 409,
      details: { contracts: open },
    })
    await expect(owner().call(companies.remove, { params: { id: company.id } })).rejects.toMatchObject(refusal(2))
    await owner().call(contracts.remove, { params: { id: one.id } })
    await expect(patch(company.id, { archived: true })).rejects.toMatchObject(refusal(1))
    expect((await owner().call(companies.read, { params: { id: company.id } })).archived).toBe(false)
    await owner().call(contracts.remove, { params: { id: other.id } })
    for (const _ of ['once', 'twice'])
      expect(await owner().call(companies.remove, { params: { id: company.id } })).toEqual({ id: company.id })
    expect(await owner().call(companies.all, {})).toEqual([])
    expect(await patch(company.id, { archived: false })).toMatchObject({ archived: false, contracts: [] })
  })

  test('frees its name, and coming back it must be free', async () => {
    const company = await aCompany(owner(), { name: 'NSIA' })
    await owner().call(companies.remove, { params: { id: company.id } })
    await aCompany(owner(), { name: 'Nsia' })
    await expect(patch(company.id, { archived: false })).rejects.toMatchObject({ message: 'requests:taken' })
  })
})

describe('the list that tills hold', () => {
  test('carries contracts that are not archived, with their exceptions', async () => {
    const company = await aCompany(owner())
    await aContract(owner(), {
      companyId: company.id,
      label: 'B',
      ceilings: { perDay: 1_000 },
      products: [{ pharmacyProductId: shop.products[0], coverage: 50 }],
    })
    const gone = await aContract(owner(), { companyId: company.id, label: 'A' })
    await owner().call(contracts.remove, { params: { id: gone.id } })
    const { items, total } = await owner().call(companies.list, {})
    expect(total).toBe(1)
    expect(items[0]?.contracts).toMatchObject([
      {
        label: 'B',
        defaultCoverage: 80,
        ceilings: { perSale: null, perDay: 1_000, perMonth: null, perYear: null },
        uses: { usedOnDay: 0 },
        products: [{ pharmacyProductId: shop.products[0], excluded: false, coverage: 50, referencePrice: null }],
      },
    ])
  })

  test('brings by cursor what changed since: the company, or one of its contracts', async () => {
    const [one, other] = [await aCompany(owner()), await aCompany(owner())]
    const since = async (cursor: string) => owner().call(companies.list, { query: { cursor, size: 1 } })
    const first = await since('')
    expect([first.items.length, first.more, first.total]).toEqual([1, true, 2])
    const second = await since(first.cursor!)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([one.id, other.id])
    expect((await since(second.cursor!)).items).toEqual([])
    const contract = await aContract(owner(), { companyId: one.id })
    const third = await since(second.cursor!)
    expect(third.items).toMatchObject([{ id: one.id, contracts: [{ id: contract.id }] }])
    await patch(other.id, { taxId: '1' })
    const fourth = await since(third.cursor!)
    expect(fourth.items).toMatchObject([{ id: other.id, taxId: '1' }])
    await owner().call(contracts.remove, { params: { id: contract.id } })
    expect((await since(fourth.cursor!)).items).toMatchObject([{ id: one.id, contracts: [] }])
    await expect(since('x')).rejects.toMatchObject(issues('query.cursor'))
  })

  test('is announced after the commit, and not when nothing was written', async () => {
    const company = await aCompany(owner())
    expect(await changesBy(() => patch(company.id, { taxId: '2' }), { database, hints, shop })).toEqual({
      heard: ['companies'],
      touched: [rowOf('companies', company.id)],
    })
    expect(
      await changesBy(() => expect(patch(company.id, { phone: '1' })).rejects.toThrow(), { database, hints, shop }),
    ).toEqual({ heard: [], touched: [] })
  })
})
