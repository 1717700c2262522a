import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { missedSales, type NewMissedSale } from '#shared/contract/missed-sales.ts'
import { aMissedSale } from '#tests/server/support/missing.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`missed ${count++}`)
})

const note = (body: NewMissedSale, token = shop.vendeur.token) => as(token).call(missedSales.create, { body })
const list = (query: CallInput<typeof missedSales.list>['query'] = {}) =>
  as(shop.titulaire.token).call(missedSales.list, { query })
const byProduct = (query: CallInput<typeof missedSales.byProduct>['query'] = {}) =>
  as(shop.titulaire.token).call(missedSales.byProduct, { query })

describe('a missed sale', () => {
  test('is noted with who noted it, and every till hears of it once', async () => {
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (name) => heard.push(name))
    const body = aMissedSale(shop, { label: '  Doliprane 1 g ' })
    const answer = await note(body)
    await note(body)
    stop()
    const { id, pharmacyProductId, quantity, price, reason, missedAt } = body
    expect(answer).toEqual({
      id,
      pharmacyProductId,
      label: 'Doliprane 1 g',
      quantity,
      price,
      reason,
      missedAt,
      byName: 'DOSSOU Afi',
    })
    expect(await list()).toEqual({ items: [answer], total: 1, value: 2000 })
    expect(heard).toEqual(['missed-sales'])
  })

  test('was never missed later than the server’s clock says it can be', async () => {
    const future = aMissedSale(shop, { missedAt: new Date(clock.now.getTime() + 86_400_000).toISOString() })
    expect(await note(future)).toMatchObject({ missedAt: clock.now.toISOString() })
  })

  test('sent by many windows at once it is there once, and all hear the same', async () => {
    const body = aMissedSale(shop)
    const post = (token: string) =>
      app.inject({
        method: 'POST',
        url: '/api/missed-sales',
        headers: { authorization: `Bearer ${token}` },
        payload: body,
      })
    const answers = await Promise.all(
      [shop.vendeur.token, shop.terminal.token, shop.titulaire.token, shop.terminal.token].map(post),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(await list()).toMatchObject({ total: 1 })
    await expect(note({ ...body, quantity: 3 })).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
      status: 409,
    })
    await expect(note({ ...body, revision: 2, quantity: 3 })).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
    })
  })

  test('names a product of this pharmacy or none, and may be mended in a new attempt', async () => {
    const other = await openShop(`missed elsewhere ${count}`)
    const body = aMissedSale(shop, { pharmacyProductId: other.products[0] })
    const refusal = {
      message: 'requests:invalid',
      status: 400,
      details: { issues: [{ path: 'body.pharmacyProductId', message: 'unknown' }] },
    }
    await expect(note(body)).rejects.toMatchObject(refusal)
    await expect(note(body)).rejects.toMatchObject(refusal)
    expect(await list()).toMatchObject({ total: 0 })
    expect(await note({ ...body, revision: 2, pharmacyProductId: null, price: null })).toMatchObject({
      pharmacyProductId: null,
      price: null,
    })
    expect(await list()).toMatchObject({ total: 1, value: 0 })
  })

  test('is judged on the seller whom the body names, with the right that he had then', async () => {
    await expect(note(aMissedSale(shop, { seller: shop.stocks }), shop.titulaire.token)).rejects.toMatchObject({
      message: 'auth:forbidden',
      status: 403,
      details: { permission: 'sale.sell' },
    })
    const other = await openShop(`missed seller ${count}`)
    await expect(note(aMissedSale(shop, { seller: other.vendeur }))).rejects.toMatchObject({
      message: 'sales:unknownSeller',
      status: 422,
    })
    await expect(note(aMissedSale(shop), await openAdmin(database))).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    await database.write(shop.id, (tx) => tx.deleteFrom('user_roles').where('user_id', '=', shop.vendeur.id).execute())
    expect(await note(aMissedSale(shop), shop.terminal.token)).toMatchObject({ byName: 'DOSSOU Afi' })
  })
})

