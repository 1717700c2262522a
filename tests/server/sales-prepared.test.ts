import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { parkedSales } from '#shared/contract/parked-sales.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aParkedContent } from '#tests/server/support/parking.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`prepared ${count++}`)
})

const at = '2026-03-02T10:00:00.000Z'
const preparedBy = ({ id: userId, sessionId }: TestMember): NewSale['preparation'] => ({ userId, sessionId, at })
const discounted = (): Payment[] => [cash(900), { id: randomUUID(), type: 'DISCOUNT', amount: 100 }]
/** Collected by the vendeur. */
const close = (sale: NewSale) => as(shop.vendeur.token).call(sales.close, { body: sale })

describe('a sale that one made ready and another collected', () => {
  test('names both, wherever it is read, and is found under both', async () => {
    const answer = await close(aSale(shop, { preparation: preparedBy(shop.pharmacien) }))
    const names = {
      sellerId: shop.vendeur.id,
      sellerName: 'DOSSOU Afi',
      preparedByName: 'AGBO Kossi',
      preparation: preparedBy(shop.pharmacien),
    }
    expect(answer).toMatchObject(names)
    const stored = await as(shop.titulaire.token).call(sales.read, { params: { id: answer.id } })
    expect(stored).toMatchObject(names)
    await close(aSale(shop))
    const ofPharmacien = await as(shop.titulaire.token).call(sales.list, { query: { sellerId: shop.pharmacien.id } })
    expect(ofPharmacien.items.map(({ id }) => id)).toEqual([answer.id])
    const searched = await as(shop.titulaire.token).call(sales.list, { query: { search: 'agbo' } })
    expect(searched.items.map(({ id }) => id)).toEqual([answer.id])
  })

  test('sent twice is the same answer', async () => {
    const sale = aSale(shop, { preparation: preparedBy(shop.pharmacien) })
    expect(await close(sale)).toEqual(await close(sale))
  })

  test('a sale that its seller closed alone names nobody else', async () => {
    const answer = await close(aSale(shop))
    expect(answer.preparedByName).toBeNull()
    expect(await as(shop.titulaire.token).call(sales.read, { params: { id: answer.id } })).not.toHaveProperty(
      'preparation',
    )
  })
})

