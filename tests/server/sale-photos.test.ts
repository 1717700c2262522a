import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { NewSalePhoto } from '#shared/contract/sale-photos.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aPhoto } from '#tests/server/support/photographing.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, openShop } = await testApp()
let shop: Shop
let sale: NewSale
let count = 0

beforeEach(async () => {
  shop = await openShop(`photos ${count++}`)
  sale = aSale(shop)
  await as(shop.vendeur.token).call(sales.close, { body: sale })
})

const add = (body: NewSalePhoto, token = shop.vendeur.token) => as(token).call(sales.addPhoto, { body })
const photos = (id = sale.id) => as(shop.vendeur.token).call(sales.photos, { params: { id } })
const wrong = (path: string) => ({
  message: 'requests:invalid',
  status: 400,
  details: { issues: [expect.objectContaining({ path }) as object] },
})
const base64 = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  ).toString('base64')
const jpegHead = [0xff, 0xd8, 0xff]

test('a photo is shown byte for byte, oldest first, with the payment whose voucher it shows', async () => {
  const voucher = aPhoto(shop, sale.id, {
    paymentId: sale.payments[0]!.id,
    data: base64(jpegHead, randomBytes(500_000)),
  })
  const webp = aPhoto(shop, sale.id, {
    mime: 'image/webp',
    data: base64('RIFF', [9, 0, 0, 0], 'WEBPVP8 '),
    takenAt: '2026-03-02T09:00:00.000Z',
  })
  expect(await add(voucher)).toEqual({ id: voucher.id })
  await add(webp)
  const shown = ({ id, paymentId, mime, data, takenAt }: NewSalePhoto) => ({ id, paymentId, mime, data, takenAt })
  expect(await photos()).toEqual([webp, voucher].map(shown))
})

test('a photo is never of the future, and a sale without one shows none', async () => {
  expect(await photos()).toEqual([])
  await add(aPhoto(shop, sale.id, { takenAt: new Date(clock.now.getTime() + 86_400_000).toISOString() }))
  expect(await photos()).toMatchObject([{ takenAt: clock.now.toISOString() }])
})

test('sent again, by whomever, it is there once; with another picture it is refused', async () => {
  const body = aPhoto(shop, sale.id)
  const post = (token: string) =>
    app.inject({
      method: 'POST',
      url: '/api/sales/photos',
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    })
  const answers = await Promise.all([shop.vendeur.token, shop.terminal.token, shop.titulaire.token].map(post))
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(Array(3).fill([201, { id: body.id }]))
  await expect(add({ ...body, data: base64(jpegHead, [1]) })).rejects.toMatchObject({
    message: 'sales:payloadMismatch',
    status: 409,
  })
  expect(await photos()).toHaveLength(1)
})

test('what is no picture, another one than it says, or too large is refused', async () => {
  for (const data of [
    base64('<svg onload=alert(1)>'),
    base64('RIFF0000WAVE'),
    base64('RIFF0000WEBP'),
    base64(jpegHead, Buffer.alloc(600 * 1024)),
    '',
    base64(jpegHead).slice(0, 2),
    '/9j//x==',
  ]) {
    await expect(add(aPhoto(shop, sale.id, { data }))).rejects.toMatchObject(wrong('body.data'))
  }
  await add(aPhoto(shop, sale.id, { data: base64(jpegHead, Buffer.alloc(600 * 1024 - 3)) }))
  expect(await photos()).toHaveLength(1)
})

test('it is of a sale that is there, in this pharmacy, and of one of its payments', async () => {
  const other = await openShop(`photos elsewhere ${count}`)
  const foreign = aSale(other)
  await as(other.vendeur.token).call(sales.close, { body: foreign })
  const notFound = { message: 'requests:notFound', status: 404 }
  for (const id of [randomUUID(), foreign.id]) {
    await expect(add(aPhoto(shop, id))).rejects.toMatchObject(notFound)
    await expect(photos(id)).rejects.toMatchObject(notFound)
  }
  await expect(add(aPhoto(shop, sale.id, { paymentId: foreign.payments[0]!.id }))).rejects.toMatchObject(
    wrong('body.paymentId'),
  )
  expect(await photos()).toEqual([])
})

test('it is judged on the seller whom the body names, with the right that he had then', async () => {
  await expect(add(aPhoto(shop, sale.id, { seller: shop.stocks }), shop.titulaire.token)).rejects.toMatchObject({
    message: 'auth:forbidden',
    status: 403,
  })
  await expect(add(aPhoto(shop, sale.id, { sellerId: randomUUID() }))).rejects.toMatchObject({
    message: 'sales:unknownSeller',
    status: 422,
  })
  await database.write(shop.id, (tx) => tx.deleteFrom('user_roles').where('user_id', '=', shop.vendeur.id).execute())
  await add(aPhoto(shop, sale.id), shop.terminal.token)
})
