import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { deliveries } from '#shared/contract/deliveries.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { inventories } from '#shared/contract/inventories.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales } from '#shared/contract/sales.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { aCount } from '#tests/server/support/counting.ts'
import { aDeliveryAct } from '#tests/server/support/delivering.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aClosing, aDisbursement, aMovement, anOpening } from '#tests/server/support/registering.ts'
import { anAdjustment } from '#tests/server/support/stock-acting.ts'
import { aSale, quantityOf, salesCount } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aVersionOf } from '#tests/server/support/undoing.ts'

/** What is decided about a parcel that nobody is known to have made. */

const { as, database, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0
/** Opened by the titulaire, with 20,000. */
let registerId: string

beforeEach(async () => {
  shop = await openShop(`decided ${count++}`)
  registerId = randomUUID()
  await as(shop.titulaire.token).call(cashRegisters.open, { body: anOpening(shop, { id: registerId }) })
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const owner = () => as(shop.titulaire.token)
const listed = async (query: object = {}) => (await owner().call(unprovenParcels.list, { query })).items
const confirm = (id: string, revision = 1) =>
  owner().call(unprovenParcels.confirm, { params: { id }, body: { revision } })
const discard = (id: string, reason = 'Jamais fait', revision = 1) =>
  owner().call(unprovenParcels.discard, { params: { id }, body: { revision, reason } })
const report = () => owner().call(cashRegisters.report, { query: { registerId } })
const ofKind = async (kind: string) =>
  (await report()).totals.filter((total) => total.kind === kind).map(({ amount, count: times }) => [amount, times])
const decided = { message: 'unprovenParcels:decided', status: 409 }

/** The vendeur sends it in the name of the pharmacien: it is refused, and stands in the list. */
async function forged<Body extends { id: string }>(body: Body, send: (body: Body) => Promise<unknown>): Promise<Body> {
  await expect(send(body)).rejects.toMatchObject({ message: 'auth:unprovenSender' })
  return body
}
const cashIn = (amount = 5_000) =>
  forged(aMovement(shop, { registerId, seller: shop.pharmacien, amount }), (body) =>
    as(shop.vendeur.token).call(movements.create, { body }),
  )
const closing = () =>
  forged(aClosing(shop, { seller: shop.titulaire }), (body) =>
    as(shop.vendeur.token).call(cashRegisters.close, { params: { id: registerId }, body }),
  )

test('whatever terminals send in somebody else’s name is listed with its gesture', async () => {
  const by = as(shop.vendeur.token)
  const unknown = { seller: shop.pharmacien }
  await forged(aDeliveryAct(shop, { ...unknown, deliveryId: randomUUID(), lineId: randomUUID() }), (body) =>
    by.call(deliveries.act, { body }),
  )
  await forged(aCount(shop, { ...unknown, inventoryId: randomUUID() }), (body) => by.call(inventories.count, { body }))
  await forged(anAdjustment(shop, unknown), (body) => by.call(stockActs.adjust, { body }))
  await cashIn()
  expect((await listed()).map(({ gesture }) => gesture).toSorted()).toEqual([
    'adjust',
    'cash-in',
    'delivery-act',
    'inventory-count',
  ])
})

describe('what is confirmed', () => {
  test('is done once, in the name of its author; the history names who confirmed', async () => {
    const { id } = await cashIn()
    expect(await confirm(id)).toMatchObject({ state: 'done', decidedByName: 'HOUNKPÈ Rose', reason: null })
    expect(await ofKind('cash-in')).toEqual([[5_000, 1]])
    const { items } = await owner().call(movements.movementReportData, { query: { kind: 'cash-in' } })
    expect(items).toMatchObject([{ userName: 'AGBO Kossi', amount: 5_000 }])
    expect((await report()).events).toMatchObject([
      {
        kind: 'confirmed',
        byName: 'HOUNKPÈ Rose',
        details: { gesture: 'cash-in', amount: 5_000, name: 'AGBO Kossi' },
      },
    ])
  })

  test('is not done a second time: by another confirmation, nor by the till that sends it again', async () => {
    const body = await cashIn()
    await confirm(body.id)
    await expect(confirm(body.id)).rejects.toMatchObject(decided)
    await expect(discard(body.id)).rejects.toMatchObject(decided)
    for (const revision of [2, 3])
      expect(await as(shop.pharmacien.token).call(movements.create, { body: { ...body, revision } })).toEqual({
        id: body.id,
      })
    await expect(
      as(shop.pharmacien.token).call(movements.create, { body: { ...body, amount: 9_000, revision: 4 } }),
    ).rejects.toMatchObject({ message: 'sales:payloadMismatch' })
    expect(await ofKind('cash-in')).toEqual([[5_000, 1]])
  })

  test('at the same time by two windows is done once', async () => {
    const { id } = await cashIn()
    const answers = await Promise.allSettled([confirm(id), confirm(id), confirm(id)])
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    expect(await ofKind('cash-in')).toEqual([[5_000, 1]])
  })

  test('a version of a sale gives money and goods back once, and its history names who confirmed', async () => {
    const sale = aSale(shop)
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    const version = await forged(aVersionOf(shop, sale), (body) => as(shop.vendeur.token).call(sales.close, { body }))
    expect(await confirm(version.id)).toMatchObject({ gesture: 'sale', state: 'done' })
    await expect(confirm(version.id)).rejects.toMatchObject(decided)
    expect([await salesCount(database, shop), await quantityOf(database, shop, shop.lots[0])]).toEqual([2, 99])
    const { events } = await owner().call(sales.history, { params: { id: version.id } })
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'closed', byName: 'AGBO Kossi', sentByName: 'HOUNKPÈ Rose' }),
    )
    expect(await owner().call(sales.read, { params: { id: sale.id } })).toMatchObject({ status: 'CANCELED' })
  })

  test('is what its author may do: without the right it is refused and stays open', async () => {
    const { id } = await forged(aDisbursement(shop, { registerId, seller: shop.pharmacien, amount: 900 }), (body) =>
      as(shop.vendeur.token).call(disbursements.create, { body }),
    )
    await expect(confirm(id)).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'disbursement.create' },
    })
    expect(await listed()).toMatchObject([{ parcelId: id, state: 'open' }])
  })

  test('is refused when its register is closed, and possible when it is open again', async () => {
    const { id } = await cashIn()
    await owner().call(cashRegisters.close, { params: { id: registerId }, body: aClosing(shop, { cash: 20_000 }) })
    await expect(confirm(id)).rejects.toMatchObject({ message: 'cashRegisters:closed', status: 409 })
    expect(await listed()).toMatchObject([{ parcelId: id, state: 'open' }])
    const { terminalId, sessionId, sellerId, sellerRoles } = aClosing(shop)
    await owner().call(cashRegisters.reopen, {
      params: { id: registerId },
      body: { id: randomUUID(), revision: 1, terminalId, sessionId, sellerId, sellerRoles, reason: 'À confirmer' },
    })
    expect(await confirm(id)).toMatchObject({ state: 'done' })
  })

  test('is never a count or a closing: they are done again', async () => {
    const before = await rowCounts()
    const { id } = await closing()
    await expect(confirm(id)).rejects.toMatchObject({ message: 'unprovenParcels:redoOnly', status: 422 })
    expect({ ...(await rowCounts()), inbox: 0 }).toEqual({ ...before, inbox: 0 })
    expect(await discard(id)).toMatchObject({ state: 'discarded' })
  })
})

