import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { billPayments } from '#shared/contract/bill-payments.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { matchRemittance } from '#shared/domain/billing/match-remittance.ts'
import type { RemittanceLine } from '#shared/domain/billing/remittance-file.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, insurance, type TestPolicy } from '#tests/server/support/insured.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
let shop: Shop
let policy: TestPolicy
let count = 0

beforeEach(async () => {
  shop = await openShop(`remittances ${count++}`)
  clock.now = new Date('2026-03-31T12:00:00Z')
  policy = await aPolicy(database, shop)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})
const { owner, sold, lineFor, makeOne, read, pay, vouchers } = billingActs(server, () => ({ shop, policy }))

const awaited = (id = policy.payerId) => owner().call(billPayments.awaited, { params: { id } })
/** A box with a share of 800 on a voucher of this number. */
const soldBy = (voucher: string, amount = 800) => {
  const payment = insurance(amount, policy.policyId)
  if (payment.type !== 'INSURANCE') throw new Error('not an insurance')
  return sold({ ...payment, insuranceMetadata: { ...payment.insuranceMetadata, voucher } })
}
const line = (voucher: string, paid: number, reason: string | null = null): RemittanceLine => ({
  voucher,
  paid,
  reason,
  bill: null,
  insuredNumber: null,
  beneficiary: null,
  day: null,
  claimed: null,
})
/** What the window sends of a remittance. */
async function bodyOf(lines: RemittanceLine[], amount = lines.reduce((sum, { paid }) => sum + paid, 0)) {
  const matched = matchRemittance(lines, await awaited())
  return {
    amount,
    lines: matched.flatMap(({ awaited: of, takes }) =>
      of && takes > 0 ? [{ saleId: of.saleId, paymentId: of.paymentId, amount: takes }] : [],
    ),
    again: matched.flatMap(({ awaited: of, outcome }, at) =>
      of && (outcome === 'refused' || outcome === 'part')
        ? [{ saleId: of.saleId, paymentId: of.paymentId, reason: lines[at]!.reason ?? 'Refusé' }]
        : [],
    ),
  }
}
const of = (sale: NewSale) => expect.objectContaining(lineFor(sale))

test('a remittance pays voucher by voucher; what it refuses is presented again', async () => {
  const [paid, part, refused] = [await soldBy('B1'), await soldBy('B2'), await soldBy('B3')]
  const { id, number } = await makeOne()
  expect(await awaited()).toMatchObject([
    { ...lineFor(paid), billId: id, billNumber: number, voucher: 'B1', day: '2026-03-20', left: 800 },
    { voucher: 'B2' },
    { voucher: 'B3' },
  ])
  const body = await bodyOf([line('b1', 800), line('B 2', 500, 'Plafond'), line('B3', 0, 'Illisible')])
  expect(await pay(1300, { ...body, reference: 'DEC 1' })).toMatchObject({ allocated: 1300 })
  const bill = await read(id)
  expect(bill).toMatchObject({ state: 'closed', paid: 1300, again: 1100, left: 0 })
  const reasons = bill.settlements.flatMap(({ kind, reason }) => (kind === 'presented-again' ? [reason] : []))
  expect(new Set(reasons)).toEqual(new Set(['Illisible', 'Plafond']))
  // the next run may bill what was refused, and only that
  const next = await vouchers()
  expect(next).toEqual(expect.arrayContaining([of(part), of(refused)]))
  expect(next).toHaveLength(2)
  expect((await awaited()).map(({ left }) => left)).toEqual([0, 0, 0])
})

test('a remittance that comes again pays nothing: neither the same call, nor the same file', async () => {
  await soldBy('B1')
  await soldBy('B2')
  const { id } = await makeOne()
  const lines = [line('B1', 800), line('B2', 800)]
  const body = { id: randomUUID(), ...(await bodyOf(lines)), reference: 'VIR-0012' }
  const first = await pay(1600, body)
  expect(await pay(1600, body)).toMatchObject({ id: first.id, allocated: 1600 })
  expect(await bodyOf(lines)).toMatchObject({ lines: [], again: [] })
  await expect(pay(1600, { lines: [], reference: 'vir 0012' })).rejects.toMatchObject({
    message: 'billPayments:alreadyNoted',
    details: { id: first.id, number: first.number },
  })
  await expect(pay(1600, { ...body, id: randomUUID(), reference: 'VIR 13' })).rejects.toMatchObject({
    message: 'billPayments:beyondLine',
  })
  expect(await read(id)).toMatchObject({ paid: 1600, left: 0 })
  expect((await owner().call(billPayments.list, { query: {} })).total).toBe(1)
})

test('more than is due stays ahead; unknown vouchers and those of another payer take nothing', async () => {
  await soldBy('B1')
  const { id } = await makeOne()
  const body = await bodyOf([line('B1', 1000), line('Z9', 300)])
  expect(await pay(1300, body)).toMatchObject({ amount: 1300, allocated: 800 })
  expect(await read(id)).toMatchObject({ paid: 800, left: 0 })
  expect(await awaited(shop.organizationId)).toEqual([])
  const [mine] = (await read(id)).lines
  await expect(
    pay(100, { payerId: shop.organizationId, reference: 'X', lines: [{ ...lineFor2(mine!), amount: 100 }] }),
  ).rejects.toMatchObject({ message: 'billPayments:beyondLine' })
})
const lineFor2 = ({ saleId, paymentId }: { saleId: string; paymentId: string }) => ({ saleId, paymentId })

test('a line that is cut off, doubled, or refused while it awaits nothing changes nothing', async () => {
  const sale = await soldBy('B1')
  const { id } = await makeOne()
  const part = { ...lineFor(sale), amount: 400 }
  for (const [body, message] of [
    [{ lines: [part, part] }, 'billPayments:beyondLine'],
    [{ lines: [{ ...part, amount: 801 }] }, 'billPayments:beyondLine'],
    [{ lines: [part, { ...part, paymentId: randomUUID() }] }, 'billPayments:beyondLine'],
    [{ lines: [], again: [{ saleId: sale.id, paymentId: randomUUID(), reason: 'Refusé' }] }, 'bills:lineSettled'],
    [{ lines: [{ ...part, amount: 800 }], again: [{ ...lineFor(sale), reason: 'Refusé' }] }, 'bills:lineSettled'],
  ] as const)
    await expect(pay(2000, { ...body, reference: null })).rejects.toMatchObject({ message })
  expect(await read(id)).toMatchObject({ paid: 0, again: 0, left: 800, settlements: [] })
  expect((await owner().call(billPayments.list, { query: {} })).total).toBe(0)
})

test('how a file was read is kept for the next one of the payer, and nobody else’s', async () => {
  await soldBy('B1')
  await makeOne()
  const profile = () => owner().call(billPayments.profile, { params: { id: policy.payerId } })
  expect(await profile()).toEqual({ profile: null })
  const kept = { columns: { voucher: 'N° bon', paid: 'Réglé' }, decimals: 'comma' as const }
  await pay(800, { ...(await bodyOf([line('B1', 800)])), profile: kept })
  expect(await profile()).toEqual({ profile: kept })
  const stranger = as((await openShop(`remittances stranger ${count++}`)).titulaire.token)
  for (const call of [billPayments.profile, billPayments.awaited])
    await expect(stranger.call(call, { params: { id: policy.payerId } })).rejects.toMatchObject({
      message: 'requests:notFound',
    })
})
