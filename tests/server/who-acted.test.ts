import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales } from '#shared/contract/sales.ts'
import { createToken } from '#shared/contract/tokens.ts'
import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { users } from '#shared/contract/users.ts'
import { heldBefore, settleRights } from '#tests/server/support/held-rights.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aClosing, aDisbursement, aMovement, anOpening, aReopening } from '#tests/server/support/registering.ts'
import { aSale, salesCount } from '#tests/server/support/selling.ts'
import { idOf, type Shop, type TestMember } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aVersionOf } from '#tests/server/support/undoing.ts'

const { as, database, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0
/** Opened by the titulaire, with 20,000. */
let registerId: string

beforeEach(async () => {
  shop = await openShop(`who acted ${count++}`)
  registerId = randomUUID()
  await as(shop.titulaire.token).call(cashRegisters.open, { body: anOpening(shop, { id: registerId }) })
})

const unproven = async (query: object = {}) =>
  (await as(shop.titulaire.token).call(unprovenParcels.list, { query })).items

/** Everything at a register that is the titulaire's right, as the till would send it; `forged` names its maker. */
const acts = (forged: { seller: TestMember; sellerRoles?: string[] }) => {
  const of = { registerId, ...forged }
  return [
    (token: string) => as(token).call(disbursements.create, { body: aDisbursement(shop, { ...of, amount: 9_000 }) }),
    (token: string) =>
      as(token).call(movements.create, {
        body: aMovement(shop, { ...of, gesture: { kind: 'deposit' }, amount: 5_000 }),
      }),
    (token: string) =>
      as(token).call(cashRegisters.close, { params: { id: registerId }, body: aClosing(shop, forged) }),
    (token: string) =>
      as(token).call(cashRegisters.reopen, { params: { id: registerId }, body: aReopening(shop, forged) }),
  ]
}
const notHis = { message: 'auth:unprovenSender', status: 403 }

describe('nobody acts as another one:', () => {
  test('a role that the body names gives nothing', async () => {
    for (const act of acts({ seller: shop.vendeur, sellerRoles: ['titulaire'] }))
      await expect(act(shop.vendeur.token)).rejects.toMatchObject({ message: 'auth:forbidden' })
    expect(await unproven()).toEqual([])
  })

  test('a seller with the owner’s name and session moves no money; the owner sees what was tried, and by whom', async () => {
    const before = await rowCounts()
    for (const act of acts({ seller: shop.titulaire }))
      await expect(act(shop.vendeur.token)).rejects.toMatchObject(notHis)
    expect({ ...(await rowCounts()), inbox: 0 }).toEqual({ ...before, inbox: 0 })
    expect(await brokenLedgers(database, shop.id)).toEqual([])
    const who = { sellerName: 'HOUNKPÈ Rose', sentByName: 'DOSSOU Afi' }
    expect(await unproven({ sort: 'gesture' })).toMatchObject([
      { gesture: 'close', amount: null, ...who },
      { gesture: 'deposit', amount: 5_000, ...who },
      { gesture: 'disburse', amount: 9_000, ...who },
      { gesture: 'reopen', amount: null, ...who },
    ])
    expect(await unproven({ sort: '-amount' })).toMatchObject([{ amount: 9_000 }, { amount: 5_000 }, {}, {}])
    expect(await unproven({ search: 'afi' })).toHaveLength(4)
    expect(await unproven({ search: 'kossi' })).toEqual([])
    expect(await unproven({ to: '2020-01-01' })).toEqual([])
  })

  test('a till without a PIN deposits nothing as the owner, whatever session it makes up', async () => {
    const seller = { ...shop.titulaire, sessionId: randomUUID() }
    for (const act of acts({ seller })) await expect(act(shop.terminal.token)).rejects.toMatchObject(notHis)
    expect(await unproven()).toHaveLength(4)
    for (const act of acts({ seller: { ...shop.titulaire, sessionId: shop.vendeur.sessionId } }).slice(0, 2))
      await expect(act(shop.terminal.token)).rejects.toMatchObject(notHis)
  })

  test('a version of a sale gives money back: it is held back like an act at a register', async () => {
    const sale = aSale(shop)
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    const version = aVersionOf(shop, sale)
    await expect(as(shop.vendeur.token).call(sales.close, { body: version })).rejects.toMatchObject(notHis)
    expect(await salesCount(database, shop)).toBe(1)
    expect(await unproven()).toMatchObject([{ gesture: 'sale', amount: version.total, sentByName: 'DOSSOU Afi' }])
  })

  test('a sale is kept, for the customer has left; its flag and its history say who sent it', async () => {
    const sale = aSale(shop)
    expect(await as(shop.pharmacien.token).call(sales.close, { body: sale })).toMatchObject({ flags: ['sender:other'] })
    const { events } = await as(shop.titulaire.token).call(sales.history, { params: { id: sale.id } })
    expect(events).toMatchObject([{ kind: 'closed', byName: 'DOSSOU Afi', sentByName: 'AGBO Kossi' }])
    const own = aSale(shop)
    await as(shop.terminal.token).call(sales.close, { body: own })
    const { events: ofOwn } = await as(shop.titulaire.token).call(sales.history, { params: { id: own.id } })
    expect(ofOwn).toMatchObject([{ sentByName: null }])
  })

  test('who may not read the traces does not read these', async () => {
    await expect(as(shop.vendeur.token).call(unprovenParcels.list, { query: {} })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })
})

describe('what comes late', () => {
  test('is done under the session that the server gave for an unlock without a network', async () => {
    const terminalId = idOf('a till that was offline')
    const pin = '7391'
    await as(shop.titulaire.token).call(users.patch, { params: { id: shop.titulaire.id }, body: { pin } })
    const { offlineSessionId } = await as(shop.terminal.token).call(createToken, {
      body: { userId: shop.titulaire.id, pin, terminalId },
    })
    const seller = { ...shop.titulaire, sessionId: offlineSessionId! }
    const body = aDisbursement(shop, { registerId, seller, amount: 9_000 })
    expect(await as(shop.terminal.token).call(disbursements.create, { body })).toMatchObject({ amount: 9_000 })
    expect(await unproven()).toEqual([])
  })

  test('is judged by the rights of its moment: what was given later gives nothing, what was taken away later counts', async () => {
    await heldBefore(database, shop, shop.vendeur, [{ permissions: ['disbursement.create'], discountLimit: null }])
    const body = aDisbursement(shop, { registerId, seller: shop.vendeur, amount: 100 })
    expect(await as(shop.terminal.token).call(disbursements.create, { body })).toMatchObject({ amount: 100 })

    await settleRights(database, shop)
    const other = aDisbursement(shop, { registerId, seller: shop.vendeur, amount: 100 })
    await expect(as(shop.terminal.token).call(disbursements.create, { body: other })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })
})
