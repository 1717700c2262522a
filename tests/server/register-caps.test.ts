import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { movements } from '#shared/contract/movements.ts'
import { pharmacies } from '#shared/contract/users.ts'
import {
  aClosing,
  aDisbursement,
  aHandOver,
  aMovement,
  anOpening,
  anOverdraw,
} from '#tests/server/support/registering.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-03-02T10:00:00.000Z')
const shop = await openShop('caps')
/** The seller pays out like a cashier. */
async function giveDisbursements() {
  await database.platform((tx) =>
    sql`update roles set permissions = array_append(permissions, 'disbursement.create')
      where pharmacy_id = ${shop.id} and name = 'vendeur'`.execute(tx),
  )
}
const now = '2026-03-02T10:00:00.000Z'
const late = '2026-03-02T08:00:00.000Z'
const { vendeur, titulaire } = shop
await giveDisbursements()

const open = async () => {
  const registerId = randomUUID()
  await as(vendeur.token).call(cashRegisters.open, {
    body: anOpening(shop, { seller: vendeur, id: registerId, float: 20_000, openedAt: late }),
  })
  return registerId
}
type By = { registerId: string; amount: number; seller?: typeof vendeur; at?: string; note?: string | null }
const payOut = ({ registerId, amount, seller = vendeur, at = now, note = 'Pourquoi' }: By) =>
  as(seller.token).call(disbursements.create, {
    body: aDisbursement(shop, { seller, registerId, amount, spentAt: at, note }),
  })
const deposit = ({ registerId, amount, seller = vendeur, at = now, note = 'Pourquoi' }: By) =>
  as(seller.token).call(movements.create, {
    body: aMovement(shop, { seller, registerId, amount, occurredAt: at, note, gesture: { kind: 'deposit' } }),
  })
const eventsOf = async (registerId: string) =>
  (await as(titulaire.token).call(cashRegisters.report, { query: { registerId } })).events
/** What left beyond what the drawer held. */
const paidBeyond = async (registerId: string) =>
  (await eventsOf(registerId)).flatMap(({ kind, details }) => (kind === 'paid-beyond' ? [details] : []))
/** The amounts of the refused tries, smallest first. */
const triesOf = async (registerId: string) =>
  (await eventsOf(registerId))
    .flatMap(({ kind, details }) => (kind === 'refused-beyond' ? [(details as { amount: number }).amount] : []))
    .toSorted((one, other) => one - other)

test.each([
  ['a disbursement', payOut],
  ['a deposit', deposit],
])('%s of more than the drawer holds is refused, and the refusal never says what it holds', async (_, take) => {
  const registerId = await open()
  for (const amount of [20_001, 20_000_000])
    await expect(take({ registerId, amount })).rejects.toMatchObject({
      message: 'cashRegisters:beyondDrawer',
      status: 422,
      details: { amount },
    })
  await take({ registerId, amount: 20_000 })
  await expect(take({ registerId, amount: 1 })).rejects.toMatchObject({ message: 'cashRegisters:beyondDrawer' })
  // Each try is noted, with what was asked for.
  expect(await triesOf(registerId)).toEqual([1, 20_001, 20_000_000])
})

test.each([
  ['a disbursement', payOut],
  ['a deposit', deposit],
])('with the right and a reason %s leaves all the same, and stands in the history', async (_, take) => {
  const registerId = await open()
  await expect(take({ registerId, amount: 30_000, seller: titulaire, note: null })).rejects.toMatchObject({
    message: 'requests:invalid',
    details: { issues: [{ path: 'body.note', message: 'required' }] },
  })
  await take({ registerId, amount: 30_000, seller: titulaire })
  expect(await eventsOf(registerId)).toMatchObject([
    { kind: 'paid-beyond', byName: 'HOUNKPÈ Rose', details: { amount: 30_000, note: 'Pourquoi' } },
    // The answer without a reason told it too.
    { kind: 'refused-beyond', details: { amount: 30_000 } },
  ])
})

test('what left while the till was offline is kept, and stands in the history', async () => {
  const registerId = await open()
  await payOut({ registerId, amount: 50_000, at: late, note: null })
  expect(await eventsOf(registerId)).toMatchObject([{ kind: 'paid-beyond', details: { amount: 50_000, note: null } }])
})