describe('what is told of them', () => {
  beforeEach(async () => {
    for (const of of [
      { missedAt: '2026-03-01T22:59:00.000Z', quantity: 1 },
      // half past midnight on the 2nd, in Cotonou
      {
        missedAt: '2026-03-01T23:30:00.000Z',
        quantity: 3,
        reason: 'too-dear' as const,
        label: 'DOLIPRANE 1 g, comprimé',
      },
      {
        missedAt: '2026-03-02T09:00:00.000Z',
        pharmacyProductId: shop.products[1],
        label: 'Amoxicilline',
        quantity: 1,
        price: 9000,
      },
      {
        missedAt: '2026-03-02T10:00:00.000Z',
        pharmacyProductId: null,
        label: 'Quinine Vogalène',
        quantity: 1,
        price: null,
      },
      {
        missedAt: '2026-03-02T22:59:59.000Z',
        pharmacyProductId: null,
        label: 'QUININE vogalene',
        quantity: 2,
        price: 100,
      },
    ])
      await note(aMissedSale(shop, of))
  })

  test('newest first, by days of the pharmacy and by reason, a page at a time', async () => {
    const day = { from: '2026-03-02', to: '2026-03-02' }
    const { items, total, value } = await list(day)
    expect([items.map(({ label }) => label), total, value]).toEqual([
      ['QUININE vogalene', 'Quinine Vogalène', 'Amoxicilline', 'DOLIPRANE 1 g, comprimé'],
      4,
      12_200,
    ])
    expect(await list({ ...day, reason: 'too-dear' })).toMatchObject({
      items: [{ quantity: 3, missedAt: '2026-03-01T23:30:00.000Z' }],
      total: 1,
      value: 3000,
    })
    const last = await list({ page: 2, size: 2 })
    expect([last.items.map(({ quantity }) => quantity), last.total, last.value]).toEqual([[1], 5, 13_200])
  })

  const [doliprane, dear, amoxicilline, quinine, vogalene] = [
    'Doliprane 1 g',
    'DOLIPRANE 1 g, comprimé',
    'Amoxicilline',
    'Quinine Vogalène',
    'QUININE vogalene',
  ]

  test.each([
    ['missedAt', [doliprane, dear, amoxicilline, quinine, vogalene]],
    // 23:59, 00:30, 10:00, 11:00 and 23:59:59 in Cotonou
    ['hour', [dear, amoxicilline, quinine, doliprane, vogalene]],
    ['label', [amoxicilline, doliprane, dear, vogalene, quinine]],
    ['-label', [vogalene, quinine, dear, doliprane, amoxicilline]],
    ['-reason', [dear, vogalene, quinine, amoxicilline, doliprane]],
    ['-quantity', [dear, vogalene, quinine, amoxicilline, doliprane]],
    // Nobody knows the price of one: it comes last both ways.
    ['price', [vogalene, dear, doliprane, amoxicilline, quinine]],
    ['-price', [amoxicilline, dear, doliprane, vogalene, quinine]],
    ['value', [vogalene, doliprane, dear, amoxicilline, quinine]],
    ['-value', [amoxicilline, dear, doliprane, vogalene, quinine]],
    ['seller', [vogalene, quinine, amoxicilline, dear, doliprane]],
  ] as const)('sorted by %s, in pages that do not overlap', async (sort, expected) => {
    expect((await list({ sort })).items.map(({ label }) => label)).toEqual(expected)
    const pages = await Promise.all([0, 1, 2].map((page) => list({ sort, page, size: 2 })))
    expect(pages.flatMap(({ items }) => items.map(({ label }) => label))).toEqual(expected)
  })

  test.each([
    ['label', [amoxicilline, dear, vogalene]],
    ['-label', [vogalene, dear, amoxicilline]],
    // As often as each other: worth most first.
    ['-times', [dear, vogalene, amoxicilline]],
    ['quantity', [amoxicilline, vogalene, dear]],
    ['value', [vogalene, dear, amoxicilline]],
    ['-absent', [vogalene, amoxicilline, dear]],
    ['-tooDear', [dear, amoxicilline, vogalene]],
    ['lastAt', [dear, amoxicilline, vogalene]],
  ] as const)('added up by product and sorted by %s', async (sort, expected) => {
    expect((await byProduct({ sort })).items.map(({ label }) => label)).toEqual(expected)
    const pages = await Promise.all([0, 1, 2].map((page) => byProduct({ sort, page, size: 1 })))
    expect(pages.flatMap(({ items }) => items.map(({ label }) => label))).toEqual(expected)
  })

  test.each([
    ['a word of the product, however it is written', 'vogaléne', [vogalene, quinine]],
    ['words in any order', 'comprime dolipr', [dear]],
    ['who noted it', 'dossou amoxi', [amoxicilline]],
    ['signs without a word', '%', [vogalene, quinine, amoxicilline, dear, doliprane]],
    ['what is nowhere', 'aspirine', []],
  ])('searched by %s, with their sum', async (_, search, expected) => {
    const { items, total } = await list({ search })
    expect([items.map(({ label }) => label), total]).toEqual([expected, expected.length])
    const { items: products } = await byProduct({ search })
    expect(products.reduce((sum, { times }) => sum + times, 0)).toBe(expected.length)
  })

  test('of both reasons, or of one that does not exist', async () => {
    expect(await list({ reason: 'absent,too-dear' })).toMatchObject({ total: 5 })
    expect(await byProduct({ reason: 'too-dear,absent' })).toMatchObject({ total: 3 })
    await expect(list({ reason: 'absent,cher' })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: 'query.reason.1' }] },
    })
    await expect(list({ sort: 'user_id' as 'seller' })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: 'query.sort' }] },
    })
  })

  test('added up by product, worth most first, under the latest name; what is no product by its name', async () => {
    expect(await byProduct()).toEqual({
      items: [
        {
          pharmacyProductId: shop.products[1],
          label: 'Amoxicilline',
          times: 1,
          quantity: 1,
          value: 9000,
          absent: 1,
          tooDear: 0,
          lastAt: '2026-03-02T09:00:00.000Z',
        },
        {
          pharmacyProductId: shop.products[0],
          label: 'DOLIPRANE 1 g, comprimé',
          times: 2,
          quantity: 4,
          value: 4000,
          absent: 1,
          tooDear: 1,
          lastAt: '2026-03-01T23:30:00.000Z',
        },
        {
          pharmacyProductId: null,
          label: 'QUININE vogalene',
          times: 2,
          quantity: 3,
          value: 200,
          absent: 2,
          tooDear: 0,
          lastAt: '2026-03-02T22:59:59.000Z',
        },
      ],
      total: 3,
    })
    expect(await byProduct({ reason: 'too-dear' })).toMatchObject({ items: [{ times: 1, quantity: 3 }], total: 1 })
    expect(await byProduct({ page: 1, size: 2 })).toMatchObject({ items: [{ label: 'QUININE vogalene' }], total: 3 })
  })

  test('to one’s own pharmacy only', async () => {
    const other = await openShop(`missed stranger ${count}`)
    expect(await as(other.titulaire.token).call(missedSales.list, { query: {} })).toEqual({
      items: [],
      total: 0,
      value: 0,
    })
    expect(await as(other.titulaire.token).call(missedSales.byProduct, { query: {} })).toEqual({ items: [], total: 0 })
    // the same id is another note there
    const body = aMissedSale(other, { id: randomUUID() })
    await note(aMissedSale(shop, { id: body.id }))
    await as(other.vendeur.token).call(missedSales.create, { body })
    expect(await as(other.titulaire.token).call(missedSales.list, { query: {} })).toMatchObject({ total: 1 })
  })
})
