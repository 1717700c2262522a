import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { policiesOf } from '#server/coverage/policy.repo.ts'
import { contractsOf } from '#server/coverage/contract.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { database, openShop } = await testApp()
let shop: Shop
let count = 0
const today = '2026-11-21'

beforeEach(async () => {
  shop = await openShop(`uses ${count++}`)
  const own = { pharmacy_id: shop.id }
  await database.platform(async (tx) => {
    await tx
      .insertInto('companies')
      .values([
        { ...own, id: id('insurer'), name: 'NSIA' },
        { ...own, id: id('state'), name: 'CNSS', kind: 'social-security' },
      ])
      .execute()
    await tx
      .insertInto('contracts')
      .values([
        {
          ...own,
          id: id('group'),
          company_id: id('insurer'),
          owner_organization_id: shop.organizationId,
          label: 'Groupe',
          default_coverage: 80,
          ceiling_per_month: 100_000,
        },
        { ...own, id: id('scheme'), company_id: id('state'), label: 'Régime', default_coverage: 70 },
        {
          ...own,
          id: id('own'),
          owner_organization_id: shop.organizationId,
          label: 'Personnel',
          default_coverage: 100,
        },
      ])
      .execute()
    await tx
      .insertInto('contract_products')
      .values({ ...own, contract_id: id('group'), pharmacy_product_id: shop.products[1], excluded: true })
      .execute()
    await tx
      .insertInto('cash_registers')
      .values({ ...own, id: shop.registerId, opened_by: shop.vendeur.id, opened_at: new Date() })
      .execute()
  })
  await aPolicy('a', { rank: 2, ceiling_per_day: 10_000 })
  await aPolicy('b', { beneficiary_id: shop.debtorId })
})

const id = (name: string): string => idOf(shop.id, name)
const policies = () => database.read(shop.id, (tx) => policiesOf(tx, shop.id, [shop.patientId, shop.debtorId], today))
const contracts = () =>
  database.read(shop.id, (tx) => contractsOf(tx, shop.id, [id('insurer'), id('state'), shop.organizationId], today))

function aPolicy(name: string, values: object = {}): Promise<unknown> {
  return database.platform((tx) =>
    tx
      .insertInto('contract_policies')
      .values({
        pharmacy_id: shop.id,
        id: id(name),
        contract_id: id('group'),
        beneficiary_id: shop.patientId,
        number: name,
        ...values,
      })
      .execute(),
  )
}

/** A sale of the past that a policy paid a part of. */
async function paid(
  policy: string,
  amount: number,
  soldAt: string,
  status: 'CLOSED' | 'CANCELED' = 'CLOSED',
): Promise<void> {
  const saleId = randomUUID()
  await database.platform(async (tx) => {
    const { number } = await tx
      .selectFrom('sales')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('pharmacy_id', '=', shop.id)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('sales')
      .values({
        pharmacy_id: shop.id,
        id: saleId,
        number: number + 1,
        identifier: 'C1-1',
        status,
        terminal_id: shop.terminal.id,
        session_id: shop.vendeur.sessionId,
        seller_id: shop.vendeur.id,
        seller_roles: [],
        register_id: shop.registerId,
        total: amount,
        rounding: 0,
        units: 1,
        sold_at: new Date(soldAt),
        received_at: new Date(soldAt),
      })
      .execute()
    await tx
      .insertInto('sale_payments')
      .values({
        pharmacy_id: shop.id,
        sale_id: saleId,
        id: randomUUID(),
        position: 0,
        type: 'INSURANCE',
        amount,
        data: '{}',
        policy_id: id(policy),
      })
      .execute()
  })
}

test('a day and a month are the pharmacy’s: Cotonou is an hour ahead of UTC', async () => {
  await paid('a', 100, '2026-11-21T22:30:00Z')
  // the 22nd in Cotonou
  await paid('a', 2_000, '2026-11-21T23:30:00Z')
  // 1 November in Cotonou, then 31 October
  await paid('a', 30_000, '2026-10-31T23:30:00Z')
  await paid('a', 400_000, '2026-10-31T22:30:00Z')
  await paid('a', 5_000_000, '2026-11-21T10:00:00Z', 'CANCELED')
  expect((await policies()).get(shop.patientId)?.[0]?.uses).toEqual({
    day: today,
    usedOnDay: 100,
    usedInMonth: 32_100,
    usedInYear: 0,
  })
})

test('a contract was used by all its policies together, also by one that was archived since', async () => {
  await aPolicy('gone', { archived: true })
  await paid('a', 100, '2026-11-21T10:00:00Z')
  await paid('b', 2_000, '2026-11-20T10:00:00Z')
  await paid('gone', 30_000, '2026-11-21T10:00:00Z')
  expect((await contracts()).get(id('insurer'))?.[0]?.uses).toEqual({
    day: today,
    usedOnDay: 30_100,
    usedInMonth: 32_100,
    usedInYear: 0,
  })
})

test('nothing is counted where no ceiling of a day or a month asks for it', async () => {
  await paid('b', 2_000, '2026-11-20T10:00:00Z')
  expect((await policies()).get(shop.debtorId)?.[0]?.uses).toBeNull()
  expect((await contracts()).get(id('state'))?.[0]?.uses).toBeNull()
})

test('a policy that paid nothing has used nothing', async () => {
  expect((await policies()).get(shop.patientId)?.[0]?.uses).toEqual({
    day: today,
    usedOnDay: 0,
    usedInMonth: 0,
    usedInYear: 0,
  })
})

test('policies come in the order they pay: social security, then by rank; not those that are archived', async () => {
  await aPolicy('c', { rank: 1 })
  await aPolicy('scheme card', { contract_id: id('scheme'), rank: 9 })
  await aPolicy('gone', { archived: true })
  expect((await policies()).get(shop.patientId)?.map(({ number }) => number)).toEqual(['scheme card', 'c', 'a'])
})

test('an organization pays by the contracts that no company does', async () => {
  const byPayer = await contracts()
  expect(byPayer.get(shop.organizationId)?.map(({ label }) => label)).toEqual(['Personnel'])
  expect(byPayer.get(id('insurer'))).toMatchObject([
    {
      label: 'Groupe',
      ownerName: 'Mairie de Cotonou',
      owner: { kind: 'organization', id: shop.organizationId },
      products: [{ pharmacyProductId: shop.products[1], excluded: true, coverage: null, referencePrice: null }],
    },
  ])
})

test('nothing of another pharmacy', async () => {
  const other = await openShop(`uses other ${count}`)
  expect(await database.read(other.id, (tx) => policiesOf(tx, other.id, [shop.patientId], today))).toEqual(new Map())
  expect(await database.read(other.id, (tx) => contractsOf(tx, other.id, [id('insurer')], today))).toEqual(new Map())
})

test('today is the pharmacy’s day', async () => {
  expect(await database.read(shop.id, (tx) => pharmacyToday(tx, shop.id, new Date('2026-11-20T23:30:00Z')))).toBe(today)
})