describe('what is discarded', () => {
  test('never happens; the list keeps it with who and why', async () => {
    const { id } = await cashIn()
    expect(await discard(id, '  Essai du poste ')).toMatchObject({
      state: 'discarded',
      decidedByName: 'HOUNKPÈ Rose',
      reason: 'Essai du poste',
    })
    await expect(confirm(id)).rejects.toMatchObject(decided)
    await expect(discard(id)).rejects.toMatchObject(decided)
    expect(await ofKind('cash-in')).toEqual([])
    expect(await listed()).toEqual([])
    expect(await listed({ state: 'decided' })).toMatchObject([{ parcelId: id, reason: 'Essai du poste' }])
  })

  test('needs a reason', async () => {
    const { id } = await cashIn()
    await expect(discard(id, '   ')).rejects.toMatchObject({ message: 'requests:invalid' })
    expect(await listed()).toHaveLength(1)
  })
})

test('what its author sent again under his own code is done, and the list shows the open ones first', async () => {
  const [again, open] = [await cashIn(), await cashIn(700)]
  await as(shop.pharmacien.token).call(movements.create, { body: { ...again, revision: 2 } })
  expect(await listed()).toMatchObject([{ parcelId: open.id }])
  expect(await listed({ state: 'decided' })).toMatchObject([
    { parcelId: again.id, state: 'done', decidedByName: 'AGBO Kossi' },
  ])
  expect((await listed({ state: 'all', sort: '-state' })).map(({ state }) => state)).toEqual(['open', 'done'])
  await expect(confirm(again.id)).rejects.toMatchObject(decided)
})

test('another pharmacy decides nothing about it, nor does a member without the right', async () => {
  const { id } = await cashIn()
  const other = await openShop(`decided elsewhere ${count}`)
  for (const call of [unprovenParcels.confirm, unprovenParcels.discard]) {
    const input = { params: { id }, body: { revision: 1, reason: 'Non' } }
    await expect(as(other.titulaire.token).call(call, input)).rejects.toMatchObject({ message: 'requests:notFound' })
    await expect(as(shop.pharmacien.token).call(call, input)).rejects.toMatchObject({ message: 'auth:forbidden' })
  }
  await expect(confirm(id, 2)).rejects.toMatchObject({ message: 'requests:notFound' })
  expect(await listed()).toMatchObject([{ parcelId: id, state: 'open' }])
})