describe('what the server refused of a drawer is in it', () => {
  /** A sale at the counter that is refused: its lot is archived. */
  const refusedSale = (registerId: string, payments?: Payment[]) =>
    aSale(shop, {
      registerId,
      soldAt: now,
      lines: [{ lot: shop.archivedLot, price: 1000, quantity: 2 }],
      ...(payments && { payments }),
    })
  const close = (sale: NewSale) => as(vendeur.token).call(sales.close, { body: sale })
  const refused = { message: 'sales:cannotSaleArchivedStockItem' }

  test.each([
    ['a disbursement', payOut],
    ['a deposit', deposit],
  ])('%s of the money of a refused sale is kept and noted, more is refused', async (_, take) => {
    const registerId = await open()
    const sale = refusedSale(registerId)
    for (const revision of [1, 2]) await expect(close({ ...sale, revision })).rejects.toMatchObject(refused)
    await expect(take({ registerId, amount: 22_001, note: null })).rejects.toMatchObject({
      message: 'cashRegisters:beyondDrawer',
    })
    await take({ registerId, amount: 22_000, note: null })
    expect(await paidBeyond(registerId)).toEqual([{ amount: 22_000, note: null }])
    await expect(take({ registerId, amount: 1, note: null })).rejects.toMatchObject({
      message: 'cashRegisters:beyondDrawer',
    })
  })

  test('what was not paid in cash is not, nor in another drawer, nor once the sale was accepted after all', async () => {
    const [registerId, other] = [await open(), await open()]
    await expect(close(refusedSale(other))).rejects.toMatchObject(refused)
    const byCard: Payment = { id: randomUUID(), type: 'CREDIT_CARD', amount: 2000 }
    await expect(close(refusedSale(registerId, [byCard]))).rejects.toMatchObject(refused)
    await expect(deposit({ registerId, amount: 20_001 })).rejects.toMatchObject({
      message: 'cashRegisters:beyondDrawer',
    })
    const sale = refusedSale(registerId)
    await expect(close(sale)).rejects.toMatchObject(refused)
    await close({ ...sale, revision: 2, records: sale.records.map((line) => ({ ...line, stockItemId: shop.lots[0] })) })
    await expect(deposit({ registerId, amount: 22_001 })).rejects.toMatchObject({
      message: 'cashRegisters:beyondDrawer',
    })
    await deposit({ registerId, amount: 22_000 })
    expect(await paidBeyond(registerId)).toEqual([])
    expect(await triesOf(registerId)).toEqual([20_001, 22_001])
  })

  test('a repayment that was refused is too', async () => {
    const registerId = await open()
    const collect = as(vendeur.token).call(movements.create, {
      body: aMovement(shop, {
        seller: vendeur,
        registerId,
        amount: 700,
        occurredAt: now,
        gesture: { kind: 'collection', type: 'CASH', operator: null, clientId: shop.debtorId },
      }),
    })
    await expect(collect).rejects.toMatchObject({ message: 'cashRegisters:collectionBeyondDebt' })
    await expect(deposit({ registerId, amount: 20_701 })).rejects.toMatchObject({
      message: 'cashRegisters:beyondDrawer',
    })
    await deposit({ registerId, amount: 20_700 })
  })
})

test('an act that overtakes the opening of its drawer is not judged by an empty one', async () => {
  const registerId = randomUUID()
  await payOut({ registerId, amount: 5_000, note: null })
  await as(vendeur.token).call(cashRegisters.open, {
    body: anOpening(shop, { seller: vendeur, id: registerId, float: 20_000, openedAt: late }),
  })
  expect(await eventsOf(registerId)).toEqual([])
})

test('what a drawer that is counted blindly holds is not found by trying: after three tries only the right takes more', async () => {
  await as(titulaire.token).call(pharmacies.changeSettings, { body: { blindCount: true } })
  const registerId = await open()
  await expect(payOut({ registerId, amount: 40_000 })).rejects.toMatchObject({ message: 'cashRegisters:beyondDrawer' })
  await expect(deposit({ registerId, amount: 30_000 })).rejects.toMatchObject({ message: 'cashRegisters:beyondDrawer' })
  // The terminal notes its own refusal, exactly once.
  const body = anOverdraw(shop, { seller: vendeur, amount: 25_000, triedAt: now })
  for (const _ of ['sent', 'sent again'])
    await as(vendeur.token).call(cashRegisters.overdraw, { params: { id: registerId }, body })
  // The answer is the same for each amount.
  for (const amount of [1, 20_000, 20_001])
    for (const take of [payOut, deposit])
      await expect(take({ registerId, amount })).rejects.toMatchObject({
        message: 'auth:forbidden',
        details: { permission: 'register.exceed' },
      })
  expect(await triesOf(registerId)).toEqual([25_000, 30_000, 40_000])
  const reportFor = async (seller: typeof vendeur) =>
    as(seller.token).call(cashRegisters.report, { query: { registerId } })
  await payOut({ registerId, amount: 5_000, seller: titulaire })
  await payOut({ registerId, amount: 1_000, at: late })
  // Nor does a member of the drawer read what others tried.
  expect((await reportFor(vendeur)).events).toEqual([])
  clock.now = new Date('2026-03-02T10:05:00.000Z')
  // Without the network: nobody asks for the code of the receiver any more.
  const counted = { seller: titulaire, countedAt: '2026-03-02T09:50:00.000Z', cash: 14_000 }
  await as(titulaire.token).call(cashRegisters.handOver, {
    params: { id: registerId },
    body: aHandOver(shop, { ...counted, receivedBy: vendeur.id }),
  })
  expect((await reportFor(shop.titulaire)).counts).toMatchObject([{ refusedTries: 3 }])
  // The receiver begins anew.
  clock.now = new Date('2026-03-02T10:06:00.000Z')
  await payOut({ registerId, amount: 2_000, at: clock.now.toISOString() })
  await as(titulaire.token).call(cashRegisters.close, {
    params: { id: registerId },
    body: aClosing(shop, { seller: titulaire, countedAt: clock.now.toISOString(), cash: 12_000 }),
  })
  expect((await reportFor(titulaire)).counts.map(({ refusedTries }) => refusedTries)).toEqual([3, 0])
  clock.now = new Date(now)
})