describe('the rights of who made it ready', () => {
  test('count: his discount and his expired lot are collected by who may give neither', async () => {
    expect(
      await close(aSale(shop, { payments: discounted(), preparation: preparedBy(shop.pharmacien) })),
    ).toMatchObject({ flags: [] })
    expect(
      await close(
        aSale(shop, { lines: [{ lot: shop.expiredLot, price: 1500 }], preparation: preparedBy(shop.pharmacien) }),
      ),
    ).toMatchObject({ flags: ['stock:expired'] })
  })

  test.each([
    ['of a sale that was changed since', () => ({ ...preparedBy(shop.pharmacien)!, sessionId: null })],
    ['under an unlock that never was', () => ({ ...preparedBy(shop.pharmacien)!, sessionId: randomUUID() })],
    [
      'under the unlock of somebody else',
      () => ({ ...preparedBy(shop.pharmacien)!, sessionId: shop.vendeur.sessionId }),
    ],
    ['of who has none himself', () => preparedBy(shop.vendeur)],
    ['of nobody known', () => ({ userId: randomUUID(), sessionId: randomUUID(), at })],
  ])('do not count %s', async (_, preparation) => {
    await expect(close(aSale(shop, { payments: discounted(), preparation: preparation() }))).rejects.toMatchObject({
      message: 'sales:discountNotAllowed',
    })
  })

  test('do not count of who has left, and the sale without them is taken', async () => {
    await database.write(shop.id, (tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', shop.pharmacien.id).execute(),
    )
    await expect(
      close(aSale(shop, { payments: discounted(), preparation: preparedBy(shop.pharmacien) })),
    ).rejects.toMatchObject({ message: 'sales:discountNotAllowed' })
    expect(await close(aSale(shop, { preparation: preparedBy(shop.pharmacien) }))).toMatchObject({
      preparedByName: 'AGBO Kossi',
    })
  })

  test('a sale made ready by nobody of this pharmacy is taken, and names nobody', async () => {
    const answer = await close(aSale(shop, { preparation: { userId: randomUUID(), sessionId: null, at } }))
    expect(answer).toMatchObject({ status: 'CLOSED', preparedByName: null })
    expect(answer.preparation).toBeUndefined()
  })
})

describe('on its way to the cashier’s terminal', () => {
  const terminals = [randomUUID(), randomUUID()] as const
  const preparation = () => ({
    userId: shop.pharmacien.id,
    name: 'AGBO Kossi',
    at,
    sessionId: shop.pharmacien.sessionId,
    rights: { maySellExpired: true, mayDiscount: true, discountLimit: null },
  })
  const park = (id: string, ready = true) =>
    as(shop.pharmacien.token).call(parkedSales.park, {
      params: { id },
      body: {
        terminalId: terminals[0],
        content: aParkedContent(shop, { payments: [cash(400)], ...(ready ? { preparation: preparation() } : {}) }),
      },
    })
  const take = (id: string) =>
    as(shop.vendeur.token).call(parkedSales.take, { params: { id }, body: { terminalId: terminals[1], version: 1 } })

  test('it says what is left to pay, and who uses a register takes it without the right to a colleague’s', async () => {
    const id = randomUUID()
    expect(await park(id)).toMatchObject({ toCollect: { due: 600 } })
    expect(await take(id)).toMatchObject({ preparation: preparation() })
  })

  const sendBack = (id: string, more: { version?: number; word?: string; token?: string; terminalId?: string } = {}) =>
    as(more.token ?? shop.vendeur.token).call(parkedSales.sendBack, {
      params: { id },
      body: {
        terminalId: more.terminalId ?? terminals[1],
        version: more.version ?? 1,
        kind: 'sent-back',
        word: more.word ?? 'Ordonnance à compléter',
      },
    })

  test('the cashier sends it back with a word: it waits for who prepared it, and for no cashier', async () => {
    const id = randomUUID()
    const { parkedAt } = await park(id)
    const answer = await sendBack(id)
    expect(answer).toMatchObject({
      version: 2,
      parkedBy: shop.pharmacien.id,
      parkedAt,
      toCollect: null,
      sentBack: { kind: 'sent-back', word: 'Ordonnance à compléter', by: 'DOSSOU Afi' },
    })
    // The answer was lost: the same word again is the same.
    expect(await sendBack(id)).toEqual(answer)
    await expect(sendBack(id, { word: 'Prix à vérifier' })).rejects.toMatchObject({ message: 'requests:conflict' })
    const taken = await as(shop.pharmacien.token).call(parkedSales.take, {
      params: { id },
      body: { terminalId: terminals[0], version: 2 },
    })
    expect(taken).toMatchObject({ sentBack: { word: 'Ordonnance à compléter' }, payments: [{ amount: 400 }] })
    expect(taken).not.toHaveProperty('preparation')
  })

  test('it is not sent back while another terminal takes it, nor one that waits for no cashier or is gone', async () => {
    const [taken, free] = [randomUUID(), randomUUID()]
    await park(taken)
    await take(taken)
    await expect(sendBack(taken, { terminalId: terminals[0] })).rejects.toMatchObject({ message: 'parkedSales:taken' })
    await park(free, false)
    await expect(sendBack(free)).rejects.toMatchObject({ message: 'requests:conflict' })
    await expect(sendBack(randomUUID())).rejects.toMatchObject({ message: 'requests:notFound' })
  })

  test('one for a colleague is for no cashier', async () => {
    const id = randomUUID()
    expect(await park(id, false)).toMatchObject({ toCollect: null })
    await expect(take(id)).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'sale.takeover' },
    })
  })

  test('without a register nobody collects', async () => {
    const id = randomUUID()
    await park(id)
    await database.write(shop.id, (tx) =>
      tx
        .updateTable('roles')
        .set({ permissions: ['sale.sell'] })
        .where('name', '=', 'vendeur')
        .execute(),
    )
    await expect(take(id)).rejects.toMatchObject({ message: 'auth:forbidden', details: { permission: 'register.use' } })
  })
})
