import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { createGrant, createToken, type Gesture, type Grant } from '#shared/contract/tokens.ts'
import { roles, users } from '#shared/contract/users.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aSale, cash, lineOf, salesCount } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const pin = '7391'
const offlineTill = randomUUID()
/** The titulaire of every test shop. */
const giver = 'HOUNKPÈ Rose'
let shop: Shop
let count = 0

beforeEach(async () => {
  clock.now = new Date()
  shop = await openShop(`sale grants ${count++}`)
  await as(shop.titulaire.token).call(users.patch, { params: { id: shop.titulaire.id }, body: { pin } })
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const minutes = (passed: number) => {
  clock.now = new Date(clock.now.getTime() + passed * 60_000)
}
/** The titulaire types his PIN at the till of a seller. */
async function granted(gesture: Gesture): Promise<Grant> {
  const body = { ...gesture, userId: shop.titulaire.id, pin, terminalId: shop.terminal.id }
  return {
    ...gesture,
    grantedBy: shop.titulaire.id,
    sessionId: null,
    ...(await as(shop.terminal.token).call(createGrant, { body })),
  }
}
/** The same at a till without a network, which knows the titulaire’s PIN from an unlock. */
async function grantedOffline(gesture: Gesture): Promise<Grant> {
  const body = { userId: shop.titulaire.id, pin, terminalId: offlineTill }
  const { offlineSessionId } = await as(shop.terminal.token).call(createToken, { body })
  return { ...forged(gesture), sessionId: offlineSessionId! }
}
/** What a terminal may say of a grant that nobody gave. */
const forged = (gesture: Gesture): Grant => ({
  ...gesture,
  id: randomUUID(),
  grantedBy: shop.titulaire.id,
  at: clock.now.toISOString(),
  expiresAt: new Date(clock.now.getTime() + 60_000).toISOString(),
  sessionId: randomUUID(),
})
const discounted = (amount: number): Payment[] => [cash(1000 - amount), { id: randomUUID(), type: 'DISCOUNT', amount }]
const aDiscount = (amount = 100) => aSale(shop, { payments: discounted(amount), soldAt: clock.now.toISOString() })
const discountOf = (sale: NewSale, percent = 10): Gesture => ({
  permission: 'sale.discount',
  subjectId: sale.id,
  amount: percent,
})
const close = (sale: NewSale, grants: Grant[] = [], token = shop.vendeur.token) =>
  as(token).call(sales.close, { body: { ...sale, grants } })
const closeLate = (sale: NewSale, grants: Grant[]) => {
  minutes(30)
  return close(sale, grants, shop.terminal.token)
}
const notAllowed = { message: 'sales:discountNotAllowed' }
const forbidden = (permission: string) => ({ message: 'auth:forbidden', details: { permission } })

describe('a right that was given for one sale', () => {
  test('closes it without a flag, and its history names who gave it; no answer tells the grant’s session', async () => {
    const sale = aDiscount()
    await expect(close(aDiscount())).rejects.toMatchObject(notAllowed)
    const answer = await close(sale, [await granted(discountOf(sale))])
    expect(answer).toMatchObject({ sellerId: shop.vendeur.id, flags: [] })
    expect(answer).not.toHaveProperty('grants')
    const { grants, events } = await as(shop.pharmacien.token).call(sales.history, { params: { id: sale.id } })
    expect(grants).toEqual([
      {
        saleId: sale.id,
        at: clock.now.toISOString(),
        byName: giver,
        permission: 'sale.discount',
        amount: 10,
        isProven: true,
      },
    ])
    expect(events).toMatchObject([{ kind: 'closed', byName: answer.sellerName }])
  })

  test('gives no larger discount', async () => {
    const sale = aDiscount(110)
    await expect(close(sale, [await granted(discountOf(sale))])).rejects.toMatchObject({
      message: 'sales:discountOverLimit',
    })
  })

  test('raises the limit of a seller who may discount less', async () => {
    const role = await as(shop.titulaire.token).call(roles.create, {
      body: { name: 'cinq', permissions: ['sale.sell', 'sale.discount'], discountLimit: 5 },
    })
    await as(shop.titulaire.token).call(users.patch, { params: { id: shop.vendeur.id }, body: { roleIds: [role.id] } })
    await expect(close(aDiscount())).rejects.toMatchObject({ message: 'sales:discountOverLimit' })
    const sale = aDiscount()
    expect(await close(sale, [await granted(discountOf(sale))])).toMatchObject({ flags: [] })
  })

  test('lets this client owe so much, no more and nobody else', async () => {
    const owing = (amount: number) =>
      aSale(shop, {
        lines: [lineOf(shop, 0, amount / 1000)],
        payments: [{ id: randomUUID(), type: 'CREDIT', amount, creditMetadata: { person: shop.debtorId } }],
      })
    const raised = (sale: NewSale, itemId: string = shop.debtorId) =>
      granted({ permission: 'client.credit', subjectId: sale.id, itemId, amount: 6000 })
    const exceeded = { message: 'sales:cannotCloseSaleWithCreditLimitExceeded' }
    const [sale, more, another] = [owing(6000), owing(7000), owing(6000)]
    await expect(close(more, [await raised(more)])).rejects.toMatchObject(exceeded)
    await expect(close(another, [await raised(another, shop.patientId)])).rejects.toMatchObject(exceeded)
    expect(await close(sale, [await raised(sale)])).toMatchObject({ flags: [] })
  })

  test('gives this price for this lot, no other', async () => {
    const at = (price: number) => aSale(shop, { lines: [{ lot: shop.lots[0], price }] })
    const priced = (sale: NewSale, itemId = shop.lots[0]) =>
      granted({ permission: 'sale.price', subjectId: sale.id, itemId, amount: 900 })
    const [sale, cheaper, another] = [at(900), at(800), at(900)]
    expect(await close(sale, [await priced(sale)])).toMatchObject({ flags: [] })
    await expect(close(cheaper, [await priced(cheaper)])).rejects.toMatchObject(forbidden('sale.price'))
    await expect(close(another, [await priced(another, shop.lots[1])])).rejects.toMatchObject(forbidden('sale.price'))
  })

  test('sells this expired lot, no other', async () => {
    const [lot, other] = [
      await aLot(database, shop, { expiresOn: '2020-01-31' }),
      await aLot(database, shop, { expiresOn: '2020-01-31' }),
    ]
    const expired = (sale: NewSale) => granted({ permission: 'sale.expired', subjectId: sale.id, itemId: lot.id })
    const one = aSale(shop, { lines: [{ lot: lot.id, price: 1000 }] })
    const both = aSale(shop, { lines: [lot, other].map(({ id }) => ({ lot: id, price: 1000 })) })
    expect(await close(one, [await expired(one)])).toMatchObject({ flags: ['stock:expired'] })
    await expect(close(both, [await expired(both)])).rejects.toMatchObject({ message: 'sales:expiredStockItem' })
  })

  test('dispenses a narcotic without its prescription', async () => {
    const lot = await aLot(database, shop, { list: 'narcotic' })
    const sale = aSale(shop, { lines: [{ lot: lot.id, price: 1000 }], patientId: shop.patientId })
    await expect(close(sale)).rejects.toThrow()
    const again = { ...sale, id: randomUUID() }
    expect(await close(again, [await granted({ permission: 'sale.listed', subjectId: again.id })])).toMatchObject({
      flags: ['prescription:missing'],
    })
  })

  test('lets a seller correct a closed sale', async () => {
    const first = aSale(shop)
    await close(first)
    const version = aSale(shop, { lines: [lineOf(shop, 0, 2)], replaces: first.id })
    await expect(close(version)).rejects.toMatchObject(forbidden('sale.cancel'))
    const again = { ...version, id: randomUUID() }
    expect(await close(again, [await granted({ permission: 'sale.cancel', subjectId: again.id })])).toMatchObject({
      version: 2,
    })
  })
})

describe('what is no grant for this sale', () => {
  test('another right', async () => {
    const sale = aDiscount()
    await expect(
      close(sale, [await granted({ permission: 'sale.expired', subjectId: sale.id })]),
    ).rejects.toMatchObject(notAllowed)
    const renamed = aDiscount()
    const grant = await granted({ permission: 'sale.expired', subjectId: renamed.id })
    await expect(close(renamed, [{ ...grant, permission: 'sale.discount' }])).rejects.toMatchObject(notAllowed)
  })

  test('one of another sale, used or not, also when the sale comes late', async () => {
    const [one, other, late] = [aDiscount(), aDiscount(), aDiscount()]
    const grant = await granted(discountOf(one))
    expect(await close(one, [grant])).toMatchObject({ flags: [] })
    expect(await close(one, [grant])).toMatchObject({ id: one.id })
    await expect(close(aDiscount(), [grant])).rejects.toMatchObject(notAllowed)
    await expect(close(other, [{ ...grant, subjectId: other.id }])).rejects.toMatchObject(notAllowed)
    await expect(closeLate(late, [{ ...grant, subjectId: late.id }])).rejects.toMatchObject(notAllowed)
    expect(await salesCount(database, shop)).toBe(1)
  })

  test('one that has expired', async () => {
    const grant = await granted(discountOf({ ...aDiscount(), id: shop.lots[0] }))
    const sale = { ...aDiscount(), id: grant.subjectId }
    minutes(31)
    await expect(close({ ...sale, soldAt: clock.now.toISOString() }, [grant])).rejects.toMatchObject(notAllowed)
  })

  test('one that nobody gave, whatever name it says', async () => {
    const sale = aDiscount()
    await expect(close(sale, [forged(discountOf(sale))])).rejects.toMatchObject(notAllowed)
    const other = aDiscount()
    await expect(close(other, [{ ...forged(discountOf(other)), sessionId: null }])).rejects.toMatchObject(notAllowed)
  })

  test('one of another pharmacy, or of its member', async () => {
    const elsewhere = await openShop(`elsewhere ${count++}`)
    const sale = aDiscount()
    await as(elsewhere.titulaire.token).call(users.patch, { params: { id: elsewhere.titulaire.id }, body: { pin } })
    const theirs = await as(elsewhere.terminal.token).call(createGrant, {
      body: { ...discountOf(sale), userId: elsewhere.titulaire.id, pin, terminalId: shop.terminal.id },
    })
    const claimed = { ...forged(discountOf(sale)), ...theirs, grantedBy: elsewhere.titulaire.id, sessionId: null }
    await expect(close(sale, [claimed])).rejects.toMatchObject(notAllowed)
    const late = aDiscount()
    await expect(closeLate(late, [{ ...claimed, subjectId: late.id }])).rejects.toMatchObject(notAllowed)
  })
})

describe('a right that was given without a network', () => {
  const anOfflineSale = () => ({ ...aDiscount(), terminalId: offlineTill })

  test('counts when the PIN was typed at this terminal, and leaves its trace', async () => {
    const sale = anOfflineSale()
    const grant = await grantedOffline(discountOf(sale))
    expect(await closeLate(sale, [grant])).toMatchObject({ flags: [] })
    const { grants } = await as(shop.pharmacien.token).call(sales.history, { params: { id: sale.id } })
    expect(grants).toMatchObject([{ byName: giver, amount: 10, isProven: true }])
  })

  test('of which nothing shows that the PIN was typed: the late sale is kept, with a flag', async () => {
    const sale = anOfflineSale()
    expect(await closeLate(sale, [forged(discountOf(sale))])).toMatchObject({ flags: ['grant:unproven'] })
    const { grants } = await as(shop.pharmacien.token).call(sales.history, { params: { id: sale.id } })
    expect(grants).toMatchObject([{ byName: giver, isProven: false }])
  })

  test('by a member who does not have it: the late sale is kept, with a flag', async () => {
    const sale = anOfflineSale()
    const grant = await grantedOffline(discountOf(sale))
    await database.write(shop.id, (tx) =>
      tx.deleteFrom('user_roles').where('user_id', '=', shop.titulaire.id).execute(),
    )
    await database.platform((tx) => sql`delete from held_rights where user_id = ${shop.titulaire.id}`.execute(tx))
    expect(await closeLate(sale, [grant])).toMatchObject({ flags: ['grant:unproven'] })
  })

  test('at another terminal proves nothing here', async () => {
    const sale = { ...anOfflineSale(), terminalId: shop.terminal.id }
    const grant = await grantedOffline(discountOf(sale))
    expect(await closeLate(sale, [grant])).toMatchObject({ flags: ['grant:unproven'] })
  })
})
